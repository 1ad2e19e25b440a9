"""The wheel as a user installs it: everything that git tracks is in it, and it works outside the clone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = (
    "api", "app", "core", "crawler", "cypher", "demo", "evaluation", "graph", "ingest", "models", "retrieval"
)  # fmt: skip


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command without the settings of this process."""
    plain = {"PATH": os.environ["PATH"], "HOME": str(cwd), **environment}
    return subprocess.run(list(map(str, command)), cwd=cwd, env=plain, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    made = run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT)
    assert made.returncode == 0, made.stderr
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of a fresh environment, which borrows the libraries of this one but not the clone."""
    folder = tmp_path_factory.mktemp("fresh") / "env"
    assert run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent).returncode == 0
    python = folder / "bin" / "python"
    install = ("-m", "pip", "--python", python, "install", "-q", "--no-deps", "--no-index", wheel)
    done = run(sys.executable, *install, cwd=folder.parent)
    assert done.returncode == 0, done.stderr
    # Folders named in a .pth file are searched, but their own .pth files, which lead to the clone, are not read.
    site = next(folder.glob("lib/python*/site-packages"))
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / "bin"


def tracked() -> set[str]:
    """What git tracks in the folders that are packages."""
    listed = run("git", "-c", "safe.directory=*", "ls-files", "-z", *FOLDERS, cwd=ROOT)
    if listed.returncode != 0:
        pytest.skip(f"not a git clone: {listed.stderr.strip()}")
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).exists()}


def test_the_wheel_holds_every_file_that_git_tracks(wheel: Path):
    with ZipFile(wheel) as opened:
        names = set(opened.namelist())
    files = tracked()
    assert files - names == set()
    for ending in (".cypher", ".html", ".js", ".css", ".yaml", ".lock", ".json", ".pdf", ".svg", "py.typed"):
        assert any(name.endswith(ending) for name in names), ending


def test_the_wheel_holds_no_tests_and_nothing_made_by_running(wheel: Path):
    with ZipFile(wheel) as opened:
        names = opened.namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == set(FOLDERS)
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".sqlite"))]


def test_the_wheel_carries_the_licence_and_the_notice(wheel: Path):
    with ZipFile(wheel) as opened:
        names = opened.namelist()
    assert {name.rsplit("/", 1)[1] for name in names if "/licenses/" in name} >= {"LICENSE", "NOTICE"}


def test_doctor_finds_statements_page_and_demo_outside_the_clone(installed: Path, tmp_path: Path):
    done = run(installed / "sitequest", "doctor", "--json", cwd=tmp_path, SITEQUEST_HOME=str(tmp_path / "home"))
    findings = {row["name"]: row for row in json.loads(done.stdout)["findings"]}
    assert findings["package files"]["level"] == "ok", findings["package files"]
    assert findings["package files"]["detail"].startswith(str(installed.parent))
    assert findings["Python"]["detail"].endswith(str(installed / "python"))


PROBE = """
import json, sys
import app, api.web, graph.statements, demo
from demo.server import serve
from importlib import resources
from ingest.entities.profile import load_profile
from models.lock import find_model
with serve() as (_, url):
    import urllib.request
    page = urllib.request.build_opener(urllib.request.ProxyHandler({})).open(url).read()
print(json.dumps({
    "app": app.__file__, "path": sys.path, "statements": len(list(graph.statements.Statements())),
    "page": resources.files("api").joinpath("web/index.html").read_text("utf-8")[:15],
    "profile": load_profile("university").digest, "model": find_model("bge-small-en-v1.5").name, "demo": len(page),
}))
"""


def test_every_kind_of_data_file_is_read_from_the_installed_package(installed: Path, tmp_path: Path):
    done = run(installed / "python", "-c", PROBE, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["app"].startswith(str(installed.parent))
    assert str(ROOT) not in found["path"]
    assert found["statements"] > 100
    assert found["page"].lower() == "<!doctype html>"
    assert found["demo"] > 500
