"""Questions that walk over several relations: "the e-mail of the coordinator of the programme that requires MAT 330".

Types, relations and attributes are read in the order in which the sentence ties them to the named thing: in English
from the name leftwards, after a possessive and in Chinese rightwards. What comes out is a list of steps for one walk
through the graph, and the attributes that are asked of where it ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import dropwhile

from retrieval.analysis import Analysis
from retrieval.data import load_data
from retrieval.linking import Link
from retrieval.plain import find_plain, says_no_more
from retrieval.sites import SiteFacts
from retrieval.texts import fold, stem, words
from retrieval.vocabulary import read_wording

SURE = 0.9
MOST_STEPS = 3
PLAIN = {"title"}


@dataclass(frozen=True, slots=True)
class Step:
    """One relation to follow: wanted edges as seen from the known end (`← type` against its direction), wanted types.

    Empty means any.
    """

    edges: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chain:
    """A walk from `seeds`; with `instead`, from what may stand in their place for one of `within` (any, if empty).

    `attributes` are relation types to values that are asked of the last thing; `belonging`, whether it is asked only
    where somebody belongs.
    """

    seeds: tuple[str, ...]
    steps: tuple[Step, ...]
    attributes: tuple[str, ...] = ()
    within: tuple[str, ...] = ()
    instead: bool = False
    belonging: bool = False


@dataclass(frozen=True, slots=True)
class _Mark:
    """A word of the question that names a type, relations or an attribute of the site."""

    start: int
    end: int
    types: tuple[str, ...] = ()
    relations: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Seed:
    start: int
    end: int
    ids: tuple[str, ...] = field(default=())


def may_walk(analysis: Analysis, site: SiteFacts) -> bool:
    """Whether a question names enough relations for a walk; a cheap test before anything is asked of the graph."""
    text = fold(analysis.text)
    if re.search(load_data("vocabulary")["instead"], text):
        return True
    marks = _marks(text, site, ())
    if any(find_plain(one, _attributes(_marks(one, site, ())), site) for one in _readings(analysis)):
        return True
    return sum(bool(mark.relations or mark.types) for mark in marks) + any(mark.attributes for mark in marks) >= 2


def read_chain(analysis: Analysis, links: Sequence[Link], site: SiteFacts) -> Chain | None:
    """The question as a walk, or None when it is none: no name, several, one plain relation, or too many."""
    plain = next(filter(None, (_plain(one, links, site) for one in _readings(analysis))), None)
    if plain is not None:
        return plain
    text = fold(analysis.text)
    seeds = _seeds(text, links)
    swap = re.search(load_data("vocabulary")["instead"], text)
    if swap and len(seeds) in {1, 2}:
        return _swapped(text, seeds, swap.start(), site)
    if len(seeds) != 1 or read_wording(text, site).elsewhere:
        return None
    marks = _marks(text, site, seeds)
    attributes = _attributes(marks)
    steps = _steps(text, _in_order(text, marks, seeds[0], analysis.lang), seeds[0], site)
    enough = len(steps) >= (1 if attributes else 2)
    return Chain(seeds[0].ids, steps, attributes) if enough and len(steps) <= MOST_STEPS else None


def _readings(analysis: Analysis) -> list[str]:
    """The question in the site's language, and as it was put."""
    return list(dict.fromkeys(fold(one) for one in (analysis.text, analysis.asked) if one))


def _plain(text: str, links: Sequence[Link], site: SiteFacts) -> Chain | None:
    """What is asked of one named thing and of nothing else; a position only where no page is the person's."""
    seeds = _seeds(text, links)
    marks = _marks(text, site, seeds)
    asked = find_plain(text, _attributes(marks), site) if len(seeds) == 1 else None
    if asked is None or not says_no_more(text, [(seeds[0].start, seeds[0].end), *_spans_of(marks)]):
        return None
    seed = seeds[0]
    named = [one for one in links if one.id in seed.ids]
    people = tuple(one.id for one in named if one.type == "person" and (asked.edges or not one.anchor_url))
    if asked.personal and not people:
        return None
    steps = (Step(asked.edges),) if asked.edges else ()
    return Chain(people if asked.personal else seed.ids, steps, asked.attributes, belonging=bool(steps))


def _spans_of(marks: Sequence[_Mark]) -> list[tuple[int, int]]:
    return [(mark.start, mark.end) for mark in marks if mark.attributes]


def _swapped(text: str, seeds: Sequence[_Seed], place: int, site: SiteFacts) -> Chain | None:
    """What may be taken instead of a thing, and what is asked of it."""
    marks = [mark for mark in _marks(text, site, seeds) if mark.end <= place]
    ordered = list(dropwhile(lambda mark: not mark.relations, (one for one in reversed(marks) if not one.attributes)))
    steps = _steps(text, ordered, seeds[0], site)
    within = seeds[1].ids if len(seeds) > 1 else ()
    return Chain(seeds[0].ids, steps, _attributes(marks), within, instead=True) if len(steps) <= MOST_STEPS else None


def _seeds(text: str, links: Sequence[Link]) -> list[_Seed]:
    """The places of surely linked names, namesakes together; a name within another's place is not counted."""
    placed: dict[tuple[int, int], list[str]] = {}
    for one in links:
        place = _find(text, one) if one.weight >= SURE else None
        if place is not None:
            placed.setdefault(place, []).append(one.id)
    spans = sorted(placed, key=lambda span: span[0] - span[1])
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        if not any(start < other_end and end > other_start for other_start, other_end in kept):
            kept.append((start, end))
    return [_Seed(start, end, tuple(placed[start, end])) for start, end in sorted(kept)]


