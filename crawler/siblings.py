"""The other half of a site in two languages, where only a script leads to it: asked for once, never guessed further."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from core.urls import origin_of
from crawler.answers import Answer, Entry

Ask = Callable[[Entry], Awaitable[Answer]]
OTHER = "en"
COUNTRIES = {"cn": "zh", "hk": "zh", "tw": "zh", "jp": "ja", "kr": "ko", "se": "sv", "dk": "da", "cz": "cs", "gr": "el"}


class Siblings:
    """Pages under /zh/, in Chinese, on a site that links nowhere else: is there an /en/ too? One request a host."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._asked: set[str] = set()

    async def look(self, url: str, lang: str, is_known: Callable[[str], bool]) -> Answer | None:
        """What the first page of the other half answers, when there is one to ask for and it answers well."""
        if not language_folder(url, lang):
            return None
        other = f"{origin_of(url)}/{OTHER}/"
        if other in self._asked or is_known(other):
            return None
        self._asked.add(other)
        answer = await self._ask(Entry(url=other))
        return answer if answer.status == 200 and answer.body else None


def language_folder(url: str, lang: str) -> str:
    """The first folder of an address when it names the page's language, and that is not the other one."""
    first = urlsplit(url).path.split("/")[1:2]
    name = first[0].lower() if first else ""
    said = lang.lower().replace("_", "-")
    code = name.replace("_", "-").split("-")[0]
    spoken = COUNTRIES.get(code, code)
    return name if said and spoken == said.split("-")[0] != OTHER and len(code) == 2 else ""
