"""Lists and counts: a question read as a type and conditions, answered from the graph completely.

A condition is a linked entity or topic, a code prefix, a range of code numbers, a value of an attribute, a missing
relation, or words of the own block. Conditions are put together by "and"; the parts of one (namesakes) by "or".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retrieval.analysis import Analysis, find_wanted
from retrieval.clauses import find_clause, name_conditions
from retrieval.conditions import Condition, read_conditions, title_asked
from retrieval.data import load_data
from retrieval.linking import SURE, Link
from retrieval.mentions import Mention, find_mentions
from retrieval.sites import SiteFacts
from retrieval.spellings import tokens
from retrieval.subjects import Subject, find_subjects
from retrieval.texts import content, course_codes, fold, generic_words, stem, stop_words, unread, words
from retrieval.vocabulary import Wording

SLIP = 0.68
_YEARS = r"\b(?:19|20)\d\d\s*[-/]\s*(?:(?:19|20)?\d\d)\b"
_UPPER = re.compile(r"\b([A-Z]{2,6})\b(?!\s?\d)")


@dataclass(frozen=True, slots=True)
class ListAsk:
    """A question as a list: the type wanted, all conditions, and the words that only the last of them checks.

    `unapplied` are alternatives that the graph does not know: the list is given without them, and says so.
    """

    type: str
    conditions: tuple[Condition, ...]
    left: tuple[str, ...] = ()
    pages_of: tuple[str, ...] = ()
    unapplied: tuple[str, ...] = ()

    @property
    def composed(self) -> bool:
        """Whether it is wholly understood and has two conditions or more that name things or values."""
        return not self.left and sum(bool(one.ids or one.prefixes) for one in self.conditions) > 1


def read_list(analysis: Analysis, wording: Wording, links: Sequence[Link], site: SiteFacts) -> ListAsk | None:
    """The question as a list, or None when it names no type or a relation that the graph does not have."""
    near = [one for one in links if _may_be_meant(one) and not _made_up(one, analysis)]
    sure = [one for one in near if one.weight >= SURE]
    if re.search(load_data("vocabulary")["pages_of"], fold(analysis.text)):
        ids = tuple(one.id for one in sure if one.kind == "entity")
        return ListAsk("page", (), pages_of=ids) if ids else None
    if not wording.types or unread(re.sub("|".join(_asking()), " ", analysis.asked)):
        return None
    asked = said(analysis)
    if _asks_curriculum(asked, wording, sure):
        return None
    clause = find_clause(analysis.text)
    title, _ = title_asked(asked)
    subjects = [] if clause else find_subjects(_bare(analysis), wording.types[0], site)
    others = _other_links(near, subjects, title)
    mentions = _other_values(find_mentions(analysis.text, others, site), subjects, title)
    letters = [] if any(one.letters for one in subjects) else _prefixes(analysis, mentions, wording.types[0], site)
    conditions = [
        *name_conditions(analysis.text, mentions, clause, analysis.asked, site),
        *_subjects(subjects, sure, wording, site),
        *letters,
        *read_conditions(asked, wording),
    ]
    unmet = _unmet_codes(analysis, mentions, conditions)
    strange = [code for code in unmet if not _is_code(code, site)]
    left = _left(analysis, wording, conditions, mentions, strange)
    if left:
        conditions.append(Condition(f"says {' '.join(left)}", words=left))
    unapplied = [code for code in unmet if code not in strange]
    if not _is_introduced(analysis, wording.types[0], left, conditions):
        return None
    if _denies(asked, conditions) or any(not _is_alternative(code, analysis.text) for code in unapplied):
        return None
    open_ended = not conditions and (wording.unknown or find_wanted(analysis.text) not in {"list", "count"})
    return None if open_ended else ListAsk(wording.types[0], tuple(conditions), left, unapplied=tuple(unapplied))


def _asks_curriculum(asked: str, wording: Wording, sure: Sequence[Link]) -> bool:
    """Whether courses of a minor or the like are asked for that the graph does not know: its rules tell which."""
    if wording.types[0] != "course" or any(one.type == "programme" for one in sure):
        return False
    return re.search(load_data("vocabulary")["curricula"], fold(asked)) is not None


def _is_introduced(analysis: Analysis, kind: str, left: Sequence[str], conditions: Sequence[Condition]) -> bool:
    """Whether words that stand alone as the condition say what things are about ("about eels", "eel courses").

    What things are like ("easy courses", "eat on Mondays") no page is searched for.
    """
    if not left or any(not one.words and not one.roles for one in conditions):
        return True
    data, text = load_data("vocabulary"), fold(analysis.text)
    place = re.search(rf"\b{re.escape(left[0])}", text)
    before, after = (text[: place.start()], text[place.end() :]) if place else ("", "")
    noun = re.match(rf"\w*(?: [\w-]+)? (?:{data['types'][kind]})", after)
    return bool(noun or re.search(data["introduced"], before) or re.search(data["introduced"], analysis.asked))


def _denies(text: str, conditions: Sequence[Condition]) -> bool:
    """Whether a question denies something, and no condition was turned round by it."""
    turned = any((one.negated and not one.roles) or one.absent for one in conditions)
    return not turned and re.search(load_data("vocabulary")["denied"], fold(text)) is not None


def _unmet_codes(analysis: Analysis, mentions: Sequence[Mention], conditions: Sequence[Condition]) -> list[str]:
    """Codes of the question that name nothing in the graph, and whose number sets no other condition either."""
    named = {" ".join(tokens(name)) for one in mentions for name in (one.said, one.name)}
    title = fold(" ".join(part for one in conditions for part in one.contains))
    numbers = {end for one in conditions for end in (one.low, one.high, one.first, one.last) if end is not None}
    found = []
    for code in course_codes(analysis.asked or analysis.text):
        number = re.search(r"\d+", code)
        consumed = number is not None and int(number.group()) in numbers
        if not (consumed or " ".join(tokens(code)) in named or fold(code) in title):
            found.append(code)
    return found


def _is_code(code: str, site: SiteFacts) -> bool:
    """Whether the letters begin codes of the site, so that the code could be one of it."""
    return fold(code).split()[0] in {letters for known in site.codes.values() for letters in known}


def _is_alternative(code: str, text: str) -> bool:
    """Whether a code is one of several of which any will do."""
    spelled = re.escape(fold(code)).replace(r"\ ", r"[\s-]?")
    either = load_data("vocabulary")["either"]
    return re.search(rf"(?:{either})\W+{spelled}\b|\b{spelled}\W+(?:{either})", fold(text)) is not None


def _may_be_meant(link: Link) -> bool:
    """Whether a link can set a condition: a thing named surely, or with a slip; communities have no relations."""
    return link.weight >= SLIP and link.type != "community"


def _made_up(link: Link, analysis: Analysis) -> bool:
    """Whether a code stands only in a reading of the question, where words changed places: "CAT 有几门 1 学分的课"."""
    read = {fold(code) for code in analysis.course_codes} if analysis.asked else set()
    return fold(link.matched) in read - {fold(code) for code in course_codes(analysis.asked)}


def said(analysis: Analysis) -> str:
    """The question as it was put, followed by the reading of it where there is one."""
    return f"{analysis.asked} {analysis.text}".strip()


def _bare(analysis: Analysis) -> str:
    """The question without whole codes and the words of a title, neither of which names a subject."""
    _, text = title_asked(analysis.text)
    for code in analysis.course_codes:
        spelled = re.escape(code).replace(r"\ ", r"[\s-]?")
        text = re.sub(rf"\b{spelled}\b", " ", text, flags=re.IGNORECASE)
    return text


def _subjects(subjects: Sequence[Subject], links: Sequence[Link], wording: Wording, site: SiteFacts) -> list[Condition]:
    """What things belong to; namesakes of an owner (a topic of the same name) are alternatives where people are asked.

    Several letters of codes are alternatives: nothing has two codes.
    """
    owned = tuple(name for name in load_data("vocabulary")["owned"] if name in site.relations)
    people = wording.types[0] == "person"
    outgoing, incoming = (wording.outgoing, wording.incoming) if people else (owned, owned)
    letters = [letter for one in subjects for letter in one.letters]
    found = [Condition(f"code {' '.join(letters).upper()}", prefixes=tuple(f"{one} " for one in letters))]
    for one in subjects:
        namesakes = [link.id for link in links if people and " ".join(words(link.matched)) == one.said]
        ids = tuple(dict.fromkeys((*one.ids, *namesakes)))
        found.append(Condition(one.said, ids=ids, outgoing=outgoing, incoming=incoming))
    return [one for one in found if one.prefixes or one.ids]


def _other_links(links: Sequence[Link], subjects: Sequence[Subject], title: str) -> list[Link]:
    """Links that say more than the subjects and the title do."""
    return [one for one in links if not _content_stems(one.matched) <= _taken(subjects, title)]


def _other_values(mentions: Sequence[Mention], subjects: Sequence[Subject], title: str) -> list[Mention]:
    """Mentions without values that only repeat the subjects and the title."""
    taken = _taken(subjects, title)
    return [one for one in mentions if not (one.valued and taken and _content_stems(one.name) <= taken)]


def _taken(subjects: Sequence[Subject], title: str) -> set[str]:
    return {stem(word) for one in subjects for word in one.said.split()} | {stem(word) for word in words(title)}


def _content_stems(name: str) -> set[str]:
    return {stem(word) for word in words(name)} - generic_words() - stop_words()


def _prefixes(analysis: Analysis, mentions: Sequence[Mention], kind: str, site: SiteFacts) -> list[Condition]:
    """`CSE courses`: a bare run of capitals begins the codes of what is asked, or names what was linked."""
    known = site.codes.get(kind, frozenset())
    taken = {word for one in mentions for word in words(f"{one.said} {one.name}")} | stop_words()
    return [
        Condition(f"code {match}", prefixes=(f"{match.casefold()} ",))
        for match in dict.fromkeys(_UPPER.findall(analysis.asked or analysis.text))
        if match.casefold() not in taken and (match.casefold() in known or not site.codes)
    ]


def _left(
    analysis: Analysis,
    wording: Wording,
    conditions: Sequence[Condition],
    mentions: Sequence[Mention],
    strange: Sequence[str],
) -> tuple[str, ...]:
    """Content words that neither type, relation, attribute nor a condition stands for; a strange code is two."""
    data = load_data("vocabulary")
    shown = [*(one.shown for one in conditions), *(one.said for one in mentions)]
    used = {stem(word) for one in shown for word in words(one)}
    values = [rf"{re.escape(one.said)} (?:{data['value_nouns']})\b" for one in mentions if one.valued]
    rest = re.sub("|".join([*values, _YEARS, *_asking()]), " ", fold(analysis.text))
    free = used | generic_words() | stop_words() | set(data["numbers"])
    known = [code for code in analysis.course_codes if code not in strange]
    rest = re.sub("|".join(re.escape(fold(code)) for code in known) or "$^", " ", rest)
    return tuple(word for word in content(rest) if not {stem(word), word} & free)


def asks_more(wording: Wording, ask: ListAsk) -> bool:
    """Whether an attribute of the things listed is asked as well, which a list does not tell."""
    used = {name for one in ask.conditions for name in one.values_of}
    return any(names and not used & set(names) for names in wording.attributes.values())


def _asking() -> list[str]:
    """Patterns of all words of a list question that are no condition by themselves."""
    data = load_data("vocabulary")
    return [
        *data["types"].values(),
        *(row["pattern"] for row in data["relations"]),
        *(row["pattern"] for name, row in data["attributes"].items() if name not in data["valued"]),
        *(data[name] for name in ("more", "less", "at_least", "at_most", "fillers", "ranks")),
        *(row["pattern"] for row in data["levels"]),
        *data["numbered"].values(),
    ]


def relax(ask: ListAsk) -> ListAsk | None:
    """The same list with topics and fields also met by the words of a thing's own page; None if nothing changes.

    A code or a relation that leads one way only is never relaxed: it would turn the question round.
    """
    wider = tuple(
        replace(one, words=(one.shown.lower(),))
        if one.ids and not one.words and set(one.outgoing) == set(one.incoming) and not any(map(str.isdigit, one.shown))
        else one
        for one in ask.conditions
    )
    return replace(ask, conditions=wider) if wider != ask.conditions else None
