"""WARC files that are cut off, damaged, or none at all: what is whole is taken in, and the rest is said."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from core.errors import CrawlError
from crawler.outcome import exit_code
from crawler.warc import WarcPages
from tests.sites.crawls import Crawls
from tests.sites.server import page
from tests.test_crawler_offline import BASE, body, write_warc

NAMES = ("/", "/mill", "/weir", "/lock")
LIMIT = 1 << 20


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path / "home")


def write_site(path: Path, *, packed: bool) -> list[int]:
    """Four pages, each linked from the first; where each record ends in the file."""
    ends = []
    for number in range(1, len(NAMES) + 1):
        texts = {name: page(name, *NAMES, text=f"About {name} and " + "much water " * 40) for name in NAMES[:number]}
        write_warc(path, [(BASE + name, 200, body(text), {}) for name, text in texts.items()], packed=packed)
        ends.append(path.stat().st_size)
    return ends


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("missing", [60, 150])
def test_a_file_cut_in_its_last_page_says_so_and_leaves_that_page_out(
    crawls: Crawls, tmp_path: Path, packed: bool, missing: int
):
    path = tmp_path / "river.warc"
    write_site(path, packed=packed)
    path.write_bytes(path.read_bytes()[:-missing])
    summary = crawls.run(warc=path)
    assert crawls.pages() == ["/", "/mill", "/weir"]
    assert crawls.statuses()["/lock"] == "skipped"
    assert "river.warc ends in the middle of a record: 3 pages read" in summary.reason
    assert summary.exit_code == 1


@pytest.mark.parametrize("packed", [True, False])
def test_bytes_that_are_no_record_end_the_reading_with_one_clean_sentence(
    crawls: Crawls, tmp_path: Path, packed: bool, capfd: pytest.CaptureFixture[str]
):
    path = tmp_path / "river.warc"
    ends = write_site(path, packed=packed)
    data, noise = path.read_bytes(), bytes(range(256)) * 3
    path.write_bytes(data[: ends[1] - 40] + noise + data[ends[1] :])
    summary = crawls.run(warc=path)
    assert "queued" not in crawls.statuses().values()
    assert summary.exit_code == 1
    assert "river.warc" in summary.reason
    assert summary.reason.isprintable()
    assert capfd.readouterr().err == ""
    assert crawls.take_queue()


def test_a_whole_file_has_no_trouble(crawls: Crawls, tmp_path: Path):
    path = tmp_path / "river.warc.gz"
    write_site(path, packed=True)
    summary = crawls.run(warc=path)
    assert (summary.trouble, exit_code(summary)) == ("", 0)


@pytest.mark.parametrize("content", [b"", b"hello\n", bytes(range(256)) * 8, b"\x1f\x8b\x08" + bytes(range(200))])
def test_what_is_no_warc_file_is_refused_in_words_that_a_terminal_can_show(
    crawls: Crawls, tmp_path: Path, content: bytes
):
    path = tmp_path / "none.warc.gz"
    path.write_bytes(content)
    with pytest.raises(CrawlError, match="WARC") as caught:
        crawls.run(warc=path)
    assert str(caught.value).isprintable()
    assert not crawls.state.exists()


def test_a_file_cut_at_any_place_gives_whole_pages_only(tmp_path: Path):
    path, whole = tmp_path / "river.warc", tmp_path / "whole.warc"
    write_site(whole, packed=False)
    bodies = [answer.body for answer in WarcPages(whole, LIMIT)]
    data = whole.read_bytes()
    for end in range(len(data) // 2, len(data), 37):
        path.write_bytes(data[:end])
        assert [answer.body for answer in WarcPages(path, LIMIT)] == bodies[: len(list(WarcPages(path, LIMIT)))]


def write_captures(path: Path, captures: list[tuple[str, str, int, str]]) -> None:
    """Captures as (address, date, status, text) in the order of the file."""
    with path.open("wb") as stream:
        writer = WARCWriter(stream, gzip=True)
        for url, date, status, text in captures:
            head = StatusAndHeaders(f"{status} Said", [("Content-Type", "text/html")], protocol="HTTP/1.1")
            data = body(page("Weir", text=text))
            record = writer.create_warc_record(
                *(url, "response"), payload=BytesIO(data), length=len(data), http_headers=head,
                warc_headers_dict={"WARC-Date": date},
            )  # fmt: skip
            writer.write_record(record)


@pytest.mark.parametrize("turn", [1, -1])
def test_of_many_captures_the_newest_is_taken_wherever_it_stands(crawls: Crawls, tmp_path: Path, turn: int):
    path = tmp_path / "many.warc.gz"
    captures = [
        (f"{BASE}/", "2024-01-05T10:00:00Z", 200, "Built of oak in old times."),
        (f"{BASE}/", "2025-06-01T10:00:00Z", 200, "Built of stone now."),
        (f"{BASE}/", "2026-02-01T10:00:00Z", 503, "Too busy to say."),
        (f"{BASE}/mill", "2024-01-05T10:00:00Z", 200, "The mill is open."),
        (f"{BASE}/mill", "2026-01-05T10:00:00Z", 410, "No mill any more."),
    ]
    write_captures(path, captures[::turn])
    summary = crawls.run(f"{BASE}/", warc=path)
    assert b"stone now" in crawls.snapshot("/").body
    assert crawls.statuses() == {"/": "ok", "/mill": "gone"}
    assert summary.warnings == ("records of older captures, left out for the newest: 3",)


def test_rules_for_robots_are_no_page(crawls: Crawls, tmp_path: Path):
    path = tmp_path / "rules.warc.gz"
    date = "2026-01-05T10:00:00Z"
    write_captures(path, [(f"{BASE}/robots.txt", date, 200, "Disallow nothing."), (f"{BASE}/", date, 200, "The weir.")])
    crawls.run(warc=path)
    assert crawls.pages() == ["/"]
    assert crawls.statuses()["/robots.txt"] == "not-text"
