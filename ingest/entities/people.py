"""Names of people in lines that name one: `Ada M. Quill, PhD, Chemistry, Chair`, `Prof. Quill`, `魏杉岚`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.records import Link
from ingest.entities.profile import Profile
from ingest.names import split_title

PARTICLES = r"(?:de|del|della|der|den|di|da|dos|du|van|von|la|le|el|al|bin|ibn|ter|ten|y|e)"
_LETTER = r"[^\W\d_\u4e00-\u9fff]"
_WORD = rf"(?:{_LETTER}\.(?:-?{_LETTER}\.)*|(?![a-z](?![a-z]?[A-Z])){_LETTER}[\w’'`´]*(?:[-‐]{_LETTER}[\w’'`´]*)*)"
_NICK = r"(?:[(“\"][^\W\d_]+[)”\"](?=\s+[^\W\d_]))"
NAME = rf"{_WORD}(?:\s+(?:{PARTICLES}\s+)*(?:{_WORD}|{_NICK})){{1,4}}(?:,?\s+(?:Jr|Sr)\b\.?|,?\s+(?:I{{2,3}}|IV)\b)?"
_OTHER_SCRIPT = re.compile(
    r"^(?P<name>[^\u4e00-\u9fff：:，,;；—–]{4,}?)\s*[(（]?\s*(?P<alias>[\u4e00-\u9fff·]{2,5})(?![\u4e00-\u9fff])\s*[)）]?(?P<rest>.*)$"
)
_CHINESE = re.compile(r"[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]+)?")
_CHINESE_TITLE = re.compile(
    r"(?:(?:助理|客座|特聘|讲座|講座|兼职|兼職|荣誉|榮譽|名誉|名譽|副)?教授|博士|高级讲师|讲师|講師|老师|老師|教师|教師|先生|女士)$"
)
_CHINESE_RANK = re.compile(
    r"^(?:助理|客座|特聘|讲座|講座|兼职|兼職|荣誉|榮譽|名誉|名譽|指导|指導|主讲|主講|任课|任課|授课|授課|高级|高級|资深|資深)+$"
)


_BETWEEN = re.compile(r"[;；、]|\s+(?:and|&|und|et|with)\s+|,\s+(?=(?:Dr|Prof)\b)")
_TURNED = re.compile(rf"{_WORD}(?:[ ]{_WORD}){{0,2}},\s+(?:{_LETTER}\.[\s-]?){{0,3}}{_LETTER}(?:\.|(?![\w])|$)")
_UNIT = re.compile(
    r"(?i)\b(?:department|school|university|program(?:me)?|studies|center|centre|institute|college|of)\b"
)
MAX_NAME_WORDS = 6


@dataclass(frozen=True, slots=True)
class PersonLine:
    """A line that names one person: the name as written, what follows it, and whether the line itself says so."""

    name: str
    rest: str
    sure: bool
    alias: str = ""


@dataclass(frozen=True, slots=True)
class _Patterns:
    line: re.Pattern[str]
    proof: re.Pattern[str]
    titled: re.Pattern[str]
    in_text: re.Pattern[str]


@lru_cache(maxsize=8)
def _patterns(degrees: str, ranks: str, titles: str) -> _Patterns:
    return _Patterns(
        line=re.compile(
            rf"^(?P<title>(?:(?:{titles})\s+)*)(?P<name>{NAME}|{_WORD},\s+{_WORD}(?:\s+{_WORD}){{0,2}})(?:\s*[,，:：;–—(]\s*(?P<rest>.*)|\s*)$"
        ),
        proof=re.compile(rf"^(?:(?:{degrees})(?=$|[,;\s)/])|(?:{ranks}))"),
        titled=re.compile(rf"^(?:{titles})\s"),
        in_text=re.compile(rf"\b(?:{titles})\s+(?P<name>{NAME})"),
    )


def read_person(text: str, profile: Profile, *, expected: bool = False) -> PersonLine | None:
    """The person that a line names; `expected` when its heading or page says that it lists people."""
    rule = profile.people
    patterns = _patterns(rule.degrees, rule.ranks, rule.titles)
    if len(text) > 300:
        return None
    if chinese := _read_chinese(text, profile, expected):
        return chinese
    if both := _OTHER_SCRIPT.match(text):
        person = read_person(both["name"] + both["rest"], profile, expected=True)
        return replace(person, alias=both["alias"]) if person else None
    titles, bare = split_title(text)
    match = patterns.line.match(bare)
    if not match:
        return None
    name, rest = match["name"].strip(" ,"), (match["rest"] or "").strip()
    if bare[match.end("name") :].lstrip()[:1] in (":", "：") and patterns.titled.match(rest):
        return read_person(rest, profile, expected=expected)  # what stands before is a label
    sure = bool(patterns.proof.match(rest) or match["title"] or titles)
    if "," in name and patterns.proof.match(name.split(",", 1)[1].strip()):
        name, _, more = name.partition(",")
        rest, sure = f"{more.strip()} {rest}".strip(), True
    proved = bool(patterns.proof.match(rest)) and _has_shape(name) and not _is_made_of_ranks(name, patterns)
    if not (proved or is_name(name, profile)) or not (sure or expected):
        return None
    return PersonLine(name, rest, sure)


def _has_shape(name: str) -> bool:
    """Whether this could be a name by its form alone: a degree behind it outweighs a word such as Hall or Music."""
    return 2 <= len(name.replace(",", " ").split()) <= MAX_NAME_WORDS and not _UNIT.search(name)


def _is_made_of_ranks(name: str, patterns: _Patterns) -> bool:
    """Whether all words are ranks: `Chair Professor` before another rank is nobody."""
    return all(patterns.proof.match(word) for word in name.replace(",", " ").split())


def is_name(name: str, profile: Profile) -> bool:
    """Whether this may be a person's name: at least two words, none of which belongs to other things, and no code."""
    if profile.codes.pattern.search(name):
        return False
    words = name.replace(",", " ").split()
    return (2 <= len(words) <= 6 and not profile.people.not_names.search(name) and not name.isupper()) or _is_loud(
        name, profile
    )


