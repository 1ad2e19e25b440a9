"""Extractive summaries and titles of communities: sentences as they stand, each with the ids of its blocks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from ingest.topics.hybrid import Floats, normalise

MAX_WORDS = 300
SENTENCES = 6
SENTENCE_WORDS = 45
TITLE_SHARE = 0.34
_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z\d(\"“])|(?<=[。！？])|\n+")


@dataclass(frozen=True, slots=True)
class Member:
    """A node of a community: a block (with text and headings) or an entity (with a name). `weight`: its mentions.

    `made_of` changes when the block or the name does.
    """

    id: str
    vector: Sequence[float] | Floats
    text: str = ""
    headings: tuple[str, ...] = ()
    name: str = ""
    weight: int = 1
    made_of: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A title, a summary, and for each of its sentences the block ids, joined by spaces.

    `closeness` is, at the lowest level, that of each block to the centre.
    """

    title: str
    text: str = ""
    sources: tuple[str, ...] = ()
    closeness: Mapping[str, float] = field(default_factory=dict, compare=False)


def summarise(members: Sequence[Member], closeness: Mapping[str, float]) -> Summary:
    """The summary of a lowest community: one telling sentence of each of its most central blocks."""
    blocks = by_closeness([one for one in members if one.text], closeness)
    names = [one.name for one in sorted(members, key=lambda one: (-one.weight, one.name)) if one.name]
    sentences: dict[str, str] = {}
    for block in blocks:
        sentence = _telling(block, names)
        if sentence and sentence not in sentences:
            sentences[sentence] = block.id
        if len(sentences) == SENTENCES:
            break
    return Summary(make_title(members, names), *_limited(list(sentences.items())), closeness)


def summarise_above(children: Sequence[Summary], titles: Sequence[str]) -> Summary:
    """The summary of a higher community: the first sentence of each child's summary, the largest children first."""
    rows = []
    for child in children:
        lines = [line for line in child.text.split("\n") if line]
        if lines and child.sources:
            rows.append((lines[0], child.sources[0]))
    return Summary(_joined_title(titles), *_limited(rows))


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
    folded = [part.casefold() for part in parts[:12]]
    scores = [
        sum(name in part for name in known) + min(len(part.split()), 20) / 20 - 0.1 * place
        for place, part in enumerate(folded)
    ]
    chosen = parts[int(np.argmax(scores))]
    return " ".join(chosen.split()[:SENTENCE_WORDS]) if len(chosen.split()) > SENTENCE_WORDS else chosen


def _limited(rows: Sequence[tuple[str, str]]) -> tuple[str, tuple[str, ...]]:
    """Text and sources of the sentences that fit."""
    kept: list[tuple[str, str]] = []
    words = 0
    for sentence, source in rows:
        words += len(sentence.split())
        if words > MAX_WORDS and kept:
            break
        kept.append((sentence, source))
    return "\n".join(sentence for sentence, _ in kept), tuple(source for _, source in kept)


def closeness_of(members: Sequence[Member], centre: Sequence[float] | Floats) -> dict[str, float]:
    """How like a community's centre the blocks among its members are, by id: the cosine to six digits."""
    blocks = [one for one in members if one.text]
    if not blocks:
        return {}
    vectors = normalise(np.asarray([one.vector for one in blocks], dtype=np.float32))
    unit = normalise(np.asarray([centre], dtype=np.float32))
    likeness = np.round((vectors * unit).sum(axis=1), 6).tolist()  # unlike a product, the same in any company
    return dict(zip((one.id for one in blocks), likeness, strict=True))


def by_closeness(members: Sequence[Member], closeness: Mapping[str, float]) -> list[Member]:
    """The members, the one that is most like the centre first."""
    return sorted(members, key=lambda one: (-closeness[one.id], one.id))


def summaries_of(
    levels: Sequence[tuple[str, int, Sequence[str], Sequence[float]]], members: Mapping[str, Member]
) -> dict[str, Summary]:
    """Summaries of communities given as (id, level, member ids, centre), from the lowest level up."""
    made: dict[str, Summary] = {}
    for name, level, ids, centre in sorted(levels, key=lambda one: (one[1], one[0])):
        if level == 1:
            held = [members[one] for one in ids if one in members]
            made[name] = summarise(held, closeness_of(held, centre))
        else:
            children = sorted((one for one in ids if one in made), key=lambda one: (-len(made[one].text), one))
            made[name] = summarise_above([made[one] for one in children], [made[one].title for one in children])
    return made
