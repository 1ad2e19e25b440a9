"""A disk that fills up in the middle of a crawl ends it once, in words; the same crawl goes on later."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core import snapshots
from core.errors import StateDamaged
from core.snapshots import SnapshotStore
from core.state import State
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, page, serve
from tests.test_core_snapshots import snapshot as make_snapshot

PAGES = 90
ROOM = 600 * 1024


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of three megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a small disk cannot be made here: {made.stderr.strip() or 'no right to mount'}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def shelf(asked: Asked) -> Reply:
    """Pages that do not pack well."""
    noise = "".join(f" {os.urandom(4).hex()}" for _ in range(400)) if asked.path != "/" else ""
    return page(f"Leaf {asked.path}", *(f"/leaf/{n}" for n in range(PAGES)), text=f"Of {asked.path}.{noise}")


def test_a_full_disk_ends_the_crawl_in_one_sentence_and_the_same_crawl_goes_on(
    small_disk: Path, capfd: pytest.CaptureFixture[str]
):
    crawls = Crawls(small_disk / "home")
    filler = small_disk / "filler"
    filler.write_bytes(b"x" * (3 * 1024 * 1024 - ROOM))
    with serve(shelf) as server:
        with pytest.raises(StateDamaged, match="free some space"):
            crawls.run(server.url)
        assert "Traceback" not in capfd.readouterr().err
        filler.unlink()
        summary = crawls.run(server.url)
    assert summary.finished
    assert len(crawls.pages()) == PAGES + 1


def test_a_snapshot_that_finds_no_room_says_so_and_leaves_no_half_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(source: str, target: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), source)

    kept = make_snapshot()
    monkeypatch.setattr(snapshots.os, "replace", refuse)
    with pytest.raises(StateDamaged, match="free some space"):
        SnapshotStore(tmp_path).put(kept)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_a_transaction_that_finds_no_room_says_so_and_the_next_one_works(tmp_path: Path):
    state = State(tmp_path / "state.sqlite")
    state.create(("CREATE TABLE leaf (text TEXT)",))
    pages = state.row("PRAGMA page_count")
    state.rows(f"PRAGMA max_page_count = {int(pages[0] if pages else 0) + 1}")
    with pytest.raises(StateDamaged, match="free some space"):
        state.write("INSERT INTO leaf VALUES (?)", "x" * 100_000)
    assert state.write("INSERT INTO leaf VALUES ('small')") == 1
    assert state.rows("SELECT text FROM leaf") == [("small",)]
    state.close()


@pytest.fixture
def read_only(small_disk: Path) -> Iterator[Callable[[], None]]:
    """What turns the small disk read-only for every path opened from then on."""

    def turn() -> None:
        subprocess.run(["mount", "--bind", "-o", "ro", small_disk, small_disk], check=True)

    try:
        yield turn
    finally:
        subprocess.run(["umount", "-l", small_disk], check=False, capture_output=True)


def test_a_home_that_becomes_read_only_in_mid_crawl_ends_it_in_one_sentence(
    small_disk: Path, read_only: Callable[[], None], capfd: pytest.CaptureFixture[str]
):
    def site(asked: Asked) -> Reply:
        if asked.path == "/leaf/20":
            read_only()
        return shelf(asked)

    with serve(site) as server, pytest.raises(StateDamaged, match="run the same command again"):
        Crawls(small_disk / "home").run(server.url)
    assert "Traceback" not in capfd.readouterr().err


def test_a_state_file_that_may_only_be_read_says_so(tmp_path: Path):
    state = State(tmp_path / "state.sqlite")
    state.create(("CREATE TABLE leaf (text TEXT)",))
    state.rows("PRAGMA query_only = 1")
    with pytest.raises(StateDamaged, match="rights of its folder"):
        state.write("INSERT INTO leaf VALUES ('x')")
    state.close()


def test_an_error_that_is_no_damage_is_told_as_it_is(tmp_path: Path):
    state = State(tmp_path / "state.sqlite")
    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        state.write("DELETE FROM shelf")
    state.close()
