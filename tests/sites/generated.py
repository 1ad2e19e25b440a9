"""A generated site of any size, served from a process of its own so that it does not share the crawler's core."""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import blake2b
from multiprocessing.connection import Connection

from tests.sites.server import Asked, Reply, Running, handler_of, missing

SECTIONS = 23
LINKS = 20
SYLLABLES = ["ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va"]


def generated(count: int, validators: bool, asked: Asked) -> Reply:
    """Page `n` of `count`: about 500 words of its own, a menu, and links to twenty others."""
    number = _number(asked.path, count)
    if number is None:
        return missing()
    etag = f'"{number}-1"'
    headers = (("ETag", etag),) if validators else ()
    if validators and asked.headers.get("if-none-match") == etag:
        return Reply(status=304, headers=headers)
    return Reply(_page(number, count), headers=headers)


def _number(path: str, count: int) -> int | None:
    if path == "/":
        return 0
    name = path.rsplit("/", 1)[1].removesuffix(".html")
    return int(name) if name.isdigit() and int(name) < count and path.startswith("/s") else None


def _page(number: int, count: int) -> str:
    targets = {(number * 7 + step * 13 + 1) % count for step in range(LINKS)} | {(number + 1) % count}
    items = "".join(f'<li><a href="/s{n % SECTIONS}/p/{n}.html">{_words(n, 2)}</a></li>' for n in sorted(targets))
    menu = "".join(f'<a href="/s{n}/p/{n}.html">Part {n}</a> ' for n in range(min(15, count)))
    text = "".join(f"<p>{_words(number * 100 + part, 60)}.</p>" for part in range(8))
    head = f"<title>{_words(number, 3)}</title>"
    return f"<!doctype html><html lang=en><head>{head}</head><body><nav>{menu}</nav><main><h1>{_words(number, 3)}</h1>{text}<ul>{items}</ul></main></body></html>"  # noqa: E501


def _words(seed: int, count: int) -> str:
    bits = blake2b(str(seed).encode(), digest_size=64).digest() * (count // 20 + 1)
    return " ".join(
        "".join(SYLLABLES[b >> 4] + SYLLABLES[b & 15] for b in bits[n * 3 : n * 3 + 2]) for n in range(count)
    )


@contextmanager
def serve_generated(count: int, *, validators: bool = True) -> Iterator[str]:
    """Serve it until the block ends; the address of its first page."""
    context = multiprocessing.get_context("forkserver")
    mine, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(count, validators, theirs), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{mine.recv()}/"
    finally:
        process.terminate()
        process.join()


def _serve(count: int, validators: bool, pipe: Connection) -> None:
    asyncio.run(_serve_for_ever(count, validators, pipe))


async def _serve_for_ever(count: int, validators: bool, pipe: Connection) -> None:
    running = Running(0, keep=False)
    site = partial(generated, count, validators)
    server = await asyncio.start_server(handler_of(site, running), "127.0.0.1", 0)
    pipe.send(server.sockets[0].getsockname()[1])
    await server.serve_forever()
