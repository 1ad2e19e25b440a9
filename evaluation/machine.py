"""What a figure was measured on and with, without the names of places: cores, memory, system, versions."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import psutil

LIBRARIES = ("sitequest", "neo4j", "onnxruntime", "tokenizers", "numpy", "openai", "scrapy", "lxml", "neo4j-graphrag")


def describe_machine() -> dict[str, Any]:
    """Plain JSON for a run."""
    return {
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.machine()}",
        "cores": os.cpu_count() or 1,
        "memory_gb": round(psutil.virtual_memory().total / 2**30),
        "libraries": dict(_versions()),
    }


def _versions() -> list[tuple[str, str]]:
    found = []
    for name in LIBRARIES:
        try:
            found.append((name, version(name)))
        except PackageNotFoundError:
            continue
    return found
