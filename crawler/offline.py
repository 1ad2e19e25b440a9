"""Pages from disk instead of the network: a WARC file, or a folder that mirrors a site.

They go the same way as fetched pages: judged, booked, kept as snapshots, queued. Nothing is asked of any host.
"""

from __future__ import annotations

import asyncio
import mimetypes
import os
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from urllib.parse import quote

from core.errors import CrawlError
from core.records import PageStatus
from core.urls import normalize, page_key, same_page, split_url
from crawler.answers import Answer, Entry
from crawler.bodies import unpack
from crawler.job import Job
from crawler.parts import Parts, make_parts
from crawler.request import CrawlSummary
from crawler.savednames import address_of_name, is_odd, mend_links

FLUSH_EVERY = 64
NEVER = "9999-12-31T00:00:00Z"
ROBOTS = "rules for robots, no page"
ELSEWHERE = "on another host than the pages of the site"


def take_answers(job: Job, answers: Iterable[Answer], trouble: Callable[[], str] = str) -> CrawlSummary:
    """Book every answer that belongs to the site, then end the crawl as usual; `trouble` says what was not read."""
    return asyncio.run(_take_all(job, answers, trouble))


class FolderPages:
    """The files of a folder, each at its place under `base_url`; an index document stands for its folder.

    Names are taken as the bytes they are, and read as `savednames` says. Where two files would be one page
    (`index.html` and `index.php`), the plainer one is, and the other has its own name as the query, which servers pass
    over. A file that cannot be read is left out and counted; `trouble` then says so in one sentence.
    Raises `CrawlError` for what is no folder, an address that is none, and a folder without any file to read.
    """

    def __init__(self, folder: Path, base_url: str, limit: int) -> None:
        self._folder, self._base, self._limit = folder, base_url.rstrip("/"), limit
        self._unread: list[str] = []

    def __iter__(self) -> Iterator[Answer]:
        """The answers in the order of the paths, bodies of at most `limit` bytes."""
        if not self._folder.is_dir():
            raise CrawlError(f"There is no folder {self._folder}; --from-dir wants the root folder of a saved site.")
        if not normalize(self._base):
            raise CrawlError(f"{self._base!r} is no web address; --base-url wants the one that the folder stands for.")
        self._unread = []
        files = [path for path in sorted(self._folder.rglob("*")) if _is_page_file(path)]
        if not files:
            raise CrawlError(f"There is no file in {self._folder}; --from-dir wants the root folder of a saved site.")
        addresses = {self._name(path): (path, url) for path, url in self._addresses(files)}
        odd = {name: url for name, (_, url) in addresses.items() if is_odd(name, url[len(self._base) + 1 :])}
        for name, (path, url) in addresses.items():
            try:
                yield _answer_of_file(path, url, self._limit, partial(mend_links, name=name, addresses=odd))
            except OSError as error:
                self._unread.append(f"{_shown(name)} ({error.strerror})")

    def _name(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()

    def _addresses(self, files: list[Path]) -> list[tuple[Path, str]]:
        """Each file with an address that is its own."""
        found = {path: f"{self._base}/{address_of_name(self._name(path))}" for path in files}
        taken: set[str] = set()
        for path in sorted(files, key=lambda path: (_plainness(path), str(path))):
            if page_key(found[path]) in taken:
                found[path] = f"{self._base}/{quote(os.fsencode(self._name(path)))}"
            if page_key(found[path]) in taken:
                found[path] += f"?{quote(os.fsencode(path.name), safe='')}"
            taken.add(page_key(found[path]))
        return list(found.items())

    @property
    def trouble(self) -> str:
        """What could not be read; an empty string when all was."""
        if not self._unread:
            return ""
        files = "1 file" if len(self._unread) == 1 else f"{len(self._unread):,} files"
        return f"{files} could not be read and left out, the first {self._unread[0]}"


def _is_page_file(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and not path.name.startswith(".")


def _plainness(path: Path) -> tuple[bool, bool, int]:
    """How plain a file is as the page of an address, the plainest first."""
    return path.suffix == ".gz", not path.name.startswith("index.htm"), len(path.name)


def _shown(name: str) -> str:
    """A name for a message: bytes that are no UTF-8 are written as escapes."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _answer_of_file(path: Path, url: str, limit: int, mend: Callable[[bytes], bytes]) -> Answer:
    """A file as an answer; `mend` leads links to files to the addresses that these stand for."""
    data = path.read_bytes()
    if path.suffix == ".gz" and path.with_suffix("").suffix in (".html", ".htm"):
        data = unpack(data, "gzip", limit).data
    kind, _ = mimetypes.guess_type(path.name.removesuffix(".gz"))
    if kind in (None, "text/html"):
        data = mend(data)
    return Answer(
        url=normalize(url),
        status=200,
        headers={"content-type": kind or ""},
        body=data[:limit],
        truncated=len(data) > limit,
        fetched_at=datetime.fromtimestamp(path.stat().st_mtime, UTC),
    )


async def _take_all(job: Job, answers: Iterable[Answer], trouble: Callable[[], str]) -> CrawlSummary:
    async def nothing(entry: Entry) -> Answer:
        return Answer(entry.asked, 404)

    parts = make_parts(job, nothing, nothing)
    elsewhere = 0
    for number, answer in enumerate(answers):
        if answer.url and job.scope.holds(answer.url):
            await _take(job, parts, answer)
        else:
            elsewhere += 1
            _leave_out(job, answer)
        if number % FLUSH_EVERY == 0:
            job.books.flush(parts.traps.take_changed())
            parts.frontier.drop()
    job.trouble = trouble()
    job.warnings += _left_out(elsewhere, getattr(answers, "older", 0))
    parts.ending.end_offline()
    assert job.summary is not None
    return job.summary


def _leave_out(job: Job, answer: Answer) -> None:
    """Book an address of another host; no later crawl asks for it."""
    if answer.url and job.books.enter(answer.url, status=PageStatus.SKIPPED, reason=ELSEWHERE, source="file"):
        job.books.change_row(answer.url, next_visit=NEVER)


def _left_out(elsewhere: int, older: int) -> list[str]:
    said = [f"records of other hosts or of no web address, left out: {elsewhere:,}"] * bool(elsewhere)
    return said + [f"records of older captures, left out for the newest: {older:,}"] * bool(older)


async def _take(job: Job, parts: Parts, answer: Answer) -> None:
    unwanted, reason = parts.discovery.judge(answer.url, 0)
    if split_url(answer.url).path == "/robots.txt":
        unwanted, reason = PageStatus.NOT_TEXT, ROBOTS
    job.books.enter(answer.url, source="file")
    if unwanted not in ("queued", "not-text") or reason == ROBOTS:
        job.books.close_row(answer.url, status=unwanted, reason=reason)
        return
    job.books.flush()
    row = job.books.ledger.get(job.request.site, answer.url)
    known = row if row is not None and row.fetched_at else None
    if known is not None and known.fetched_at and not same_page(known.url, answer.url):
        known = None
    await parts.visits.take(Entry(url=row.url if row else answer.url, known=known, tries=99), answer)
