"""How a page ended: one status and one reason."""

from __future__ import annotations

import re

from core.records import PageStatus
from ingest.html.meta import Declared
from ingest.html.reader import Reading
from ingest.html.walls import Said, asks_to_sign_in, is_challenge, says_closed, says_denied, says_missing

FEW_WORDS = 25
LEAST_OWN = 6
STUB_WORDS = 120
AT_ONCE = 10.0
_APP = re.compile(
    r"""id=["']?(?:root|app|__next|__nuxt|svelte|___gatsby|main-app|application)["'\s>]|data-reactroot|ng-app|ng-version"""
)
_NEEDS = re.compile(
    r"(?:enable|requires?|activate|turn on) javascript|javascript (?:is )?(?:required|disabled|enabled)", re.IGNORECASE
)


def judge(text: str, declared: Declared, reading: Reading, said: Said, url: str) -> tuple[PageStatus, str]:
    """(status, reason) of an HTML page, from its source, what it declares and what it shows."""
    if _sends_on(declared, said, url):
        return PageStatus.REDIRECT, f"The page sends its reader on to {declared.refresh}."
    if reading.root is None:
        return PageStatus.EMPTY, "The page has no content."
    if is_challenge(text, declared.title, said):
        return PageStatus.CHALLENGE, "The site asks whether the reader is human instead of showing the page."
    if said.words < FEW_WORDS:
        status = _judge_short(text, declared, reading, said)
        if status is not None:
            return status
    wall = _judge_wall(declared, reading, said)
    if wall is not None:
        return wall
    if reading.too_deep:
        return (
            PageStatus.TRUNCATED,
            "Elements are nested deeper than 2,048 levels; what follows that place was left out.",
        )
    return PageStatus.OK, ""


def _judge_wall(declared: Declared, reading: Reading, said: Said) -> tuple[PageStatus, str] | None:
    """What stands in the page's place, if anything does."""
    if says_closed(declared.title, said):
        return PageStatus.MAINTENANCE, "The site says that it cannot be used now, under a status of success."
    if says_missing(declared.title, said):
        return PageStatus.SOFT_404, "The page says that it does not exist, under a status of success."
    if said.words < 80 and _wants_password(declared.title, reading, said):
        return PageStatus.LOGIN, "The page asks for a password and says little else."
    if says_denied(declared.title, said):
        return PageStatus.LOGIN, "The page says that its reader may not see it."
    return None


def _wants_password(title: str, reading: Reading, said: Said) -> bool:
    """Whether a page has a login, and not only as the frame around what it says itself."""
    if reading.passwords or not reading.frame_passwords:
        return reading.passwords > 0
    return said.inner_words < LEAST_OWN or asks_to_sign_in(title, said)


def refreshes_to(declared: Declared, url: str) -> str | None:
    """The other address to which a page refreshes, or None."""
    target = declared.refresh
    return target if target and _without_fragment(target) != _without_fragment(url) else None


def _sends_on(declared: Declared, said: Said, url: str) -> bool:
    """Whether a refresh leaves no time to read: at once, or from a page that says next to nothing."""
    if not refreshes_to(declared, url):
        return False
    return said.words < (STUB_WORDS if declared.refresh_after < AT_ONCE else FEW_WORDS)


def _judge_short(text: str, declared: Declared, reading: Reading, said: Said) -> tuple[PageStatus, str] | None:
    if reading.fallback == "script":
        return None
    if _wants_password(declared.title, reading, said):  # a login may name its fields inside them alone
        return None
    scripts = text.count("<script")
    app = _APP.search(text) is not None
    if (scripts and said.words == 0) or (app and scripts) or (scripts and _NEEDS.search(said.text)):
        return PageStatus.NEEDS_BROWSER, "The page is made by JavaScript and says almost nothing without it."
    if said.words == 0 and reading.too_deep:
        return PageStatus.EMPTY, "Elements are nested deeper than 2,048 levels, and no text stands before that place."
    if said.words == 0 and not reading.links:
        return PageStatus.EMPTY, "The page has no visible text."
    return None


def _without_fragment(url: str) -> str:
    return url.split("#")[0].rstrip("/")
