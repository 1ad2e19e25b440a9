"""The authors in entries of lists of publications, however a list writes them.

`Holt, A., & Lee, B. (2020). Title`, `[3] A. Holt and B. Lee, “Title”`, `Holt A, Lee BC. Title`, `Ada Holt1,2*, Bo
Lee1. Title`, `HOLT Ada, LEE Bo (2020)`, `“Title”, A. Holt`, `Title. Ada Holt, Bo Lee. Journal`, `author = {Holt,
Ada and Lee, Bo}`. A name is given back as it is written, and as it is meant: `Holt MA` has two initials, and no degree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.entities.author_forms import FAMILY, LETTER, OTHERS, SON, WORD, Author, take_authors
from ingest.entities.people import MAX_NAME_WORDS, PARTICLES, is_name, read_person, split_names
from ingest.entities.profile import Profile

_NUMBER = re.compile(
    r"^\s*(?:\[[\w-]{1,12}\]|\(?\d{1,3}[.)]|[•·▪–—-])\s+|^\s*(?:by|von|par|por|Authors?:)\s+", re.IGNORECASE
)
_VENUE = re.compile(rf"^\w*[A-Z]{{2,}}\w*(?:\s[A-Z]\w+){{0,2}}\s(?:19|20)\d\d[:,.]?\s+(?={LETTER}\.)")
_MARKS = re.compile(
    r"(?<=[^\W\d_])\.?(?:\s?(?:\d{1,2}(?!\d)|[*†‡§¶#✉∗]|\([a-z*†]\)))(?:,?\s?(?:\d{1,2}(?!\d)|[*†‡§¶#✉∗]))*(?=[\s,;.:&]|$)"
)
_REMARK = re.compile(
    r"\s*[(\[][^()\[\]]*(?:correspond|equal|contribut|presenting|editor|eds?\.)[^()\[\]]*[)\]]", re.IGNORECASE
)
_FULL_END = re.compile(
    r"\s*(?:[(\[](?:19|20)\d\d|[“\"‘«]|[,.]?\s+(?:19|20)\d\d\b|:\s|[·|•]\s|(?<=[^\W\d_]{2})\.\s|(?<=[^\W\d_]{2})\.$|$)"
)
_QUOTED = re.compile(r"^[^“\"«]{0,12}[“\"«][^”\"»]{8,300}[”\"»],?\s*")
_SENTENCE = re.compile(r"(?<=[^\W\d_]{2})[.?!]\s+(?=[^\W\d_])")
_BIBTEX = re.compile(r"^\s*author\s*=\s*[{\"](?P<names>.+?)[}\"]\s*,?\s*$", re.IGNORECASE)
_LEADING = re.compile(rf"^(?:{PARTICLES}\s+)+")
_TURNED = re.compile(
    rf"(?P<family>{FAMILY}),\s+(?P<given>(?!(?:Jr|Sr|I{{2,3}}|IV)\b){WORD}(?:\s+(?:{WORD}|{LETTER}\.))*)(?P<son>{SON})$"
)
MIN_TITLE, MIN_LONE_TITLE = 2, 3
MAX_AUTHORS_PART, MAX_STARTS = 1500, 40


def read_authors(text: str, profile: Profile) -> list[Author]:
    """The authors that an entry names at its head, behind its title, or in a field of its own."""
    text = text[:MAX_AUTHORS_PART]
    if field := _BIBTEX.match(text):
        found = _read_parts(re.split(r"\s+and\s+", field["names"]), profile)
        return [replace(author, sure=True) for author in found]
    bare = _clean(text)
    marked = bool(_MARKS.search(text))
    head, full = _read_head(bare, profile), _read_full(bare, profile)
    if len(full) > len(head) and (not head or not full[-1].whole):
        head = [replace(author, sure=author.sure or marked) for author in full]
    return head or _read_behind_quote(bare, profile) or _read_behind_title(bare, profile) or _read_tail(bare, profile)


def read_undated(text: str, profile: Profile) -> list[Author]:
    """The authors of an entry without a year: two or more with initials at its head or end, or all that it holds."""
    bare = _clean(text[:MAX_AUTHORS_PART])
    found = _read_head(bare, profile) or _read_behind_quote(bare, profile) or _read_tail(bare, profile)
    return found if len(found) > 1 else read_line(text, profile)


def is_field(text: str) -> bool:
    """Whether a line is the field of authors in a record of BibTeX."""
    return bool(_BIBTEX.match(text))


def read_line(text: str, profile: Profile) -> list[Author]:
    """The authors of a line that holds nothing else: `Ada Holt, Bo Lee and C. Ott`."""
    head = re.split(r"\s[·|•]\s", text[:MAX_AUTHORS_PART])[0]
    bare = OTHERS.sub("", _clean(head)).strip(" .;,")
    if not bare or re.search(r"[\d“”\"():?!]", bare):
        return []
    authors, end = take_authors(bare, 0)
    if authors and not bare[end:].strip(" .,;"):
        return _checked(authors, profile)
    return _read_parts(_split(bare, profile), profile)


def _clean(text: str) -> str:
    """An entry without its number, marks of affiliation and remarks about its authors."""
    return _MARKS.sub("", _REMARK.sub("", _VENUE.sub("", _NUMBER.sub("", text, count=1))))


def _read_head(text: str, profile: Profile) -> list[Author]:
    """Names with initials, one after another from the start; what follows has to be long enough for a title."""
    authors, end = take_authors(text, 0)
    rest = text[end:]
    if not authors or (rest and not re.match(r"[\s,.:;(\[“\"‘«&]", rest)):
        return []
    words = re.findall(r"[^\W\d_]{2,}", rest)
    return _checked(authors, profile) if len(words) >= (MIN_TITLE if len(authors) > 1 else MIN_LONE_TITLE) else []


def _checked(authors: Sequence[Author], profile: Profile) -> list[Author]:
    """Authors, if hardly any of their names belongs to other things, too: `J. Hall` among others is a person."""
    bad = sum(bool(profile.people.not_names.search(author.name)) for author in authors)
    return list(authors) if bad * 3 <= len(authors) else []


def _read_full(text: str, profile: Profile) -> list[Author]:
    """Names written out, as far as a year, a title in quotation marks, a colon or the end of a sentence."""
    for end in _FULL_END.finditer(text):
        if end.start() < MIN_LONE_TITLE:
            continue
        head, others = OTHERS.subn("", text[: end.start()])
        parts = _split(head, profile)
        found = _read_parts(parts, profile)
        if found:
            sure = (
                end[0].strip()[:1] in ("(", "[", "“", '"', "‘", "«")
                or others
                or any(one.sure for one in found)
                or _is_dated(end[0])
            )
            words = len(re.findall(r"[^\W\d_]{2,}", text[end.end() :])) + others * MIN_TITLE + len(found) - 1
            return [replace(one, sure=one.sure or bool(sure)) for one in found] if words >= MIN_TITLE else []
        if len(parts) > 1 or len(head.split()) > MAX_NAME_WORDS:
            return []
    return []


def _is_dated(end: str) -> bool:
    return bool(re.search(r"(?:19|20)\d\d", end))


def _split(text: str, profile: Profile) -> list[str]:
    """The names of a list; a first one may be turned: `Holt, Ada, Bo Lee, and C. Ott`."""
    pieces = [
        piece.strip()
        for piece in re.split(r"\s*(?:,\s*(?:and|und|et|&)\s+|[,，;；、]|\s(?:and|und|et|&|with)\s)\s*", text)
    ]
    if ";" in text or "；" in text:
        return [part.strip(" ,") for part in re.split(r"[;；]|\s+(?:and|&)\s+", text) if part.strip(" ,")]
    joined = _join_sons(pieces)
    if len(joined) > 1 and " " not in joined[0] and is_name(f"{joined[1]} {joined[0]}", profile):
        rest = joined[2:]
        if len(rest) % 2 == 0 and rest and all(" " not in family for family in rest[::2]):
            return [f"{joined[place]}, {joined[place + 1]}" for place in range(0, len(joined), 2)]
        return [f"{joined[0]}, {joined[1]}", *rest]
    if len(joined) > 1 and _is_turned_start(text, joined, profile):
        return [f"{joined[0]}, {joined[1]}", *joined[2:]]
    return joined or split_names(text, profile)


def _is_turned_start(text: str, pieces: Sequence[str], profile: Profile) -> bool:
    """Whether a family name of two words stands before its given name: `Al Zahrani, Fatima, Elena Petrova, and …`."""
    if not text.startswith(f"{pieces[0]}, {pieces[1]}") or not all(is_name(piece, profile) for piece in pieces[2:]):
        return False
    return bool(_LEADING.match(pieces[0])) or (" " not in pieces[1] and len(pieces) > 2)


def _join_sons(pieces: Sequence[str]) -> list[str]:
    joined: list[str] = []
    for piece in pieces:
        if joined and re.fullmatch(r"(?:Jr|Sr)\.?|I{2,3}|IV", piece):
            joined[-1] = f"{joined[-1]}, {piece}"
        elif piece:
            joined.append(piece)
    return joined


def _read_parts(parts: Sequence[str], profile: Profile) -> list[Author]:
    """All parts as names of people, or none of them."""
    found = [_read_part(part, profile) for part in parts]
    return _checked([one for one in found if one], profile) if all(found) else []


def _read_part(part: str, profile: Profile) -> Author | None:
    """One name: with initials, turned (`López de la Torre, Ana`) or in order."""
    written = part.strip(" ,;")
    written = written if re.search(r"\b(?:[A-Z]|Jr|Sr)\.$", written) else written.rstrip(".")
    short, end = take_authors(written, 0)
    if len(short) == 1 and end >= len(written):
        return short[0]
    if turned := _TURNED.match(written):
        name = f"{turned['given']} {turned['family']} {turned['son'].strip(' ,.')}".strip()
        return Author(written, name, sure=False) if is_name(f"{turned['given']} {turned['family']}", profile) else None
    person = read_person(_LEADING.sub("", written), profile, expected=True)
    if person is None or person.rest or profile.people.not_names.search(written) or not _is_capital(written):
        return None
    return Author(written, written, sure=False)


def _is_capital(name: str) -> bool:
    """Whether every word of a name is a capital one, but for particles."""
    words = re.sub(rf"\b{PARTICLES}\s", "", name).split()
    return all(not word[0].islower() for word in words)


def _read_behind_quote(text: str, profile: Profile) -> list[Author]:
    """`“Title”, A. Holt and B. Lee, Journal, 2020`."""
    quoted = _QUOTED.match(text)
    if not quoted:
        return []
    authors, _ = take_authors(text, quoted.end())
    return _checked(authors, profile) or _read_run(text[quoted.end() :], profile)


def _read_behind_title(text: str, profile: Profile) -> list[Author]:
    """`Title. Ada Holt, Bo Lee. Journal, 2020`: a sentence of names behind another that names nobody."""
    for sentence in list(_sentences(text))[1:3]:
        authors, end = take_authors(sentence, 0)
        if authors and not re.search(r"[^\W\d_]{2,}", sentence[end:]):
            return _checked(authors, profile)
        if not re.search(r"[\d“”\"():]", sentence) and (found := _read_parts(_split(sentence, profile), profile)):
            return found
    return []


def _read_tail(text: str, profile: Profile) -> list[Author]:
    """`Title. Journal. A. Holt, B. Lee`: two names or more with initials, up to the end."""
    for place in list(re.finditer(rf"(?<![^\W\d_]\s)(?<![.,]\s)(?<!\w){LETTER}\.", text))[:MAX_STARTS]:
        authors, end = take_authors(text, place.start())
        if len(authors) > 1 and not text[end:].strip(" .,;"):
            return _checked(authors, profile)
    return []


def _sentences(text: str) -> Iterator[str]:
    start = 0
    for match in _SENTENCE.finditer(text):
        yield text[start : match.start()]
        start = match.end()
    yield text[start:]


def _read_run(text: str, profile: Profile) -> list[Author]:
    """Names written out at the head of a text, up to the one behind `and`, else up to what stands before the year."""
    pieces = re.split(r"\s*,\s*", text)
    names: list[str] = []
    for piece in pieces:
        parts = [part for part in re.split(r"\s+(?:and|&|und|et)\s+|^(?:and|&)\s+", piece) if part]
        if not all(is_name(part, profile) and _is_capital(part) for part in parts):
            break
        names += parts
        if len(parts) > 1 or piece.startswith(("and ", "& ")):
            return _read_parts(names, profile)
    return _read_parts(names[:-1], profile) if len(names) > 1 else []
