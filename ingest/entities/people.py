"""Names of people in lines that name one: `Ada M. Quill, PhD, Chemistry, Chair`, `Prof. Quill`, `魏杉岚`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from core.records import Link
from ingest.entities.profile import Profile

_PARTICLES = r"(?:de|del|della|der|den|di|da|dos|du|van|von|la|le|el|al|bin|ibn|ter|ten|y|e)"
_LETTER = r"[^\W\d_\u4e00-\u9fff]"
_WORD = rf"(?:{_LETTER}\.(?:-?{_LETTER}\.)*|(?![a-z](?![a-z]?[A-Z])){_LETTER}[\w’'`´]*(?:[-‐]{_LETTER}[\w’'`´]*)*)"
_NICK = r"(?:[(“\"][^\W\d_]+[)”\"](?=\s+[^\W\d_]))"
_NAME = rf"{_WORD}(?:\s+(?:{_PARTICLES}\s+)*(?:{_WORD}|{_NICK})){{1,4}}(?:,?\s+(?:Jr|Sr)\b\.?|\s+I{{2,3}})?"
_OTHER_SCRIPT = re.compile(
    r"^(?P<name>[^\u4e00-\u9fff：:，,;；—–]{4,}?)\s*[(（]?\s*(?P<alias>[\u4e00-\u9fff·]{2,5})(?![\u4e00-\u9fff])\s*[)）]?(?P<rest>.*)$"
)
_CHINESE = re.compile(r"[\u4e00-\u9fff]{2,4}(?:·[\u4e00-\u9fff]+)?")
_CHINESE_TITLE = re.compile(r"(?:博士|教授|副教授|讲师|老师|先生|女士)$")


_BETWEEN = re.compile(r"[;；、]|\s+(?:and|&|und|et|with)\s+|,\s+(?=(?:Dr|Prof)\b)")
_TURNED = re.compile(rf"{_WORD}(?:[ ]{_WORD}){{0,2}},\s+(?:{_LETTER}\.[\s-]?){{0,3}}{_LETTER}(?:\.|(?![\w])|$)")
_LETTERS = rf"(?:{_LETTER}\.[\s-]?){{1,4}}"
_FAMILY = rf"(?:{_PARTICLES}\s+)*{_WORD}(?:[ ]{_WORD}(?=,?\s+[A-Z](?:\.|\b)))?"
_ONE_AUTHOR = rf"(?:{_LETTERS}\s?{_FAMILY}|{_FAMILY},\s+{_LETTERS}|{_FAMILY}\s+(?:{_LETTERS}|[A-Z]{{1,3}}\b))"
_AUTHOR = re.compile(_ONE_AUTHOR)
_CITED = re.compile(rf"^{_ONE_AUTHOR}(?:(?:\s*[,;&]|\s+and\b|,\s+and\b|\s*,\s*&)\s*{_ONE_AUTHOR})*(?=[\s,.:;(\[]|$)")
_BEFORE_TITLE = re.compile(
    r"^(?P<names>[^()\[\]\"“”:?!\d]{5,300}?)[,.\s]*(?:[(\[](?:19|20)\d\d|[\"“]|[,.]\s(?:19|20)\d\d\b)"
)
_LEADING = re.compile(rf"^(?:{_PARTICLES}\s+)+")
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
            rf"^(?P<title>(?:(?:{titles})\s+)*)(?P<name>{_NAME}|{_WORD},\s+{_WORD}(?:\s+{_WORD}){{0,2}})(?:\s*[,，:：;–—(]\s*(?P<rest>.*)|\s*)$"
        ),
        proof=re.compile(rf"^(?:(?:{degrees})(?=$|[,;\s)/])|(?:{ranks}))"),
        titled=re.compile(rf"^(?:{titles})\s"),
        in_text=re.compile(rf"\b(?:{titles})\s+(?P<name>{_NAME})"),
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
    match = patterns.line.match(text)
    if not match:
        return None
    name, rest = match["name"].strip(" ,"), (match["rest"] or "").strip()
    if text[match.end("name") :].lstrip()[:1] in (":", "：") and patterns.titled.match(rest):
        return read_person(rest, profile, expected=expected)  # what stands before is a label
    sure = bool(patterns.proof.match(rest) or match["title"])
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


def cited_names(text: str, profile: Profile) -> list[str]:
    """The authors at the head of a citation: `Quill A, Lee BC.`, `A. Quill, B. C. Lee and C. Ott`, `Quill, A., Lee, B.`

    Names written out count where the year or the quoted title follows them at once.
    """
    head = _CITED.match(text)
    if head:
        names = [match[0].strip(" ,") for match in _AUTHOR.finditer(head[0])]
    else:
        before = _BEFORE_TITLE.match(text)
        names = split_names(before["names"], profile) if before else []
        if len(names) == 1 and "," not in names[0]:
            return []
    read = [read_person(_LEADING.sub("", name), profile, expected=True) for name in names]
    return names if all(person and not person.rest for person in read) else []


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
    if profile.people.not_names.search(bare):
        return None
    return PersonLine(bare, rest.strip(), sure)
