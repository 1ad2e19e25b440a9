"""How one person's name is written in lists of publications: by style, with and without accents, dots and blanks."""

from __future__ import annotations

import re
import unicodedata
from random import Random

from tests.sites.centre_names import Someone

_PARTICLES = frozenset(("van", "von", "de", "der", "den", "da", "dos", "del", "la", "le", "di", "della"))
_SPECIAL = str.maketrans(
    {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ß": "ss", "æ": "ae", "ı": "i", "đ": "d", "Đ": "D", "Þ": "Th", "þ": "th",
     "ð": "d", "ę": "e"}
)  # fmt: skip
_GERMAN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "ø": "oe", "å": "aa", "Å": "Aa"}
)


def plain(text: str) -> str:
    """Without accents, as old printers have it."""
    bare = unicodedata.normalize("NFD", text.translate(_SPECIAL))
    return unicodedata.normalize("NFC", "".join(one for one in bare if not unicodedata.combining(one)))


def letters(given: str, dot: str, gap: str, hyphen: str) -> str:
    """The initials of given names: `J. A.`, `J.A.`, `JA`, `J.-P.`"""
    words = [[part[0].upper() + dot for part in re.split("-", word)] for word in given.split()]
    return gap.join(hyphen.join(word) for word in words)


def _family(one: Someone, chance: Random) -> str:
    words = one.family.split()
    two = len(words) == 2 and not any(word.lower() in _PARTICLES for word in words) and "vn" not in one.marks
    if two and words[0] != "Al":
        return chance.choice((one.family, one.family, "-".join(words), words[0]))
    if "vn" in one.marks:
        return words[0]
    return one.family


def _given(one: Someone, chance: Random) -> str:
    given = one.given
    if "vn" not in one.marks and " " in given and chance.random() < 0.4:
        given = given.split()[0]
    return given


def write_name(one: Someone, style: str, chance: Random, *, ascii_only: bool) -> str:
    """A name as a style writes it."""
    family, given, suffix = _family(one, chance), _given(one, chance), one.notes.get("suffix", "")
    if ascii_only:
        german = any(letter in family + given for letter in "äöüÖÜ") and chance.random() < 0.5
        family, given = (plain(text.translate(_GERMAN) if german else text) for text in (family, given))
    return _in_style(style, family, given, suffix)


def _in_style(style: str, family: str, given: str, suffix: str) -> str:
    dotted, behind, apart = letters(given, ".", " ", "-"), f" {suffix}" * bool(suffix), f", {suffix}" * bool(suffix)
    first, *rest = given.split()
    forms = {
        "full": f"{given} {family}{behind}",
        "middle": " ".join((first, *(f"{word[0]}." for word in rest), family)) + apart,
        "turned": f"{family}, {given}{apart}",
        "apa": f"{family}, {dotted}{apart}",
        "harvard": f"{family}, {letters(given, '.', '', '-')}",
        "ieee": f"{dotted} {family}{behind}",
        "tight": f"{letters(given, '.', '', '-')} {family}",
        "vancouver": f"{family} {letters(given, '', '', '')}{behind.rstrip('.')}",
        "dotted": f"{family} {letters(given, '.', '', '')}",
        "east": f"{family.upper()} {given}",
        "capitals": f"{given} {family.upper()}",
    }
    return forms[style]
