"""The conditions of a list that a question's own words set: numbers, ranges, titles, ranks, levels, missing things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from retrieval.data import load_data
from retrieval.texts import fold, stem
from retrieval.vocabulary import Wording

EVERYTHING = 1_000_000
SMALLEST = 0.001
_NEAR = 32


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition; it holds when any of its parts does (`list_entities.cypher`). `shown` is how it reads.

    `levels` stand in a heading over the own block, `unsaid` does not stand in it; `pages` begin a part of its page's
    address, `taken` are relations that lead to it, with `roles` ends what it is; `negated` turns the whole round.
    """

    shown: str
    prefixes: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    outgoing: tuple[str, ...] = ()
    incoming: tuple[str, ...] = ()
    via_outgoing: tuple[str, ...] = ()
    via_incoming: tuple[str, ...] = ()
    values_of: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    contains: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None
    first: int | None = None
    last: int | None = None
    absent: tuple[str, ...] = ()
    unsaid: str = ""
    levels: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    negated: bool = False

    def params(self) -> dict[str, Any]:
        """The condition as the statement reads it."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()}

    @property
    def kinds(self) -> tuple[bool, ...]:
        """Which parts it has, the cheapest to check first: key, links, links over a thing between, values, texts."""
        over = bool(self.via_outgoing or self.via_incoming)
        return (
            bool(self.prefixes) or self.first is not None,
            bool(self.ids) and not over,
            bool(self.ids) and over,
            bool(self.values_of or self.pages),
            bool(self.absent or self.levels or self.words),
        )

    @property
    def near(self) -> bool:
        """Whether all that meets it is linked to one of its ids, over a thing between or not."""
        return not self.negated and sum(self.kinds) == 1 and bool(self.ids)


def in_order(conditions: Sequence[Condition]) -> list[Condition]:
    """Conditions as they are best checked: where a cheap one fails, the others are not looked at."""
    return sorted(conditions, key=lambda one: one.kinds[::-1])


def start(conditions: Sequence[Condition]) -> dict[str, Any]:
    """Where a list can start instead of at everything of a type: at what the first such condition links to."""
    first = next((one for one in in_order(conditions) if one.near), None)
    if first is None:
        return {"near": [], "over": False}
    return {"near": list(first.ids), "over": bool(first.via_outgoing or first.via_incoming)}


def read_conditions(text: str, wording: Wording) -> list[Condition]:
    """All conditions of these kinds that a question sets."""
    numbered = list(_numbered(text))
    readers = (_titled, _values, _ranks, _seasons, _roles, _missing)
    levels = [] if numbered else list(_levels(text, wording))
    return [*numbered, *levels, *(one for read in readers for one in read(text, wording))]


def sets_value(text: str, wording: Wording) -> bool:
    """Whether a number or a title is given as a condition, so that it is not what is asked."""
    return any((*_numbered(text), *_titled(text, wording), *_values(text, wording)))


def title_asked(text: str) -> tuple[str, str]:
    """The words that a title must hold, and the question without them; the first form that fits counts."""
    for pattern in load_data("vocabulary")["titled"]:
        match = re.search(pattern, text, re.IGNORECASE)
        if match:
            group = next(i for i, one in enumerate(match.groups(), 1) if one)
            return match.group(group).strip(), f"{text[: match.start(group)]} {text[match.end(group) :]}"
    return "", text


def _numbered(text: str) -> Iterator[Condition]:
    """A range of the numbers in codes; the first form that fits counts."""
    for form, pattern in load_data("vocabulary")["numbered"].items():
        match = re.search(pattern, fold(text))
        if match:
            said = [int(group) for group in match.groups() if group]
            first, last = _ends(form, said[0], said[-1])
            yield Condition(match.group(), first=first, last=last)
            return


def _ends(form: str, one: int, other: int) -> tuple[int, int]:
    ends = {
        "between": (one, other),
        "from": (one, EVERYTHING),
        "until": (0, one),
        "above": (one + 1, EVERYTHING),
        "below": (0, one - 1),
        "hundred": (one, one + 99),
    }
    return ends[form]


def _titled(text: str, wording: Wording) -> Iterator[Condition]:
    (part, _), titles = title_asked(text), wording.attributes.get("title", ())
    if part and titles:
        before = fold(text)[: max(fold(text).find(fold(part)), 0)]
        shown = f"title {part}"
        yield Condition(shown, values_of=titles, contains=(part.lower(),), negated=is_negated(before))


def _ranks(text: str, wording: Wording) -> Iterator[Condition]:
    """ "Assistant professors": the value of an attribute that its own words name."""
    folded, row = fold(text), load_data("vocabulary")["attributes"].get("rank", {})
    names = wording.attributes.get("rank", ())
    for match in re.finditer(load_data("vocabulary")["ranks"], folded) if row and names else ():
        said = match.group().rstrip("s")
        said = "emerit" if said.startswith("emerit") else said
        yield Condition(match.group(), values_of=names, contains=(said,), negated=is_negated(folded[: match.start()]))


def _seasons(text: str, wording: Wording) -> Iterator[Condition]:
    """ "In spring": the value of an attribute that tells when a thing is offered."""
    match, names = re.search(load_data("vocabulary")["season"], fold(text)), wording.attributes.get("term", ())
    if match and names:
        said = next(one for one in match.groups() if one)
        yield Condition(said, values_of=names, contains=(said,), negated=is_negated(fold(text)[: match.start()]))


def _roles(text: str, wording: Wording) -> Iterator[Condition]:
    """ "Which students …", "which professors …": students are told by page, list or supervisor, others are no students.

    Nothing is told where a site knows no supervisors.
    """
    data = load_data("vocabulary")["roles"]
    match = re.search(data["asked"], fold(text)) if wording.types[:1] == ("person",) else None
    if match and wording.taught:
        noun = match.group("noun") or match.group("zh")
        students = re.match(data["students"], noun) is not None
        pages, roles = tuple(data["pages"]), tuple(data["names"])
        yield Condition("students", pages=pages, taken=wording.taught, roles=roles, negated=not students)


def _levels(text: str, wording: Wording) -> Iterator[Condition]:
    """ "Upper-division courses": the heading over a thing says its level."""
    if wording.types[:1] != ("course",):
        return
    for row in load_data("vocabulary")["levels"]:
        match = re.search(row["pattern"], fold(text))
        if match:
            negated = is_negated(fold(text)[: match.start()])
            yield Condition(match.group(), levels=tuple(row["headings"]), negated=negated)


def _missing(text: str, wording: Wording) -> Iterator[Condition]:
    """ "No prerequisites": a relation that must not be there, nor be spoken of where the thing is described."""
    data = load_data("vocabulary")
    for row in data["relations"]:
        match = re.search(rf"{data['without']}(?P<what>{row['pattern']})", fold(text))
        names = tuple(name for name in row["names"] if name in wording.relations)
        if match and names:
            yield Condition(match.group(), absent=names, unsaid=stem(match.group("what")))
            return


def _values(text: str, wording: Wording) -> Iterator[Condition]:
    """Numbers beside an attribute ("2 units", "more than four credits") as a range of its values."""
    data, folded = load_data("vocabulary"), fold(text)
    number = rf"((?<![\w.])\d+(?:\.\d+)?|\b(?:{'|'.join(data['numbers'])}))"
    more = r"(?: or (?:more|less|fewer|above|below|higher|lower))?"
    for name, relations in wording.attributes.items():
        pattern = data["attributes"][name]["pattern"]
        match = re.search(rf"{number}{more}[\s-]*(?:个|個)?(?:{pattern})", folded) or re.search(
            rf"(?:{pattern})(?: (?:is|are|of|equal to|=)|为|是)? ?{number}(?!\w)", folded
        )
        if match and relations:
            group = next(i for i, one in enumerate(match.groups(), 1) if one and one[-1:].isalnum())
            said = match.group(group)
            after = folded[match.end(group) : match.end(group) + 9] + "|" + folded[match.end() :]
            yield _range(name, relations, said, folded[: match.start(group)], after)


def _range(name: str, relations: tuple[str, ...], said: str, before: str, after: str) -> Condition:
    shown, low, high = _bounds(said, before[-_NEAR:], after.split("|"))
    names = (f"{low:g}",) if low == high else ()
    negated = low == high and is_negated(before[-_NEAR:])
    return Condition(f"{name} {shown}", values_of=relations, names=names, low=low, high=high, negated=negated)


def _bounds(said: str, before: str, after: list[str]) -> tuple[str, float, float]:
    """How a range reads, and its ends."""
    data, value = load_data("vocabulary"), _number(said)
    start = re.search(r"(?:^|[^\w.])(\d+(?:\.\d+)?|\w+) ?(?:and|to|-|至|到) ?$", before)
    if start and _is_number(start.group(1)):
        return f"{start.group(1)} to {said}", _number(start.group(1)), value
    ends = {
        "at_least": (f"at least {said}", value, EVERYTHING),
        "at_most": (f"at most {said}", 0.0, value),
        "more": (f"more than {said}", value + SMALLEST, EVERYTHING),
        "less": (f"less than {said}", 0.0, value - SMALLEST),
    }
    named = next((end for word, end in ends.items() if re.search(data[word], before[-24:])), None)
    behind = [end for word, end in (("or_more", "at_least"), ("or_less", "at_most")) if _follows(data[word], after)]
    return named or (ends[behind[0]] if behind else (said, value, value))


def _follows(pattern: str, after: list[str]) -> bool:
    return any(re.search(pattern, one) for one in after)


def _number(said: str) -> float:
    return float(load_data("vocabulary")["numbers"].get(said, said))


def _is_number(said: str) -> bool:
    return said in load_data("vocabulary")["numbers"] or said.replace(".", "", 1).isdigit()


def is_negated(before: str) -> bool:
    """Whether what stands before a condition turns it round."""
    return re.search(load_data("vocabulary")["negated"], before) is not None
