"""Names as people write them, brought to the form in which they are compared, and the form in which they are shown."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

import opencc

_TITLES = re.compile(
    r"^(?:(?:(?:prof(?:essor(?:in)?|\.ssa|a(?=\.))?|dra?|mr|mrs|ms|mme|mlle|frau|herr|miss|sir|dame|rev|hon|ir|assoc|asst"
    r"|emeritus|lecturer|dipl|dott(?:\.ssa)?|doç|a/p|pd)\b"
    r"\.?|(?:priv|apl|univ|jun|ing|habil|rer|nat|phil|med|iur|jur|oec|pol|mult|lic|mag|öğr|arş|gör|yrd|h\.\s?c|ph\.\s?d)\."
    r"|(?<=öğr\.\s)üyesi\b)"
    r"(?:\s+|(?=-)|(?<=\.)(?=\w)|$)|-(?:ing|prof|doz|dr|inf|math|phys|kfm|kffr|biol|chem|wirt|psych)\b\.?\s*)+",
    re.IGNORECASE,
)
# Of these, the ones that nobody bears as a name.
_TELLING_TITLE = re.compile(
    r"\b(?:prof|dra?|mrs?|ms|mme|mlle|frau|herr|dott|doç|pd|dipl)\b|prof|a/p|h\.\s?c|-ing|habil", re.IGNORECASE
)
_DEGREES = re.compile(
    r"(?:,?\s+(?:ph\.?\s?d\.?|m\.?d\.?|mfa|m\.?sc?\.?|b\.?sc?\.?|m\.?a\.?|b\.?a\.?|mba|jd|edd|dphil|esq)\.?)+$",
    re.IGNORECASE,
)
_SUFFIX = re.compile(r"^(?P<name>.+?\s\S+?),?\s+(?P<suffix>jr|sr|junior|ii|iii|iv)\b\.?$", re.IGNORECASE)
# A family name followed by initials only: `Quill A. M.`, `de la Cruz AM`. Two capitals with a vowel may be a name.
CAPITAL = "A-ZÀ-ÖØ-ÞŁŚŠŽŻŹČĆĎŇŘŤŐŰİĞŞĀĒĪŪ"
_PART = r"[^\W\d_]*[^\W\d_A-Z][^\W\d_]*"
_FAMILY_FIRST = re.compile(
    rf"^(?P<family>(?:[a-z]{{1,3}}\s+|[A-Za-z]['’])*{_PART}(?:[-'’ ]{_PART}){{0,2}}|[A-Z]{{4,}}(?:[- ][A-Z]{{4,}})?)"
    rf"\s+(?P<initials>(?:[{CAPITAL}]\.\s?-?){{0,3}}[{CAPITAL}]\.?|[B-DF-HJ-NP-TV-XZ]{{2,3}})$"
)
# A family name in capitals before a given name that is not: `HOLT Maren`, `VAN DEN BERG Anna`.
_FAMILY_LOUD = re.compile(
    rf"^(?P<family>(?:[{CAPITAL}][{CAPITAL}'’-]+)(?:\s[{CAPITAL}][{CAPITAL}'’-]+){{0,4}})"
    rf"\s+(?P<given>[{CAPITAL}][^\W\dA-Z_]+(?:[\s-][{CAPITAL}]?[^\W\dA-Z_]+){{0,2}})$"
)
_APOSTROPHE = re.compile(r"(?<=\w)['’‘`´ʼ](?=\w)")
_PUNCTUATION = re.compile(r"[^\w\s+#&-]|_")
_SPACE = re.compile(r"\s+")
_CODE = re.compile(r"([a-z]{1,6}(?:/[a-z]{1,6})*)[\s-]?(\d{1,5}[a-z]{0,3}(?:[-/][a-z\d]{1,4})*)")
PERSON = "person"
VALUE = "value"


_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "ı": "i", "þ": "th"})
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CHINESE_TITLES = re.compile(r"(?<=[\u4e00-\u9fff]{2})(?:副教授|助理教授|教授|博士|讲师|講師|老师|老師|先生|女士)$")


def fold(text: str) -> str:
    """Width, accents, case, white space and the two Chinese scripts made equal; letters of other scripts stay."""
    wide = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text))
    bare = "".join(character for character in wide if not unicodedata.combining(character))
    folded = _SPACE.sub(" ", unicodedata.normalize("NFC", bare)).strip().casefold().translate(_LETTERS)
    return simplify(folded) if _CHINESE.search(folded) else folded


def simplify(text: str) -> str:
    """Traditional Chinese characters as simplified ones."""
    return str(_converter().convert(text))


@lru_cache(maxsize=1)
def _converter() -> opencc.OpenCC:
    return opencc.OpenCC("t2s")


def split_title(text: str) -> tuple[str, str]:
    """The titles before a name, if they can be nothing else, and what follows them."""
    match = _TITLES.match(text)
    if not match or not _TELLING_TITLE.search(match[0]):
        return "", text
    return match[0].strip(), text[match.end() :]


def clean_person(name: str) -> str:
    """A person's name without titles and degrees, given name first: `Quill, Ada, PhD` gives `Ada Quill`.

    `Quill A. M.` gives `A. M. Quill`; what tells a father from his son stays behind the name.
    """
    text = _SPACE.sub(" ", unicodedata.normalize("NFKC", name)).strip(" .,;:")
    text = _CHINESE_TITLES.sub("", _DEGREES.sub("", _TITLES.sub("", text)).strip(" ,;:-"))
    suffix = ""
    if match := _SUFFIX.match(text):
        text, suffix = match["name"].strip(" ,"), _suffix(match["suffix"])
    text = text.strip(" ;:") if suffix else text.rstrip(" ;:")
    text = _FAMILY_LOUD.sub(_turn, text)
    family, comma, given = text.partition(",")
    if comma and given.strip() and "," not in given:
        text = f"{given.strip()} {family.strip()}"
    elif match := _FAMILY_FIRST.match(text):
        text = f"{spread_initials(match['initials'])} {match['family']}"
    return _TITLES.sub("", f"{text} {suffix}".strip())


def _turn(match: re.Match[str]) -> str:
    """`HOLT Maren` as `Maren HOLT`; two capitals alone may be initials as well as a name."""
    return f"{match['given']} {match['family']}" if len(match["family"]) > 2 else match[0]


def _suffix(text: str) -> str:
    return text.upper() if text.lower().startswith("i") else f"{text[0].upper()}r"


def spread_initials(initials: str) -> str:
    """Initials one by one: `AM` and `A.M.` give `A. M.`"""
    return " ".join(f"{letter}." for letter in re.findall(f"[{CAPITAL}]", initials))


def name_key(kind: str, name: str) -> str:
    """The form of a name that makes an entity's id; equal keys of one type are one entity."""
    if kind == VALUE:
        return _SPACE.sub(" ", unicodedata.normalize("NFKC", name)).strip()
    folded = fold(_APOSTROPHE.sub("", clean_person(name)) if kind == PERSON else name)
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
