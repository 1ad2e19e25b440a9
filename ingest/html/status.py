"""How a page ended: one status and one reason."""

from __future__ import annotations

import re

from core.records import PageStatus
from ingest.html.meta import Declared
from ingest.html.reader import Reading

FEW_WORDS = 25
_GONE = re.compile(
    r"\b(?:page not found|not found|no longer (?:exists|available)|could not find|cannot be found|doesn.t exist)\b"
    r"|页面不存在|找不到",
    re.IGNORECASE,
)
_CODE = re.compile(r"\W*(?:(?:http|error|fehler|erreur)\W*){0,2}404(?:\s+error)?\s*(?:\Z|[-–—|:·!])", re.IGNORECASE)
"""A title that is the code of the error: a course, a room or a street may bear the same number."""
_CHALLENGE = re.compile(
    r"just a moment|checking your browser|verify (?:that )?you are (?:a )?human|attention required|ddos protection"
    r"|enable javascript and cookies to continue|请完成安全验证|are you a robot|captcha",
    re.IGNORECASE,
)
_APP = re.compile(
    r"""id=["']?(?:root|app|__next|__nuxt|svelte|___gatsby|main-app|application)["'\s>]|data-reactroot|ng-app|ng-version"""
)
_NEEDS = re.compile(
    r"(?:enable|requires?|activate|turn on) javascript|javascript (?:is )?(?:required|disabled|enabled)", re.IGNORECASE
)


def judge(text: str, declared: Declared, reading: Reading, said: str, words: int, url: str) -> tuple[PageStatus, str]:
    """(status, reason) of an HTML page. `said` is the start of its visible text, `words` how much there is of it."""
    if declared.refresh and _without_fragment(declared.refresh) != _without_fragment(url) and words < 200:
        return PageStatus.REDIRECT, f"The page sends its reader on to {declared.refresh}."
    if reading.root is None:
        return PageStatus.EMPTY, "The page has no content."
    if words < 200 and _CHALLENGE.search(f"{declared.title} {said[:600]}"):
        return PageStatus.CHALLENGE, "The site asks whether the reader is human instead of showing the page."
    if words < FEW_WORDS:
        status = _judge_short(text, declared, reading, said, words)
        if status is not None:
            return status
    if words < 120 and _says_gone(declared, said):
        return PageStatus.SOFT_404, "The page says that it does not exist, under a status of success."
    if reading.passwords and words < 80:
        return PageStatus.LOGIN, "The page asks for a password and says little else."
    if reading.too_deep:
        return (
            PageStatus.TRUNCATED,
            "Elements are nested deeper than 2,048 levels; what follows that place was left out.",
        )
    return PageStatus.OK, ""


def _judge_short(
    text: str, declared: Declared, reading: Reading, said: str, words: int
) -> tuple[PageStatus, str] | None:
    scripts = text.count("<script")
    app = _APP.search(text) is not None
    if (scripts and words == 0) or (app and scripts and words < FEW_WORDS) or (scripts and _NEEDS.search(said)):
        return PageStatus.NEEDS_BROWSER, "The page is made by JavaScript and says almost nothing without it."
    if words == 0 and not reading.links:
        return PageStatus.EMPTY, "The page has no visible text."
    return None


def _says_gone(declared: Declared, said: str) -> bool:
    head = said[:300]
    if _GONE.search(declared.title) or _CODE.match(declared.title):
        return True
    return _GONE.search(head) is not None and "404" in f"{declared.title} {head}"


def _without_fragment(url: str) -> str:
    return url.split("#")[0].rstrip("/")
