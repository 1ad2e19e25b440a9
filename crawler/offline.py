"""Pages from disk instead of the network: a WARC file, or a folder that mirrors a site.

They go the same way as fetched pages: judged, booked, kept as snapshots, queued. Nothing is asked of any host.
"""

from __future__ import annotations

import asyncio
import mimetypes
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote

from core.errors import CrawlError
from core.urls import normalize, same_page
from crawler.answers import Answer, Entry
from crawler.bodies import unpack
from crawler.job import Job
from crawler.parts import Parts, make_parts
from crawler.request import CrawlSummary

FLUSH_EVERY = 64
PLAIN = "/~!$&'()*+,;=:@"
_INDEX = re.compile(r"(?:(?<=/)|^)index\.html?(\.gz)?\Z")


def take_answers(job: Job, answers: Iterable[Answer], trouble: Callable[[], str] = str) -> CrawlSummary:
    """Book every answer that belongs to the site, then end the crawl as usual; `trouble` says what was not read."""
    return asyncio.run(_take_all(job, answers, trouble))


def answers_of_folder(folder: Path, base_url: str, limit: int) -> Iterator[Answer]:
    """The files of a folder, each at its place under `base_url`; an index document stands for its folder."""
    if not folder.is_dir():
        raise CrawlError(f"There is no folder {folder}; --from-dir wants the root folder of a saved site.")
    base = base_url.rstrip("/")
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink() and not path.name.startswith("."):
            name = quote(path.relative_to(folder).as_posix(), safe=PLAIN)
            yield _answer_of_file(path, f"{base}/{_INDEX.sub('', name)}", limit)


def _answer_of_file(path: Path, url: str, limit: int) -> Answer:
    data = path.read_bytes()
    if path.suffix == ".gz" and path.with_suffix("").suffix in (".html", ".htm"):
        data, url = unpack(data, "gzip", limit).data, url.removesuffix(".gz")
    kind, _ = mimetypes.guess_type(path.name.removesuffix(".gz"))
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
    for number, answer in enumerate(answers):
        if answer.url and job.scope.holds(answer.url):
            await _take(job, parts, answer)
        if number % FLUSH_EVERY == 0:
            job.books.flush(parts.traps.take_changed())
            parts.frontier.drop()
    job.trouble = trouble()
    parts.ending.end_offline()
    assert job.summary is not None
    return job.summary


async def _take(job: Job, parts: Parts, answer: Answer) -> None:
    unwanted, reason = parts.discovery.judge(answer.url, 0)
    job.books.enter(answer.url, source="file")
    if unwanted not in ("queued", "not-text"):
        job.books.close_row(answer.url, status=unwanted, reason=reason)
        return
    job.books.flush()
    row = job.books.ledger.get(job.request.site, answer.url)
    known = row if row is not None and row.fetched_at else None
    if known is not None and known.fetched_at and not same_page(known.url, answer.url):
        known = None
    await parts.visits.take(Entry(url=row.url if row else answer.url, known=known, tries=99), answer)
