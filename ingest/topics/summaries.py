"""Extractive summaries and titles of communities: sentences as they stand, each with the ids of its blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ingest.topics.hybrid import Floats, normalise

MAX_WORDS = 300
SENTENCES = 6
SENTENCE_WORDS = 45
TITLE_SHARE = 0.34
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d(\"“])|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class Member:
    """A node of a community: a block (with text and headings) or an entity (with a name). `weight`: its mentions."""

    id: str
    vector: Sequence[float] | Floats
    text: str = ""
    headings: tuple[str, ...] = ()
    name: str = ""
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Summary:
    """A title, a summary, and for each of its sentences the block ids, joined by spaces."""

    title: str
    text: str = ""
    sources: tuple[str, ...] = ()


def summarise(members: Sequence[Member], centre: Sequence[float]) -> Summary:
    """The summary of a lowest community: one telling sentence of each of its most central blocks."""
    blocks = by_centrality([one for one in members if one.text], centre)
    names = [one.name for one in sorted(members, key=lambda one: (-one.weight, one.name)) if one.name]
    sentences: dict[str, str] = {}
    for block in blocks:
        sentence = _telling(block, names)
        if sentence and sentence not in sentences:
            sentences[sentence] = block.id
        if len(sentences) == SENTENCES:
            break
    return _limited(make_title(members, names), list(sentences.items()))


def summarise_above(children: Sequence[Summary], titles: Sequence[str]) -> Summary:
    """The summary of a higher community: the first sentence of each child's summary, the largest children first."""
    rows = []
    for child in children:
        lines = [line for line in child.text.split("\n") if line]
        if lines and child.sources:
            rows.append((lines[0], child.sources[0]))
    return _limited(_joined_title(titles), rows)


def make_title(members: Sequence[Member], names: Sequence[str]) -> str:
    """What a person would call it: the heading that many of its blocks stand under, then what it speaks of most."""
    blocks = [one for one in members if one.text]
    tops = Counter(one.headings[0] for one in blocks if one.headings)
    top = min(tops.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
    if not top[0] or top[1] < TITLE_SHARE * len(blocks):
        return ", ".join(names[:3]) or top[0] or "Other pages"
    below = Counter(one.headings[1] for one in blocks if len(one.headings) > 1 and one.headings[0] == top[0])
    second = min(below.items(), key=lambda item: (-item[1], item[0]), default=("", 0))
    if second[0] and second[1] >= TITLE_SHARE * top[1] and len(second[0].split()) <= 10:
        return f"{top[0]}: {second[0]}"
    extra = next((name for name in names if name.casefold() not in top[0].casefold()), "")
    return f"{top[0]}: {extra}" if extra else top[0]


def _joined_title(titles: Sequence[str]) -> str:
    """The most frequent beginnings of the children's titles."""
    heads = Counter(title.split(": ")[0] for title in titles if title)
    best = [title for title, _ in sorted(heads.items(), key=lambda item: (-item[1], item[0]))[:3]]
    return "; ".join(best) or "Other pages"


def _telling(block: Member, names: Sequence[str]) -> str:
    """The sentence of a block that names most of what the community is about; short lines are joined to their label."""
    parts = [part.strip() for part in _END.split(block.text) if len(part.strip()) > 1]
    if not parts:
        return ""
    known = [name.casefold() for name in names[:20]]
    scores = [
        sum(name in part.casefold() for name in known) + min(len(part.split()), 20) / 20 - 0.1 * place
        for place, part in enumerate(parts[:12])
    ]
    chosen = parts[int(np.argmax(scores))]
    return " ".join(chosen.split()[:SENTENCE_WORDS]) if len(chosen.split()) > SENTENCE_WORDS else chosen


def _limited(title: str, rows: Sequence[tuple[str, str]]) -> Summary:
    kept: list[tuple[str, str]] = []
    words = 0
    for sentence, source in rows:
        words += len(sentence.split())
        if words > MAX_WORDS and kept:
            break
        kept.append((sentence, source))
    return Summary(title, "\n".join(sentence for sentence, _ in kept), tuple(source for _, source in kept))


def by_centrality(members: Sequence[Member], centre: Sequence[float]) -> list[Member]:
    """The members, the one whose vector is most like the centre first."""
    if not members:
        return []
    vectors = normalise(np.asarray([one.vector for one in members], dtype=np.float32))
    likeness = np.round(vectors @ normalise(np.asarray([centre], dtype=np.float32))[0], 6).tolist()
    order = sorted(range(len(members)), key=lambda place: (-likeness[place], members[place].id))
    return [members[place] for place in order]


def summaries_of(
    levels: Sequence[tuple[str, int, Sequence[str], Sequence[float]]], members: Mapping[str, Member]
) -> dict[str, Summary]:
    """Summaries of communities given as (id, level, member ids, centre), from the lowest level up."""
    made: dict[str, Summary] = {}
    for name, level, ids, centre in sorted(levels, key=lambda one: (one[1], one[0])):
        if level == 1:
            made[name] = summarise([members[one] for one in ids if one in members], centre)
        else:
            children = sorted((one for one in ids if one in made), key=lambda one: (-len(made[one].text), one))
            made[name] = summarise_above([made[one] for one in children], [made[one].title for one in children])
    return made
