"""The pages of a WARC file, and what is wrong with a file that is cut off or damaged."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from contextlib import redirect_stderr
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.statusandheaders import StatusAndHeadersParserException

from core.directives import ROBOTS_TAG, join_directives
from core.errors import CrawlError
from core.urls import normalize
from crawler.answers import Answer
from crawler.bodies import Body, unwrap

KINDS = ("response", "resource", "conversion")
BLOCK = 1 << 16
TOO_MANY = 429
OLDEST = datetime.min.replace(tzinfo=UTC)
_BROKEN = (ArchiveLoadFailed, StatusAndHeadersParserException, EOFError, ValueError, AttributeError, zlib.error)
# AttributeError: the library takes for granted the headers that a cut record lacks
_UNPACKING = re.compile(r"^Error -\d", re.MULTILINE)


class WarcPages:
    """The responses of a WARC file, gzipped or not, one by one; of an address that has many, the newest by its date.

    An answer that says only that the server was in trouble (5xx, 429) counts where there is no other. `older` counts
    what was left out so.
    A record whose end is missing is left out and counted; where nothing can be read any more, reading ends. `trouble`
    then says so in one sentence. Raises `CrawlError` for a file that cannot be read or is no WARC file at all.
    """

    def __init__(self, path: Path, limit: int) -> None:
        self._path, self._limit = path, limit
        self._pages = self._cut = self.older = 0
        self._ends_cut = self._is_damaged = False

    def __iter__(self) -> Iterator[Answer]:
        """The answers in the order of the file, bodies of at most `limit` bytes."""
        try:
            with self._path.open("rb") as stream:
                newest = self._newest(ArchiveIterator(stream))
            self._pages = self._cut = self.older = 0
            self._ends_cut = self._is_damaged = False
            with self._path.open("rb") as stream:
                yield from self._answers(ArchiveIterator(stream), newest)
        except OSError as error:
            raise CrawlError(f"The WARC file {self._path} cannot be read ({error.strerror}).") from error

    @property
    def trouble(self) -> str:
        """What is wrong with the file as far as it was read; an empty string for a whole one."""
        name, read = self._path.name, f"{self._pages:,} {'page' if self._pages == 1 else 'pages'} read"
        if self._is_damaged:
            return f"{name} is damaged: {read} before the damage, what follows it was left out"
        if self._ends_cut and self._cut == 1:
            return f"{name} ends in the middle of a record: {read}, the cut one was left out"
        records = "record is" if self._cut == 1 else "records are"
        return f"{self._cut:,} {records} cut short in {name}: {read}, the cut ones were left out" if self._cut else ""

    def _newest(self, records: ArchiveIterator) -> set[int]:
        """The places in the file of the whole records that count."""
        found: dict[str, tuple[bool, datetime, int]] = {}
        place = 0
        self._is_damaged = False
        while (record := self._next(records)) is not None:
            place += 1
            if record.rec_type in KINDS and (worth := _worth(record)) is not None:
                address = _address(record)
                found[address] = max(found.get(address, (False, OLDEST, 0)), (*worth, place))
        return {place for _, _, place in found.values()}

    def _answers(self, records: ArchiveIterator, newest: set[int]) -> Iterator[Answer]:
        place = 0
        while (record := self._next(records)) is not None:
            place += 1
            answer = self._whole_answer(record)
            self._ends_cut = answer is None
            if answer is None:
                self._cut += 1
            elif record.rec_type in KINDS and place in newest:
                self._pages += 1
                yield answer
            elif record.rec_type in KINDS:
                self.older += 1
        if not self._pages and (self._cut or self._is_damaged):
            raise CrawlError(
                f"{self._path} is no WARC file, or is damaged or cut off before the end of its first page."
            )

    def _next(self, records: ArchiveIterator) -> Any:
        """The next record, or None at the end, or where the file cannot be read on."""
        try:
            with redirect_stderr(StringIO()) as said:  # the library prints what it meets, raw bytes too
                record = None if self._is_damaged else next(records, None)
        except _BROKEN:
            self._is_damaged = True
            return None
        self._is_damaged |= bool(_UNPACKING.search(said.getvalue()))
        return record

    def _whole_answer(self, record: Any) -> Answer | None:
        """A record as an answer (an empty one where it is no page); None where its end is missing."""
        try:
            with redirect_stderr(StringIO()) as said:
                answer = _answer_of(record, self._limit) if record.rec_type in KINDS else Answer("", 0)
                whole = _is_whole(record)
        except _BROKEN:
            return None
        self._is_damaged |= bool(_UNPACKING.search(said.getvalue()))
        return answer if whole else None


def first_address(path: Path) -> list[str]:
    """The address of the first page in a WARC file, as the seed of its crawl; `CrawlError` where there is none."""
    pages = (answer.url for answer in WarcPages(path, 1) if answer.url and not answer.url.endswith("/robots.txt"))
    found = next(pages, "")
    if not found:
        raise CrawlError(f"There is no page in {path}; --from-warc wants a WARC file with responses of a site.")
    return [found]


def _is_whole(record: Any) -> bool:
    """Whether a record was as long as it says."""
    while record.raw_stream.read(BLOCK):
        pass
    return getattr(record.raw_stream, "limit", 1) == 0


def _answer_of(record: Any, limit: int) -> Answer:
    head, rec = record.http_headers, record.rec_headers
    said = [(name.lower(), value) for name, value in (head.headers if head else [])]
    robots = join_directives([value for name, value in said if name == ROBOTS_TAG])
    headers = {**dict(said), **({ROBOTS_TAG: robots} if robots else {})}
    headers.setdefault("content-type", rec.get_header("Content-Type") or "")
    content = record.raw_stream.read() if head is None else bytes(record.content_stream().read())
    body = unwrap(Body(content), headers, limit)
    return Answer(
        url=_address(record),
        status=int(head.get_statuscode() or 0) if head else 200,
        headers=headers,
        body=body.data[:limit],
        truncated=bool(rec.get_header("WARC-Truncated")) or body.truncated or len(body.data) > limit,
        rendered=rec.get_header("WARC-Type") == "conversion",
        fetched_at=_date(record) or datetime.now(UTC),
    )


def _address(record: Any) -> str:
    return normalize((record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>"))


def _date(record: Any) -> datetime | None:
    date = record.rec_headers.get_header("WARC-Date") or ""
    found = datetime.fromisoformat(date) if date else None
    return found.replace(tzinfo=UTC) if found is not None and found.tzinfo is None else found


def _worth(record: Any) -> tuple[bool, datetime] | None:
    """Whether a record tells of its page, and when it was made, for comparison; None where its end is missing."""
    try:
        status = int(record.http_headers.get_statuscode() or 0) if record.http_headers else 200
        worth = (status < 500 and status != TOO_MANY, _date(record) or OLDEST)
        return worth if _is_whole(record) else None
    except _BROKEN:
        return None
