"""Between entries and Scrapy: requests as they are sent, answers as they come."""

from __future__ import annotations

from typing import Any

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadConnectionRefusedError,
    DownloadTimeoutError,
    StopDownload,
)
from scrapy.http import Request, Response
from twisted.internet.error import ConnectionClosed

from core.directives import ROBOTS_TAG, join_directives
from core.records.snapshot import AUDIENCE
from crawler.answers import Answer, Entry
from crawler.bodies import unpack, unwrap
from crawler.job import Job
from crawler.network import HeadersWithoutEnd
from crawler.redirects import cookie_header
from crawler.retries import ENDLESS_HEADERS, REFUSED_ADDRESS

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,application/pdf;q=0.8,*/*;q=0.5"
SKIPPED_TYPES = ("video/", "audio/", "image/", "font/", "application/zip", "application/x-iso")
BIG = 1_000_000
FAILURES: dict[Any, str] = {
    HeadersWithoutEnd: ENDLESS_HEADERS,
    ConnectionClosed: "no answer: the connection was closed",
    "OpenSSL.SSL.Error": "no answer: no secure connection (TLS) came about",
}
"""What the ends of connections mean, by their kinds; those of a library that is not loaded here go by name."""


class Wire:
    """Makes the requests of one crawl and reads its responses."""

    def __init__(self, job: Job) -> None:
        self._job = job
        self._request = job.request

    def request_for(self, entry: Entry) -> Request:
        """The request of an entry: conditional where its history allows, with its host's credentials."""
        headers = {"Accept": ACCEPT, "Accept-Encoding": "gzip, deflate, br, zstd", "User-Agent": self._job.user_agent}
        headers.update(self._conditions(entry))
        headers.update(self._job.credentials.headers(entry.asked))
        if entry.cookies:
            headers["Cookie"] = cookie_header(entry)
        meta = {"entry": entry, "download_timeout": self._request.timeout}
        return Request(entry.asked, headers=headers, meta=meta, dont_filter=True)

    def answer(self, response: Response, entry: Entry) -> Answer:
        """What came, with its body unpacked within the limit."""
        encodings = ",".join(value.decode("latin-1") for value in response.headers.getlist("Content-Encoding"))
        headers = self._headers(response, entry)
        body = unwrap(unpack(response.body, encodings, self._request.max_body), headers, self._request.max_body)
        lost = "dataloss" in response.flags
        return Answer(
            url=entry.asked,
            status=response.status,
            headers=headers,
            body=body.data[: self._request.max_body],
            cookies=tuple(value.decode("latin-1") for value in response.headers.getlist("Set-Cookie")),
            truncated=body.truncated or lost or "download_stopped" in response.flags,
            warnings=body.warnings,
            failure="the body ended early" if lost else "",
        )

    def failure(self, entry: Entry, error: object) -> Answer:
        """What it means that nothing came."""
        if isinstance(error, CannotResolveHostError):
            refused = self._job.guard.has_refused(entry.asked)
            return Answer(entry.asked, 0, failure=REFUSED_ADDRESS if refused else "its host was not found")
        if isinstance(error, DownloadTimeoutError):
            said = f"no whole answer within {self._request.timeout:g} seconds"
            return Answer(entry.asked, 0, failure=said, took_all=True)
        return Answer(entry.asked, 0, failure=_said(error))

    def limit_body(self, data: bytes, request: Request, spider: Any) -> None:
        """Signal `bytes_received`: stop at the limit and keep what came."""
        received = request.meta["received"] = request.meta.get("received", 0) + len(data)
        if received > self._request.max_body:
            raise StopDownload(fail=False)

    def skip_body(self, headers: Any, body_length: int, request: Request, spider: Any) -> None:
        """Signal `headers_received`: do not load what is big and no text."""
        kind = (headers.get("Content-Type") or b"").decode("latin-1").lower()
        if kind.startswith(SKIPPED_TYPES) and (not isinstance(body_length, int) or body_length > BIG):
            raise StopDownload(fail=False)

    def _headers(self, response: Response, entry: Entry) -> dict[str, str]:
        headers = {name: value for name, value in _headers(response).items() if name != AUDIENCE}
        audience = self._job.credentials.audience(entry.asked)
        return {**headers, AUDIENCE: audience} if audience else headers

    def _conditions(self, entry: Entry) -> dict[str, str]:
        known = entry.known
        if known is None or self._request.full or entry.asked != known.url or not known.body_hash:
            return {}
        if known.snapshot and not self._job.books.snapshots.has(known.snapshot):
            return {}
        conditions = {"If-None-Match": known.etag or "", "If-Modified-Since": known.last_modified or ""}
        return {name: value for name, value in conditions.items() if value}


def _said(error: object) -> str:
    """Why nothing came, in words; the name of an error that has none."""
    if isinstance(error, DownloadConnectionRefusedError):
        return "no answer: the connection was refused"
    for reason in getattr(getattr(error, "__cause__", None), "reasons", ()):
        kind = reason.check(*FAILURES)
        if kind is not None:
            return FAILURES[kind]
    return f"no answer ({type(error).__name__})"


def _headers(response: Response) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, values in response.headers.items():
        name, said = key.decode("latin-1").lower(), [value.decode("latin-1") for value in values]
        found[name] = join_directives(said) if name == ROBOTS_TAG else ", ".join(said)
    return found