def _find(text: str, link: Link) -> tuple[int, int] | None:
    name = fold(link.matched)
    place = text.find(name)
    if place >= 0:
        return place, place + len(name)
    parts = {stem(word) for word in words(link.matched)}
    found = [match.span() for match in re.finditer(r"\w+", text) if stem(match.group()) in parts]
    return (found[0][0], found[-1][1]) if found else None


def _marks(text: str, site: SiteFacts, seeds: Sequence[_Seed]) -> list[_Mark]:
    """All named types, relations and attributes in the order of the text, outside the seeds, doubles joined."""
    found = [mark for mark in _all_marks(text, site) if not any(_touch(mark, seed) for seed in seeds)]
    found.sort(key=lambda mark: (mark.start, -mark.end))
    joined: list[_Mark] = []
    for mark in found:
        last = joined[-1] if joined else None
        if last is not None and mark.start < last.end:
            joined[-1] = _both(last, mark)
        elif last is not None and last.types and mark.types == last.types and not text[last.end : mark.start].strip():
            joined[-1] = replace(last, end=mark.end)
        else:
            joined.append(mark)
    return [_settled(text, mark) for mark in joined]


def _touch(mark: _Mark, seed: _Seed) -> bool:
    return mark.start < seed.end and mark.end > seed.start


def _all_marks(text: str, site: SiteFacts) -> Iterator[_Mark]:
    data = load_data("vocabulary")
    for name, pattern in data["types"].items():
        types = tuple(one for one in (name, f"research_{name}") if one in site.entities)
        if types:
            yield from (_Mark(*match.span(), types=types) for match in re.finditer(pattern, text))
    for row in data["relations"]:
        known = tuple(name for name in row["names"] if name in site.relations)
        if known:
            yield from (_Mark(*match.span(), relations=known) for match in re.finditer(row["pattern"], text))
    for row in data["attributes"].values():
        known = tuple(name for name in row["names"] if name in site.relations)
        if known:
            yield from (_Mark(*match.span(), attributes=known) for match in re.finditer(row["pattern"], text))


def _both(one: _Mark, other: _Mark) -> _Mark:
    return _Mark(
        one.start,
        max(one.end, other.end),
        tuple(dict.fromkeys((*one.types, *other.types))),
        tuple(dict.fromkeys((*one.relations, *other.relations))),
        tuple(dict.fromkeys((*one.attributes, *other.attributes))),
    )


def _settled(text: str, mark: _Mark) -> _Mark:
    """A word that is both: a role ("the supervisor of") is a relation and a type, else the type or attribute holds."""
    if mark.types and mark.relations:
        role = "person" in mark.types and re.match(r"\s*(?:of|for|in charge)\b|['’]?s\b|\s*的", text[mark.end :])
        return replace(mark, attributes=()) if role else replace(mark, relations=(), attributes=())
    return replace(mark, relations=()) if mark.attributes else mark


def _attributes(marks: Sequence[_Mark]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for mark in marks for name in mark.attributes if name not in PLAIN))


def _in_order(text: str, marks: Sequence[_Mark], seed: _Seed, lang: str) -> list[_Mark]:
    """The marks from the name outwards: those before it leftwards, and what a possessive ties to it rightwards."""
    before = [mark for mark in reversed(marks) if mark.end <= seed.start]
    after = [mark for mark in marks if mark.start >= seed.end]
    if lang == "zh":
        ordered = [*before, *after]
    elif re.match(r"['’]s?\b|['’] ", text[seed.end :]):
        ordered = [*after, *before]
    else:
        ordered = before
    return [mark for mark in ordered if not mark.attributes]


def _steps(text: str, marks: Sequence[_Mark], seed: _Seed, site: SiteFacts) -> tuple[Step, ...]:
    """Marks in their order as steps: a relation with the type that stands beside it."""
    groups: list[list[_Mark]] = []
    for mark in marks:
        last = groups[-1] if groups else None
        if last and mark.types and _has(last, "relations") and not _has(last, "types"):
            mark = replace(mark, relations=())
        full = last is None or (mark.types and _has(last, "types")) or (mark.relations and _has(last, "relations"))
        if full or last is None:
            groups.append([mark])
        else:
            last.append(mark)
    steps = []
    known = seed
    for group in groups:
        steps.append(_step(text, group, known, site))
        known = _Seed(min(mark.start for mark in group), max(mark.end for mark in group))
    return tuple(step for step in steps if step.edges or step.types)


def _has(group: Sequence[_Mark], name: str) -> bool:
    return any(getattr(mark, name) for mark in group)


def _step(text: str, group: Sequence[_Mark], known: _Seed, site: SiteFacts) -> Step:
    """A group's types, and its relations with their directions by the words between it and what is known."""
    first = min(mark.start for mark in group)
    last = max(mark.end for mark in group)
    part = text[min(first, known.end) : max(known.start, last)]
    wording = read_wording(part, site)
    named = {name for mark in group for name in mark.relations}
    edges = [
        *(name for name in wording.incoming if name in named),
        *(f"← {name}" for name in wording.outgoing if name in named),
    ]
    return Step(tuple(dict.fromkeys(edges)), tuple(dict.fromkeys(name for mark in group for name in mark.types)))
