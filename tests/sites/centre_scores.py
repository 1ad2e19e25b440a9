"""How well the graph of a made-up centre tells who is who: names found on pages, and pairs of names of one person."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import combinations

from core.records import PageGraph, Snapshot
from ingest.entities.profile import load_profile
from ingest.entities.raw import RawEntity, companion
from ingest.entities.resolution import resolve
from ingest.merging import COMPANY, CONTEXT, UNIQUE
from ingest.names import PERSON
from ingest.pages import graph_of
from tests.sites.centre import Centre
from tests.sites.centre_names import Someone
from tests.sites.centre_spelling import plain

Unit = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Share:
    """Right ones among those found, and among those wanted."""

    right: int
    found: int
    wanted: int

    @property
    def precision(self) -> float:
        """How many of those found are right."""
        return self.right / max(1, self.found)

    @property
    def recall(self) -> float:
        """How many of those wanted are found."""
        return self.right / max(1, self.wanted)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / max(1, self.found + self.wanted)

    def __str__(self) -> str:
        return (
            f"P {self.precision:.3f}  R {self.recall:.3f}  F1 {self.f1:.3f}  ({self.found} found, {self.wanted} gold)"
        )


@dataclass(frozen=True, slots=True)
class Scores:
    """The figures of a centre, and its faults as lines of text."""

    names: Share
    pairs: Share
    people: int
    spellings: int
    faults: tuple[str, ...]


def read_pages(pages: Mapping[str, str], site: str = "centre") -> list[PageGraph]:
    """The page graphs of a site, as a crawl would make them."""
    profile, when = load_profile("university"), datetime(2026, 1, 1, tzinfo=UTC)
    html = {"content-type": "text/html; charset=utf-8"}
    snapshots = (Snapshot(site, url, 200, body.encode(), when, html) for url, body in pages.items())
    return [graph for snapshot in snapshots if (graph := graph_of(snapshot, profile).graph)]


def raws_of(graphs: Iterable[PageGraph]) -> list[RawEntity]:
    """What the database tells of the entities of some pages before resolution (`ingest.merging`), without it."""
    found: dict[str, RawEntity] = {}
    for graph in graphs:
        for raw in _page_raws(graph):
            old = found.get(raw.id)
            found[raw.id] = _both(old, raw) if old else raw
    return [found[name] for name in sorted(found)]


def _both(one: RawEntity, other: RawEntity) -> RawEntity:
    sets = ("names", "anchors", "given", "pages", "context", "unique", "company")
    return replace(
        one,
        mentions=one.mentions + other.mentions,
        **{name: getattr(one, name) | getattr(other, name) for name in sets},
    )


def _page_raws(graph: PageGraph) -> Iterable[RawEntity]:
    names: dict[str, set[str]] = defaultdict(set)
    blocks: dict[str, set[str]] = defaultdict(set)
    leaves = {block.id for block in graph.blocks if block.leaf}
    for row in graph.mentions:
        if row.surface:
            names[row.entity_id].add(row.surface)
        if row.block_id in leaves:
            blocks[row.block_id].add(row.entity_id)
    kinds = {entity.id: entity for entity in graph.entities}
    context, unique = _said(graph)
    for entity in graph.entities:
        if entity.type == "value":
            continue
        own = {entity.name, *entity.aliases, *names[entity.id]}
        yield RawEntity(
            entity.id,
            entity.type,
            entity.key,
            frozenset(own),
            anchors=frozenset([entity.anchor_url] if entity.anchor_url else ()),
            given=frozenset(own if entity.anchor_url else ()),
            pages=frozenset([graph.page.url]),
            context=frozenset(context[entity.id]),
            unique=frozenset(unique[entity.id]),
            company=_company(entity.id, blocks.values(), kinds) if entity.type == PERSON else frozenset(),
            mentions=sum(row.entity_id == entity.id for row in graph.mentions),
        )


def _said(graph: PageGraph) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    context: dict[str, set[str]] = defaultdict(set)
    unique: dict[str, set[str]] = defaultdict(set)
    names = {entity.id: entity for entity in graph.entities}
    for row in graph.relations:
        if row.type in (*UNIQUE, *CONTEXT) and row.tail in names:
            into = unique if row.type in UNIQUE else context
            into[row.head].add(names[row.tail].name.casefold())
            if names[row.tail].type != "value":
                into[row.tail].add(names[row.head].name.casefold())
    return context, unique


def _company(ident: str, blocks: Iterable[set[str]], kinds: Mapping) -> frozenset[str]:
    found: set[str] = set()
    for members in blocks:
        people = [one for one in members if kinds[one].type == PERSON]
        if ident in people and 1 < len(people) <= COMPANY:
            found |= {companion(kinds[one].key) for one in people}
    return frozenset(found - {companion(kinds[ident].key), ""})


def score_centre(centre: Centre) -> Scores:
    """Read the pages of a centre, resolve, and compare with the truth."""
    graphs = read_pages(centre.pages)
    raws = raws_of(graphs)
    into = {merge.raw: merge.into for merge in resolve(raws)}
    seen = _seen(graphs, into)
    gold: dict[Unit, set[int]] = defaultdict(set)
    written: dict[Unit, str] = {}
    for (url, name), numbers in centre.gold.items():
        gold[url, _bare(name)] |= numbers
        written[url, _bare(name)] = name
    doubtful = {unit for unit, numbers in gold.items() if len(numbers) > 1 or _is_doubtful(written[unit], unit, centre)}
    names = Share(len(gold.keys() & seen.keys()), len(seen), len(gold))
    pairs, faults = _pairs(gold, doubtful, seen, written, centre)
    lost = [f"not found: {written[unit]!r} on {unit[0]}" for unit in sorted(gold.keys() - seen.keys())]
    wrong = [
        f"nobody: {name} on {url} ({next(iter(seen[url, name]))})" for url, name in sorted(seen.keys() - gold.keys())
    ]
    shown = len({name for _, name in gold})
    return Scores(names, pairs, len(centre.people), shown, (*lost, *wrong, *faults))


def _seen(graphs: Iterable[PageGraph], into: Mapping[str, str]) -> dict[Unit, set[str]]:
    seen: dict[Unit, set[str]] = defaultdict(set)
    for graph in graphs:
        people = {entity.id for entity in graph.entities if entity.type == PERSON}
        for row in graph.mentions:
            if row.entity_id in people and row.surface:
                seen[graph.page.url, _bare(row.surface)].add(into.get(row.entity_id, row.entity_id))
    return seen


def _bare(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


def _is_doubtful(written: str, unit: Unit, centre: Centre) -> bool:
    """Whether a name as written fits more people than one, by initials or as a whole, and is not that of its page."""
    said = sum(_may_mean(written, one) for one in centre.people) > 1
    own = any(
        f"/people/{one.slug}/" in unit[0] and one.number in centre.gold[unit[0], written] for one in centre.people
    )
    return said and not own


def _may_mean(written: str, one: Someone) -> bool:
    words = [word for word in re.split(r"[\s.,]+", plain(written).casefold()) if word]
    family = plain(one.family).casefold().split()[0].replace("-", "")
    if family not in (word.replace("-", "") for word in words):
        return False
    rest = [part for word in words if word.replace("-", "") != family for part in word.split("-")]
    given = [part for word in plain(one.given).casefold().split() for part in word.split("-")]
    if rest and len(rest) == 1 and len(rest[0]) == 2 and rest[0] != given[0]:
        rest = list(rest[0])
    return len(rest) <= len(given) and all(
        a == b or (len(a) == 1 and b.startswith(a)) for a, b in zip(rest, given, strict=False)
    )


def _pairs(
    gold: Mapping[Unit, set[int]],
    doubtful: set[Unit],
    seen: Mapping[Unit, set[str]],
    written: Mapping[Unit, str],
    centre: Centre,
) -> tuple[Share, list[str]]:
    right = found = wanted = 0
    faults: dict[str, None] = {}
    for one, other in combinations(sorted(gold), 2):
        same = bool(gold[one] & gold[other])
        together = one in seen and other in seen and bool(seen[one] & seen[other])
        if one in doubtful and other in doubtful:
            continue  # they may share a node of nobody in particular
        if one in doubtful or other in doubtful:
            found += together and not same
        else:
            wanted += same
            found += together
            right += same and together
        if together and not same:
            faults[f"joined: {written[one]!r} and {written[other]!r}"] = None
        elif same and not together and not {one, other} & doubtful and one in seen and other in seen:
            name = centre.people[next(iter(gold[one]))].family
            faults[f"split ({name}): {written[one]!r} and {written[other]!r}"] = None
    return Share(right, found, wanted), list(faults)