def _is_loud(name: str, profile: Profile) -> bool:
    words = name.split()
    return (
        name.isupper()
        and 2 <= len(words) <= 3
        and all(len(word) > 1 for word in words)
        and not profile.people.not_names.search(name)
    )


def unglue(text: str, links: Sequence[Link], profile: Profile) -> str:
    """A text with a semicolon between a linked name and another name beside it, with nothing but space between."""
    for link in links:
        name = " ".join(link.text.split())
        before, found, after = text.partition(name) if name else (text, "", "")
        if not found or not is_name(name, profile):
            continue
        if after[:1].isspace() and _is_bare_name(after.split()[:2], profile):
            after = f";{after}"
        if before[-1:].isspace() and before.rstrip()[-1:].isalpha() and _is_bare_name(before.split()[-2:], profile):
            before = f"{before.rstrip()}; "
        text = f"{before}{found}{after}"
    return text


def _is_bare_name(words: Sequence[str], profile: Profile) -> bool:
    """Whether two words are a name, and not a title, a degree or a rank."""
    patterns = _patterns(profile.people.degrees, profile.people.ranks, profile.people.titles)
    text = " ".join(words)
    if len(words) < 2 or not words[0][-1].isalpha() or not all(word[0].isupper() for word in words):
        return False
    other = patterns.proof.match(text) or patterns.titled.match(f"{text} ")
    return not other and is_name(text.rstrip(",;."), profile)


def split_names(text: str, profile: Profile) -> list[str]:
    """The parts of a list of people: `Ada Quill, Bo Lee and C. Ott`, `Quill, A. M., Lee, B.`, `Quill AM; Lee B`."""
    return [name for part in _BETWEEN.split(text) for name in _split_commas(part.strip(" .。,，"), profile)]


def _split_commas(part: str, profile: Profile) -> list[str]:
    pieces = [piece.strip() for piece in re.split(r"[,，]", part)]
    if len(pieces) > 1 and all(is_name(piece, profile) for piece in pieces):
        return pieces
    turned = list(_TURNED.finditer(part))
    if turned and not re.sub(r"[\s,，.]", "", _TURNED.sub("", part)):
        return [match[0].strip(" ,") for match in turned]
    return [part]


def titled_names(text: str, profile: Profile) -> list[tuple[str, int]]:
    """Names that follow a title in running text, with their places."""
    rule = profile.people
    pattern = _patterns(rule.degrees, rule.ranks, rule.titles).in_text
    return [
        (match["name"].rstrip(" ,"), match.start("name"))
        for match in pattern.finditer(text)
        if is_name(match["name"], profile)
    ]


def _read_chinese(text: str, profile: Profile, expected: bool) -> PersonLine | None:
    name, _, rest = re.sub(r"[：:，,（(]", "\x00", text, count=1).partition("\x00")
    bare = _CHINESE_TITLE.sub("", name.strip())
    sure = bare != name.strip()
    if not (expected or sure) or not 2 <= len(bare) <= 4 or not _CHINESE.fullmatch(bare):
        return None
    if profile.people.not_names.search(bare) or _CHINESE_RANK.match(bare):
        return None
    return PersonLine(bare, rest.strip(), sure)
