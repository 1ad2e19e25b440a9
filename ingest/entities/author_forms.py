"""Names of authors with initials, one after another: `Holt, A., Lee, B.`, `A. Holt and B. Lee`, `Holt A, Lee BC`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.entities.people import PARTICLES
from ingest.names import CAPITAL, spread_initials

LETTER = r"[^\W\d_\u3400-\u9fff]"
WORD = rf"(?![a-z]){LETTER}[\w’'`´]*(?:[-‐–]{LETTER}[\w’'`´]*)*"
FAMILY = rf"(?:{PARTICLES}\s+)*{WORD}(?:\s+(?:{PARTICLES}\s+)*{WORD}(?<!\s[{CAPITAL}])){{0,2}}?"
_DOTTED = rf"(?:{LETTER}\.\s?[-‐]?\s?){{0,3}}{LETTER}\."
_BARE = rf"(?!II|IV\b)[{CAPITAL}](?:[-‐\s]?[{CAPITAL}]){{0,2}}(?!\w|\.\w)"
SON = r"(?:,?\s+(?:Jr|Sr)\b\.?|,?\s+I{2,3}\b|,?\s+IV\b)?"
_END = r"(?=\s*(?:$|[,;、:.&·|•(\[“\"‘«]|and\b|und\b|et\b|y\b|(?:19|20)\d\d))"
# `John A. Holt` is no `John, A.`
_MIDDLE = rf"(?!{LETTER}\.\s+(?:{PARTICLES}\s+)*{WORD}(?:\s+{WORD})?\s*(?:[.,;、&(\[“·|•]|and\b|$))"
_FORMS = tuple(
    re.compile(text)
    for text in (
        rf"(?P<family>{FAMILY}),\s+(?P<initials>{_DOTTED}|{_BARE}{_END}){SON}",
        rf"(?P<initials>{_DOTTED})\s?(?P<family>{FAMILY}){SON}{_END}",
        rf"(?P<family>{FAMILY})\s+{_MIDDLE}(?P<initials>{_DOTTED}|{_BARE}){SON}{_END}",
    )
)
_BETWEEN = re.compile(r"\s*(?:,\s*&|,\s*(?:and|und|et)\b|[,;、&]|\b(?:and|und|et|with)\b)\s*")
_LAST = re.compile(r"&|\b(?:and|und|et)\b")
OTHERS = re.compile(r"[\s,;&]*(?:\band\b\s*)?(?:\bet\s+al\b\.?|\band others\b|\bu\.\s?a\.|…|\.\.\.)")
MAX_GLUED = 3


@dataclass(frozen=True, slots=True)
class Author:
    """A name as it stands in a text, and with its initials one by one. `sure`: its form alone tells a person."""

    written: str
    name: str
    sure: bool = True

    @property
    def whole(self) -> bool:
        """Whether it is written out, without initials."""
        return not re.search(r"\b[^\W\d_](?:\.|\b)", self.name)


def take_authors(text: str, start: int) -> tuple[list[Author], int]:
    """Names of one form from a place on, and where they end. Behind a first `Holt, A.` others may stand as `B. Lee`."""
    for place, form in enumerate(_FORMS):
        allowed = (form, _FORMS[1]) if place == 0 else (form,)
        if form.match(text, start) and (taken := _take_form(text, start, allowed))[0]:
            return taken
    return [], start


def _take_form(text: str, start: int, forms: Sequence[re.Pattern[str]]) -> tuple[list[Author], int]:
    found: list[Author] = []
    place = end = start
    last = False
    while match := next((match for form in forms if (match := form.match(text, place))), None):
        author = _author(match)
        if author is None:
            break
        found.append(author)
        end = match.end()
        between = _BETWEEN.match(text, end)
        if others := OTHERS.match(text, end):
            return found, others.end()
        if not between or (last and not _LAST.search(between[0])):
            break
        place, last = between.end(), bool(_LAST.search(between[0]))
    return found, end


def _author(match: re.Match[str]) -> Author | None:
    """An author from a match; capitals behind a capital family name are no initials: `VAN DEN Heuvel`."""
    family, initials, written = match["family"], match["initials"], match[0].strip(" ,")
    undotted = "." not in initials
    if undotted and family.isupper() and len(family) <= MAX_GLUED:
        return None
    son = written[max(match.end("family"), match.end("initials")) - match.start() :].strip(" ,.")
    letters = spread_initials(initials)
    return Author(written, " ".join(part for part in (letters, family, son) if part))
