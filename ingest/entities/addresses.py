"""E-mail addresses, also those written so that harvesters miss them: `a.quill (at) uni (dot) example`."""

from __future__ import annotations

import re

EMAIL = re.compile(r"[\w.+'-]+@[\w-]+(?:\.[\w-]+)+")
_AT = re.compile(
    r"(?<=[\w])\s*(?:[\[({<]\s*(?:at|@|ät|arroba|arobase|chez|a)\s*[\])}>]|\s(?:AT|_at_|\(@\))\s)\s*(?=[\w])",
    re.IGNORECASE,
)
_LOUD_AT = re.compile(r"(?<=\w)\s+AT\s+(?=\w)")
_DOT = re.compile(r"(?<=\w)\s*[\[({<]\s*(?:dot|punkt|point|punto|punt|nokta|\.)\s*[\])}>]\s*(?=\w)", re.IGNORECASE)
_SAID_DOT = re.compile(r"(?<=\w)\s+(?:DOT|dot|Punkt)\s+(?=\w)")
ATTRIBUTE = "email"


def reveal(text: str) -> str:
    """A text with the addresses in it as a mail program wants them."""
    if not re.search(r"(?i)[\[({<]|\sat\s", text):
        return text
    found = _AT.sub("@", text)
    if found == text and _SAID_DOT.search(text):
        found = re.sub(r"(?<=\w)\s+(?:AT|at)\s+(?=\w+(?:[\w.-]*\w)?(?:\s+(?:DOT|dot|Punkt)\s+\w|\.))", "@", text)
    found = found if found != text else _LOUD_AT.sub("@", text)
    return text if found == text else _SAID_DOT.sub(".", _DOT.sub(".", found))


def plain_address(text: str, attribute: str = ATTRIBUTE) -> str:
    """The one address in the value of an attribute that is one, else the value."""
    if attribute != ATTRIBUTE:
        return text
    found = {match[0].rstrip(".") for match in EMAIL.finditer(reveal(text))}
    return found.pop() if len(found) == 1 else text
