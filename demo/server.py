"""A loopback web server for the demo site, with the manners and the bad habits of real ones.

`python -m demo.server [--port N]` serves until interrupted; in a test:

    with serve() as (server, url):
        ...

Pages are files of `demo/site/`; the site's own origin in them becomes the address asked. It answers conditional
requests, redirects, sends soft 404 pages under `/news/` and has an endless calendar.
"""

from __future__ import annotations

import argparse
import calendar
import functools
import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.utils import formatdate, parsedate_to_datetime
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

SITE = Path(__file__).parent / "site"
ORIGIN = "https://www.northmere.example"
REDIRECTS = {"/apply": "/admission/", "/people/feaugier": "/people/jonah-feaugier.html", "/index.html": "/"}
SOFT_404 = "/news/"
CALENDAR = "/events/calendar"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".xml": "application/xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".pdf": "application/pdf",
}
OLD_TYPES = {"/zh/guide/transport.html": "text/html", "/departments/coastal-engineering.html": "text/html"}


@dataclass(frozen=True, slots=True)
class Reply:
    """What goes back for one address; `modified` is seconds since 1970, 0 for pages without validators."""

    status: HTTPStatus
    body: bytes = b""
    content_type: str = TYPES[".html"]
    location: str = ""
    modified: float = 0.0
    headers: dict[str, str] = field(default_factory=dict)


def answer(target: str, host: str, site: Path = SITE) -> Reply:
    """Return the reply to a GET of `target` (path and query) for the `Host` that was asked."""
    parts = urlsplit(target)
    path = unquote(parts.path)
    if path in REDIRECTS:
        return Reply(HTTPStatus.FOUND, location=REDIRECTS[path])
    if path == CALENDAR:
        return Reply(HTTPStatus.OK, _calendar_page(parts.query))
    found = _find_file(path, site)
    if found is None:
        return _missing(path, host, site)
    if found.is_dir():
        return Reply(HTTPStatus.MOVED_PERMANENTLY, location=path + "/")
    return _file_reply(path, found, host)


def _find_file(path: str, site: Path) -> Path | None:
    root = site.resolve()
    file = (root / path.lstrip("/")).resolve()
    if not file.is_relative_to(root):
        return None
    if path.endswith("/"):
        file /= "index.html"
    return file if file.exists() else None


def _file_reply(path: str, file: Path, host: str) -> Reply:
    kind = OLD_TYPES.get(path) or TYPES.get(file.suffix, "application/octet-stream")
    return Reply(HTTPStatus.OK, _localise(file, host), kind, modified=file.stat().st_mtime)


def _localise(file: Path, host: str) -> bytes:
    body = file.read_bytes()
    return body if file.suffix == ".pdf" else body.replace(ORIGIN.encode(), f"http://{host}".encode())


def _missing(path: str, host: str, site: Path) -> Reply:
    page = site / "404.html"
    body = _localise(page, host) if page.exists() else b"no such page"
    soft = path.startswith(SOFT_404)
    return Reply(HTTPStatus.OK if soft else HTTPStatus.NOT_FOUND, body)


def _calendar_page(query: str) -> bytes:
    asked = parse_qs(query).get("month", ["2026-11"])[0]
    try:
        year, month = (int(part) for part in asked.split("-"))
        name = f"{calendar.month_name[month]} {year}"
    except (ValueError, IndexError):
        year, month, name = 2026, 11, "November 2026"
    number = year * 12 + month - 1
    before, after = (f"{n // 12}-{n % 12 + 1:02}" for n in (number - 1, number + 1))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calendar, {name}</title></head><body><main>'
        f'<h1>{name}</h1><p>No events this month.</p><p><a href="{CALENDAR}?month={before}">Earlier</a> '
        f'<a href="{CALENDAR}?month={after}">Later</a> <a href="/events/">Events</a></p></main></body></html>'
    ).encode()


class Handler(BaseHTTPRequestHandler):
    """Answers GET and HEAD, with validators where the reply has a date."""

    protocol_version = "HTTP/1.1"
    server_version = "Northmere/1.0"
    disable_nagle_algorithm = True
    wbufsize = -1

    def __init__(self, site: Path, *args: object) -> None:
        self.site = site
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Send the whole reply."""
        self._send(with_body=True)

    def do_HEAD(self) -> None:
        """Send the headers alone."""
        self._send(with_body=False)

    def do_POST(self) -> None:
        """Refuse: the demo's forms lead nowhere."""
        self.close_connection = True
        self._write(Reply(HTTPStatus.METHOD_NOT_ALLOWED, b"This form leads nowhere.", TYPES[".txt"]), with_body=True)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Keep quiet: the crawl report says what was asked."""

    def _send(self, *, with_body: bool) -> None:
        reply = answer(self.path, self.headers.get("Host") or "127.0.0.1", self.site)
        if reply.modified and self._is_known(reply):
            reply = Reply(HTTPStatus.NOT_MODIFIED, reply.body, reply.content_type, modified=reply.modified)
        self._write(reply, with_body=with_body)

    def _is_known(self, reply: Reply) -> bool:
        tags = self.headers.get("If-None-Match")
        if tags:
            return make_etag(reply.body) in [tag.strip().removeprefix("W/") for tag in tags.split(",")]
        return int(reply.modified) <= _read_date(self.headers.get("If-Modified-Since"))

    def _write(self, reply: Reply, *, with_body: bool) -> None:
        self.send_response(reply.status)
        if reply.modified:
            self.send_header("ETag", make_etag(reply.body))
            self.send_header("Last-Modified", formatdate(reply.modified, usegmt=True))
            self.send_header("Cache-Control", "no-cache")
        if reply.location:
            self.send_header("Location", reply.location)
        silent = reply.status == HTTPStatus.NOT_MODIFIED
        if not silent:
            self.send_header("Content-Type", reply.content_type)
            self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if with_body and not silent:
            self.wfile.write(reply.body)


def make_etag(body: bytes) -> str:
    """Return the strong entity tag of a body."""
    return f'"{hashlib.sha256(body).hexdigest()[:16]}"'


def _read_date(text: str | None) -> float:
    try:
        return parsedate_to_datetime(text).timestamp() if text else -1.0
    except ValueError:
        return -1.0


class DemoServer(ThreadingHTTPServer):
    """One thread a connection; a client that hangs up is no news."""

    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore broken connections, which crawlers leave behind when stopped."""


def make_server(port: int = 0, site: Path = SITE) -> DemoServer:
    """Bind the demo server to loopback; port 0 takes a free one."""
    return DemoServer(("127.0.0.1", port), functools.partial(Handler, site))


@contextmanager
def serve(port: int = 0, site: Path = SITE) -> Iterator[tuple[DemoServer, str]]:
    """Serve `site` from a thread for as long as the block lasts; yields the server and its address with a slash."""
    server = make_server(port, site)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield server, f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def main() -> None:
    """Serve until interrupted (Ctrl-C)."""
    cli = argparse.ArgumentParser(prog="python -m demo.server", description="Serve the demo site on loopback.")
    cli.add_argument("--port", type=int, default=8750, help="port on 127.0.0.1 (default 8750; 0 takes a free one)")
    server = make_server(cli.parse_args().port)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)  # noqa: T201
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
