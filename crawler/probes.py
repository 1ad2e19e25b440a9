"""Soft 404: what a site answers for an address that cannot exist, asked once a folder and compared with its pages."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from string import ascii_lowercase

from core.urls import section_of, split_url
from crawler.answers import Answer, Entry

Ask = Callable[[Entry], Awaitable[Answer]]
MAX_PROBES = 60
SHORT_WORDS = 120
ALIKE = 0.85
OWN_WORDS = 3
_TAGS = re.compile(rb"<(script|style)\b.*?</\1\s*>|<[^>]*>|&[#\w]+;", re.DOTALL | re.IGNORECASE)
_WORD = re.compile(rb"[^\W\d_]{2,}|[\x80-\xff]+")
_MISSING = re.compile(
    r"not (be )?found|could not find|couldn.t find|cannot find|can.t find|no longer (exists?|available)|does not "
    r"exist|doesn.t exist|"
    r"has been (removed|moved|deleted)|page (is )?missing|\b404\b|nicht gefunden|introuvable|no encontrad|"
    r"未找到|找不到|不存在|已(被)?删除|見つかりません",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Missing:
    """What a folder answers for nothing: `words` is None when it answers honestly with an error."""

    words: frozenset[bytes] | None = None
    fingerprint: str = ""


class Probes:
    """One probe a folder at most, and only as many as a crawl can afford."""

    def __init__(self, ask: Ask, fingerprint: Callable[[Answer], str]) -> None:
        self._ask = ask
        self._fingerprint = fingerprint
        self._known: dict[str, asyncio.Future[Missing]] = {}
        self.sent = 0

    async def says_missing(self, url: str, body: bytes, fingerprint: str, words: int, title: str) -> bool:
        """Whether a page answered with 200 is what its folder answers for any address at all."""
        folder = self._folder(url, words, body, title)
        if folder is None:
            return False
        missing = await self._missing(url, folder)
        if missing.words is None or split_url(url).path.rstrip("/") == split_url(folder).path.rstrip("/"):
            return False
        return fingerprint == missing.fingerprint != "" or _alike(words_of(body, url), missing.words)

    async def _missing(self, url: str, folder: str) -> Missing:
        """What the folder answers for nothing; pages that come while it is being asked wait for the same answer."""
        if folder not in self._known:
            self._known[folder] = asyncio.ensure_future(self._probe(url, folder))
        return await self._known[folder]

    def _folder(self, url: str, words: int, body: bytes, title: str) -> str | None:
        parts = split_url(url)
        suspect = words < SHORT_WORDS and bool(_MISSING.search(title) or _MISSING.search(_start(body)))
        folder = f"{parts.scheme}://{parts.netloc}{section_of(url, 8 if suspect else 1)}"
        if folder in self._known or suspect:
            return folder
        return folder if self.sent < MAX_PROBES else None

    async def _probe(self, url: str, folder: str) -> Missing:
        self.sent += 1
        ending = re.search(r"\.\w{2,5}\Z", split_url(url).path)
        name = "".join(secrets.choice(ascii_lowercase) for _ in range(16))
        address = f"{folder}{name}{ending[0] if ending else ''}"
        answer = await self._ask(Entry(url=address))
        if answer.status != 200 or not answer.body:
            return Missing()
        return Missing(words_of(answer.body, address), self._fingerprint(answer))


def words_of(body: bytes, url: str) -> frozenset[bytes]:
    """The words of a page, apart from a repetition of its own address."""
    text = _TAGS.sub(b" ", body[:200_000])
    for echo in (url, split_url(url).path):
        if len(echo) > 3:
            text = text.replace(echo.encode(), b" ")
    return frozenset(_WORD.findall(text.lower()))


def likeness(first: frozenset[bytes], second: frozenset[bytes]) -> float:
    """Shared words over all words, 0 to 1."""
    union = len(first | second)
    return len(first & second) / union if union else 1.0


def _alike(first: frozenset[bytes], second: frozenset[bytes]) -> bool:
    """Equal but for a word or three: a shared menu alone makes no two pages alike."""
    return max(len(first - second), len(second - first)) <= OWN_WORDS and likeness(first, second) >= ALIKE


def _start(body: bytes) -> str:
    return _TAGS.sub(b" ", body[:20_000]).decode("utf-8", "replace")
