"""Names as people write them, brought to the form in which they are compared, and the form in which they are shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_TITLES = re.compile(
    r"^(?:(?:prof(?:essor)?|dr|mr|mrs|ms|miss|sir|dame|rev|hon|ir|assoc|asst|emeritus|lecturer)\b\.?\s+)+",
    re.IGNORECASE,
)
_DEGREES = re.compile(
    r"(?:,?\s+(?:ph\.?\s?d\.?|m\.?d\.?|mfa|m\.?sc?\.?|b\.?sc?\.?|m\.?a\.?|b\.?a\.?|mba|jd|edd|dphil|esq|jr|sr)\.?)+$",
    re.IGNORECASE,
)
_PUNCTUATION = re.compile(r"[^\w\s+#&-]|_")
_SPACE = re.compile(r"\s+")
_CODE = re.compile(r"([a-z]{1,6}(?:/[a-z]{1,6})*)[\s-]?(\d{1,5}[a-z]{0,3}(?:[-/][a-z\d]{1,4})*)")
PERSON = "person"
VALUE = "value"


_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
_CHINESE_TITLES = re.compile(r"(?<=[\u4e00-\u9fff]{2})(?:副教授|助理教授|教授|博士|讲师|老师|先生|女士)$")


def fold(text: str) -> str:
    """Full- and half-width, accents, case and white space made equal; letters of other scripts stay."""
    wide = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text))
    bare = "".join(character for character in wide if not unicodedata.combining(character))
    return _SPACE.sub(" ", unicodedata.normalize("NFC", bare)).strip().casefold().translate(_LETTERS)


def clean_person(name: str) -> str:
    """A person's name without titles and degrees, given name first: `Quill, Ada, PhD` gives `Ada Quill`."""
    text = _SPACE.sub(" ", unicodedata.normalize("NFKC", name)).strip(" .,;:")
    text = _CHINESE_TITLES.sub("", _DEGREES.sub("", _TITLES.sub("", text)).strip(" .,;:"))
    family, comma, given = text.partition(",")
    if comma and given.strip() and "," not in given:
        text = f"{given.strip()} {family.strip()}"
    return _TITLES.sub("", text)


def name_key(kind: str, name: str) -> str:
    """The form of a name that makes an entity's id; equal keys of one type are one entity."""
    if kind == VALUE:
        return _SPACE.sub(" ", unicodedata.normalize("NFKC", name)).strip()
    folded = fold(clean_person(name) if kind == PERSON else name)
    code = _CODE.fullmatch(folded.replace("–", "-"))
    if code and kind != PERSON:
        return f"{code[1]} {code[2]}"
    return _SPACE.sub(" ", _PUNCTUATION.sub(" ", folded)).strip()


def display_name(kind: str, key: str, names: Iterable[str]) -> str:
    """The best of several names of one thing: a pure function of the set, so that it forgets what was taken away.

    Names whose own key is the thing's key come first, then mixed case, then the longer one.
    """
    candidates = sorted({_shown(kind, name) for name in names if name.strip()})
    bare = key.partition("@")[0]
    return max(candidates, key=lambda name: (name_key(kind, name) == bare, *_quality(name)), default=bare)


def _shown(kind: str, name: str) -> str:
    text = clean_person(name) if kind == PERSON else _SPACE.sub(" ", name).strip()
    if kind == PERSON and len(text) > 3 and text == text.upper() != text.lower():
        return text.title()
    return text


def _quality(name: str) -> tuple[bool, int, int, str]:
    mixed = name not in (name.upper(), name.lower())
    accents = sum(ord(character) > 127 for character in name)
    return (mixed, min(len(name), 60), accents, name)
