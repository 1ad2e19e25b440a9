"""The main content of a page, or what answers a question, as Markdown; for `extract` on the command line and HTTP."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from core.errors import IngestError, SettingsError
from core.records import TreeBlock

LEAST_MAIN = 0.5
MOST_BYTES = 50_000_000


async def extract_page(body: bytes, url: str, question: str | None = None, content_type: str = "") -> dict[str, Any]:
    """Title, status, Markdown and the blocks kept. `question` keeps only blocks that bear on it."""
    return await asyncio.to_thread(_extract, body, url, question, content_type)


def _extract(body: bytes, url: str, question: str | None, content_type: str) -> dict[str, Any]:
    from ingest.html import parse

    page = parse(body, url, content_type)
    if question:
        page_blocks = _relevant(page.blocks, question)
    else:
        page_blocks = [block for block in page.blocks if block.leaf and block.main >= LEAST_MAIN]
    return {
        "url": page.url,
        "title": page.meta.title,
        "lang": page.meta.lang,
        "status": str(page.status),
        "reason": page.reason,
        "markdown": _markdown(page_blocks),
        "blocks": [_block(block) for block in page_blocks],
    }


def _relevant(blocks: tuple[TreeBlock, ...], question: str) -> list[TreeBlock]:
    leaves = [block for block in blocks if block.leaf]
    words = _words(question)
    scored = [(len(words & _words(" ".join((*block.heading_path, block.text)))), block) for block in leaves]
    best = max((score for score, _ in scored), default=0)
    return [block for score, block in scored if best and score >= max(1, best / 2)]


def _words(text: str) -> set[str]:
    folded = "".join(letter if letter.isalnum() else " " for letter in text.casefold()).split()
    pairs = {word[at : at + 2] for word in folded if not word.isascii() for at in range(len(word) - 1)}
    return {word for word in folded if len(word) > 2 and word.isascii()} | pairs


def _markdown(blocks: list[TreeBlock]) -> str:
    parts: list[str] = []
    shown: tuple[str, ...] = ()
    for block in blocks:
        same = next((i for i, (a, b) in enumerate(zip(shown, block.heading_path, strict=False)) if a != b), None)
        start = min(len(shown), len(block.heading_path)) if same is None else same
        parts += [
            f"{'#' * min(6, level + 1)} {block.heading_path[level]}" for level in range(start, len(block.heading_path))
        ]
        shown = block.heading_path
        parts.append(block.markdown)
    return "\n\n".join(part for part in parts if part.strip())


def _block(block: TreeBlock) -> dict[str, Any]:
    return {
        "kind": block.kind,
        "heading_path": list(block.heading_path),
        "text": block.text,
        "markdown": block.markdown,
        "anchor": block.anchor,
        "main": round(block.main, 3),
    }


def read_source(source: str, url: str | None, *, allow_private: bool = False) -> tuple[bytes, str, str]:
    """Bytes, address and content type of a file, of standard input (-), or of an address."""
    if source == "-":
        return sys.stdin.buffer.read(), url or "https://example.org/", ""
    if source.startswith(("http://", "https://")):
        return _fetch(source, allow_private=allow_private)
    path = Path(source)
    try:
        return path.read_bytes(), url or "https://example.org/", ""
    except OSError as error:
        raise SettingsError(
            f"{source} cannot be read ({error.strerror}); give a file, an http(s) address or -."
        ) from error


def _fetch(url: str, *, allow_private: bool) -> tuple[bytes, str, str]:
    import httpx

    from app.fetching import make_guarded_client

    with make_guarded_client(url, allow_private=allow_private) as client:
        try:
            with client.stream("GET", url) as answer:
                answer.raise_for_status()
                body = bytearray()
                for piece in answer.iter_bytes():
                    body += piece
                    if len(body) > MOST_BYTES:
                        raise IngestError(f"{url} is larger than {MOST_BYTES // 1_000_000} MB; save it and cut it.")
                return bytes(body), str(answer.url), answer.headers.get("content-type", "")
        except httpx.HTTPError as error:
            raise IngestError(f"{url} could not be fetched ({error}); check the address.") from error
