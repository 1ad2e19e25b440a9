"""Snapshots: what goes in comes out, once, as WARC, and nothing comes out of a damaged file."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from core.errors import IngestError
from core.records import Snapshot
from core.snapshots import SnapshotStore, folder_name

TIME = datetime(2026, 5, 1, 12, 30, 15, 250_000, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path)


def snapshot(body: bytes = b"<p>Words</p>", **changes: object) -> Snapshot:
    known: dict[str, object] = {
        "site": "campus", "url": "http://example.org/a", "status": 200, "body": body, "fetched_at": TIME,
        "headers": {"content-type": "text/html; charset=utf-8", "etag": '"x1"'}, "final_url": "http://example.org/a/",
        "aliases": ("http://example.org/a/", "http://example.org/a/index.html"), "depth": 3,
    }  # fmt: skip
    return Snapshot(**(known | changes))  # type: ignore[arg-type]


def test_a_snapshot_comes_back_whole(store: SnapshotStore):
    key = store.put(snapshot())
    assert store.get(key) == snapshot()
    assert store.has(key)


@pytest.mark.parametrize(
    "change", [{"rendered": True}, {"truncated": True}, {"body": b""}, {"headers": {}}, {"status": 404}]
)
def test_odd_snapshots_come_back_too(store: SnapshotStore, change: dict[str, object]):
    given_ = snapshot(**change)
    found = store.get(store.put(given_))
    assert (found.body, found.status, found.rendered, found.truncated, found.url) == (
        given_.body, given_.status, given_.rendered, given_.truncated, given_.url,
    )  # fmt: skip


@given(st.binary(max_size=3000), st.text(st.characters(codec="ascii", min_codepoint=33), max_size=40))
def test_any_body_and_header_survive(tmp_path_factory: pytest.TempPathFactory, body: bytes, value: str):
    store = SnapshotStore(tmp_path_factory.mktemp("any"))
    given_ = snapshot(body, headers={"content-type": "text/html", "x-odd": value})
    assert store.get(store.put(given_)) == given_


def test_the_same_answer_at_another_time_is_kept_once(store: SnapshotStore):
    first = store.put(snapshot())
    later = store.put(snapshot(fetched_at=datetime(2027, 1, 1, tzinfo=UTC)))
    assert first == later
    assert len(list(store.keys("campus"))) == 1


def test_another_body_is_another_version(store: SnapshotStore):
    assert store.put(snapshot()) != store.put(snapshot(b"<p>Other</p>"))
    assert len(list(store.keys("campus"))) == 2


def test_the_files_are_warc(store: SnapshotStore):
    store.put(snapshot())
    store.put(snapshot(url="http://example.org/b", rendered=True))
    kinds = {}
    for path in store.folder.rglob("*.warc.gz"):
        with path.open("rb") as stream:
            for record in ArchiveIterator(stream):
                kinds[record.rec_headers["WARC-Target-URI"]] = record.rec_type
    assert kinds == {"http://example.org/a": "response", "http://example.org/b": "conversion"}


def test_a_file_that_was_cut_or_changed_is_reported(store: SnapshotStore):
    key = store.put(snapshot(b"<p>Words</p>" * 500))
    path = store.folder / f"{key}.warc.gz"
    whole = path.read_bytes()
    for damaged in (whole[:-200], whole[:40], b"", b"nonsense"):
        path.write_bytes(damaged)
        with pytest.raises(IngestError, match="damaged"):
            store.get(key)


def test_a_missing_key_says_what_to_do(store: SnapshotStore):
    with pytest.raises(IngestError, match="crawl its page again"):
        store.get("campus/aa/none")
    with pytest.raises(IngestError):
        store.get("../../etc/passwd")


def test_forgetting_removes_every_version_of_a_page_alone(store: SnapshotStore):
    store.put(snapshot())
    store.put(snapshot(b"<p>Newer</p>"))
    other = store.put(snapshot(url="http://example.org/b"))
    assert store.forget("campus", "http://example.org/a") == 2
    assert list(store.keys("campus")) == [other]


def test_pruning_keeps_what_is_needed(store: SnapshotStore):
    old, new = store.put(snapshot()), store.put(snapshot(b"<p>Newer</p>"))
    (store.folder / new).parent.joinpath(".new-half").write_bytes(b"half")
    assert store.prune("campus", {new}) == 1
    assert list(store.keys("campus")) == [new]
    assert not store.has(old)
    assert not list(store.folder.rglob(".new-*"))


@pytest.mark.parametrize("site", ["..", "a/b", "a b", "大学", "x" * 300, "."])
def test_any_site_name_is_one_safe_folder(store: SnapshotStore, site: str):
    name = folder_name(site)
    assert "/" not in name
    assert name not in ("", ".", "..")
    assert store.get(store.put(snapshot(site=site))).body == snapshot().body


def test_different_sites_never_share_a_folder():
    assert len({folder_name(name) for name in ("a/b", "a_b", "a b", "a?b")}) == 4
