"""A small loopback HTTP server whose site is one function, with every fault a web server can have."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from time import monotonic
from urllib.parse import parse_qs, urlsplit


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as it came. Header names are lower-case; `port` is the server's own, `at` its monotonic clock."""

    target: str
    headers: Mapping[str, str]
    port: int
    at: float = field(default_factory=monotonic)

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.target).query, keep_blank_values=True)


@dataclass(frozen=True, slots=True)
class Reply:
    """What the site answers. `raw` is sent as it stands instead; `length` lies about the body's; `pause` is slow."""

    body: bytes | str = b""
    status: int = 200
    kind: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    raw: bytes | None = None
    length: int | None = None
    pause: float = 0.0
    endless: bytes = b""
    drop: bool = False


Site = Callable[[Asked], Reply]


def page(title: str, *links: str, text: str = "", head: str = "") -> Reply:
    """A small page with a heading, a paragraph and a list of links."""
    items = "".join(f'<li><a href="{link}">{link}</a></li>' for link in links)
    body = f"<main><h1>{title}</h1><p>{text or title}</p><ul>{items}</ul></main>"
    return Reply(f"<!doctype html><html lang=en><head><title>{title}</title>{head}</head><body>{body}</body></html>")


def missing() -> Reply:
    """An honest 404."""
    return Reply("<!doctype html><title>Missing</title><p>Nothing stands here.</p>", 404)


def moved(location: str, status: int = 302, *cookies: str) -> Reply:
    """A redirect, with the cookies that it sets."""
    return Reply(status=status, headers=(("Location", location), *(("Set-Cookie", cookie) for cookie in cookies)))


def routes(table: Mapping[str, Reply | Callable[[Asked], Reply]]) -> Site:
    """A site by path; anything else is an honest 404."""

    def site(asked: Asked) -> Reply:
        found = table.get(asked.path, missing())
        return found(asked) if callable(found) else found

    return site


@dataclass(slots=True)
class Running:
    """A running server: its address, and every request it got."""

    port: int
    asked: list[Asked] = field(default_factory=list)
    keep: bool = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def paths(self) -> list[str]:
        """The targets asked for, without robots.txt, sitemap and probes."""
        return [asked.target for asked in self.asked if asked.target not in ("/robots.txt", "/sitemap.xml")]


@contextmanager
def serve(site: Site, host: str = "127.0.0.1") -> Iterator[Running]:
    """Serve a site in a thread until the block ends."""
    loop = asyncio.new_event_loop()
    running = Running(0)
    server = loop.run_until_complete(asyncio.start_server(handler_of(site, running), host, 0))
    running.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield running
    finally:
        asyncio.run_coroutine_threadsafe(_stop(server), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _stop(server: asyncio.Server) -> None:
    server.close()
    tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def handler_of(site: Site, running: Running) -> Callable[[asyncio.StreamReader, asyncio.StreamWriter], object]:
    """What asyncio calls for each connection."""

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                asked = _parse(head, running.port)
                if running.keep:
                    running.asked.append(asked)
                if not await _send(site(asked), writer):
                    break
        writer.close()

    return handle


def _parse(head: bytes, port: int) -> Asked:
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = (line.split(":", 1) for line in lines if ":" in line)
    return Asked(first.split(" ")[1], {name.lower(): value.strip() for name, value in pairs}, port)


async def _send(reply: Reply, writer: asyncio.StreamWriter) -> bool:
    """Send a reply; whether the connection goes on."""
    if reply.drop:
        return False
    if reply.endless:
        await _send_endless(reply, writer)
        return False
    if reply.raw is not None:
        writer.write(reply.raw)
        await writer.drain()
        return False
    await asyncio.sleep(reply.pause)
    body = reply.body.encode() if isinstance(reply.body, str) else reply.body
    length = len(body) if reply.length is None else reply.length
    headers = (("Content-Type", reply.kind), ("Content-Length", str(length)), *reply.headers)
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    writer.write(f"HTTP/1.1 {reply.status} Said\r\n{head}\r\n".encode("latin-1") + body)
    await writer.drain()
    return length == len(body)


async def _send_endless(reply: Reply, writer: asyncio.StreamWriter) -> None:
    writer.write(reply.raw or b"")
    while True:
        writer.write(reply.endless)
        await writer.drain()
        await asyncio.sleep(reply.pause)
