"""What a site answers for addresses that cannot exist, asked once a folder and compared with its pages.

A page that is what its folder answers for anything is missing, or the whole site is closed for now. So is the page to
which such addresses are redirected, when it says so. Words alone never decide here: they only say where to ask.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from string import ascii_lowercase

from core.records import PageStatus
from core.urls import page_key, read_location, resolve, section_of, split_url
from crawler.answers import Answer, Entry
from crawler.markup import without_markup

Ask = Callable[[Entry], Awaitable[Answer]]
MAX_PROBES = 60
SHORT_WORDS = 120
ALIKE = 0.85
OWN_WORDS = 3
_ENTITY = re.compile(rb"&[#\w]+;")
_WORD = re.compile(rb"[^\W\d_]{2,}|[\x80-\xff]+")
_MISSING = re.compile(
    r"not (be )?found|could not find|couldn.t find|cannot find|can.t find|no longer (exists?|available)|does not "
    r"exist|doesn.t exist|has been (removed|moved|deleted)|page (is )?missing|\b404\b|nicht gefunden|existiert nicht|"
    r"introuvable|n.existe (pas|plus)|no encontrad|no existe|não encontrad|non trovat|non esiste|niet gevonden|"
    r"hittades inte|не найден|bulunamad|未找到|找不到|不存在|已(被)?删除|見つかりません",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"maintenance|wartung|mantenimiento|manutenzione|manutenção|onderhoud|back soon|be back|(temporarily|currently) "
    r"unavailable|维护|維護|メンテナンス",
    re.IGNORECASE,
)
_ERROR_NAME = re.compile(r"error|errore|404|not-?_?found|missing|fehler|erreur|oops", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Missing:
    """What a folder answers for nothing: `words` is None when it answers honestly with an error, or elsewhere.

    `says_so`: it says that nothing is there.
    """

    words: frozenset[bytes] | None = None
    fingerprint: str = ""
    says_so: bool = False


class Probes:
    """One probe a folder at most, and only as many as a crawl can afford."""

    def __init__(self, ask: Ask, fingerprint: Callable[[Answer], Awaitable[str]]) -> None:
        self._ask = ask
        self._fingerprint = fingerprint
        self._known: dict[str, asyncio.Future[Missing]] = {}
        self._ends: set[str] = set()
        self.sent = 0

    async def judge(self, url: str, body: bytes, fingerprint: str, words: int, title: str) -> PageStatus | None:
        """Soft 404 or maintenance for a page answered with 200 that is what any address gets; else None."""
        said = f"{title}\n{_start(body)[:2000]}"
        suspect = words < SHORT_WORDS and bool(_MISSING.search(said))
        if self._is_end(url) and (suspect or _ERROR_NAME.search(split_url(url).path)):
            return PageStatus.SOFT_404
        folder = self._folder(url, suspect=suspect)
        if folder is None:
            return None
        missing = await self._missing(url, folder)
        if missing.words is None:
            return None
        alike = fingerprint == missing.fingerprint != "" or _alike(words_of(body, url), missing.words)
        if alike and words < SHORT_WORDS and _CLOSED.search(said):
            return PageStatus.MAINTENANCE
        if split_url(url).path.rstrip("/") == split_url(folder).path.rstrip("/"):
            return None  # a site may answer everything with its first page
        return PageStatus.SOFT_404 if alike or (suspect and missing.says_so) else None

    async def see_redirect(self, url: str, target: str) -> None:
        """Find out whether an address that is sent to what looks like an error page stands for any in its folder."""
        if _ERROR_NAME.search(split_url(target).path) and self.sent < MAX_PROBES:
            await self._missing(url, self._folder_of(url, 1))

    async def _missing(self, url: str, folder: str) -> Missing:
        """What the folder answers for nothing; pages that come while it is being asked wait for the same answer."""
        if folder not in self._known:
            self._known[folder] = asyncio.ensure_future(self._probe(url, folder))
        return await self._known[folder]

    def _folder(self, url: str, *, suspect: bool) -> str | None:
        folder = self._folder_of(url, 8 if suspect else 1)
        if folder in self._known or suspect:
            return folder
        return folder if self.sent < MAX_PROBES else None

    def _folder_of(self, url: str, depth: int) -> str:
        parts = split_url(url)
        return f"{parts.scheme}://{parts.netloc}{section_of(url, depth)}"

    async def _probe(self, url: str, folder: str) -> Missing:
        self.sent += 1
        ending = re.search(r"\.\w{2,5}\Z", split_url(url).path)
        name = "".join(secrets.choice(ascii_lowercase) for _ in range(16))
        address = f"{folder}{name}{ending[0] if ending else ''}"
        answer = await self._ask(Entry(url=address))
        location = answer.headers.get("location", "").strip()
        if 300 <= answer.status < 400 and location:
            self._note_end(resolve(answer.url, read_location(location)), name)
        if answer.status != 200 or not answer.body:
            return Missing()
        says_so = _MISSING.search(_start(answer.body)) is not None
        return Missing(words_of(answer.body, address), await self._fingerprint(answer), says_so)

    def _is_end(self, url: str) -> bool:
        """Whether addresses that cannot exist were sent here."""
        return page_key(url) in self._ends or _end_of(url) in self._ends

    def _note_end(self, target: str, name: str) -> None:
        """Remember where addresses that cannot exist are sent, unless it is the first page or a place of their own."""
        path = split_url(target).path
        if name not in path and path.strip("/"):
            self._ends.add(page_key(target) if name not in target else _end_of(target))


def words_of(body: bytes, url: str) -> frozenset[bytes]:
    """The words of a page, apart from a repetition of its own address."""
    text = _plain(body[:200_000])
    for echo in (url, split_url(url).path):
        if len(echo) > 3:
            text = text.replace(echo.encode(), b" ")
    return frozenset(_WORD.findall(text.lower()))


def likeness(first: frozenset[bytes], second: frozenset[bytes]) -> float:
    """Shared words over all words, 0 to 1."""
    union = len(first | second)
    return len(first & second) / union if union else 1.0


def _end_of(url: str) -> str:
    """An address without its query, which may name the one that was not found."""
    return page_key(url.partition("?")[0])


def _alike(first: frozenset[bytes], second: frozenset[bytes]) -> bool:
    """Equal but for a word or three: a shared menu alone makes no two pages alike."""
    return max(len(first - second), len(second - first)) <= OWN_WORDS and likeness(first, second) >= ALIKE


def _start(body: bytes) -> str:
    return _plain(body[:20_000]).decode("utf-8", "replace")


def _plain(body: bytes) -> bytes:
    return _ENTITY.sub(b" ", without_markup(body, b" "))
