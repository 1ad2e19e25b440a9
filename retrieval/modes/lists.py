"""Lists and counts from the graph: complete, each item with the block that shows it, and how complete it is."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from core.records import PathStep
from retrieval.candidates import Candidate, Context
from retrieval.chains import Chain, Step
from retrieval.conditions import in_order, start
from retrieval.data import load_data
from retrieval.linking import Link, link
from retrieval.lists import ListAsk, asks_more, read_list, relax, said
from retrieval.modes.entities import edges_of
from retrieval.modes.walks import WalkFound, follow
from retrieval.ports import read_rows
from retrieval.texts import fold
from retrieval.vocabulary import read_wording

BODIES = ("department", "school", "college")
MOST = 200
MOST_SEEDS = 10


@dataclass(frozen=True, slots=True)
class Item:
    """One thing listed: its name, the block that shows it, the words there that name it, whether it has a place."""

    name: str
    type: str
    block_id: str
    url: str
    quote: str
    placed: bool = True
    entity: str = ""


@dataclass(frozen=True, slots=True)
class ListFound:
    """The items in the order of their keys; `total` is how many there are, `known` how many of the type in all.

    `beyond` is what a question asks of the items besides ("…, and who supervises them?").
    """

    ask: ListAsk
    items: tuple[Item, ...]
    total: int
    known: int
    beyond: WalkFound | None = None

    def candidates(self) -> list[Candidate]:
        """The items' blocks as candidates, one a block."""
        path = tuple(
            PathStep(
                source=one.shown, edge="condition", target=self.ask.type, source_kind="question", target_kind="type"
            )
            for one in self.ask.conditions
        )
        listed = [
            Candidate(block, url, 1.0, {"list": 1.0}, path)
            for block, url in dict.fromkeys((item.block_id, item.url) for item in self.items)
        ]
        known = {one.id for one in listed}
        walked = self.beyond.candidates() if self.beyond else []
        return [*listed, *(one for one in walked if one.id not in known)]


async def find_items(context: Context, links: list[Link] | None = None) -> ListFound | None:
    """The list that a question asks for; None when it cannot be read as one. Two round trips, one with links given."""
    links = links if links is not None else await link(context)
    ask = _ask(context, links)
    with context.trace.step("list") as detail:
        detail["readable"] = ask is not None
        if ask is None:
            return None
        detail.update(type=ask.type, conditions=[one.shown for one in ask.conditions])
        rows = await _read(context, ask)
        if not rows and (wider := relax(ask)) is not None:
            detail["relaxed"] = [one.shown for one in wider.conditions]
            ask, rows = wider, await _read(context, wider)
        rows = _named(ask, rows)
        found = _found(context, ask, rows)
        found = await _with_beyond(context, found)
        detail.update(round_trips=1, total=found.total, shown=len(found.items))
    return found if found.items and (ask.conditions or ask.pages_of or _is_told(found)) else None


def _is_told(found: ListFound) -> bool:
    """Whether all things of a type may be listed: not too many, and known by more than being spoken of somewhere."""
    return found.total <= MOST and any(item.placed for item in found.items)


async def find_composed(context: Context, links: list[Link]) -> ListFound | None:
    """The list, where a question sets several conditions, all are understood, and something meets them; else None.

    One round trip, none where the question is no such list.
    """
    ask = _ask(context, links)
    wording = read_wording(said(context.analysis), context.site)
    if ask is None or not ask.composed or asks_more(wording, ask):
        return None
    with context.trace.step("list") as detail:
        detail.update(readable=True, type=ask.type, conditions=[one.shown for one in ask.conditions])
        found = _found(context, ask, await _read(context, ask))
        found = await _with_beyond(context, found)
        detail.update(round_trips=1, total=found.total, shown=len(found.items))
    return found if found.items else None


async def _with_beyond(context: Context, found: ListFound) -> ListFound:
    """The list with what is asked of its items in a second clause; one more round trip, none without such a clause."""
    clause = re.search(load_data("vocabulary")["of_them"], fold(context.analysis.text))
    seeds = tuple(item.entity for item in found.items if item.entity)
    if clause is None or not 0 < len(seeds) <= MOST_SEEDS:
        return found
    edges = edges_of(read_wording(clause.group(1), context.site))
    if not edges:
        return found
    walked = await follow(context, Chain(seeds, (Step(tuple(edges), ("person",)),)))
    return replace(found, beyond=walked if walked.stops else None)


def _ask(context: Context, links: list[Link]) -> ListAsk | None:
    wording = read_wording(said(context.analysis), context.site)
    return read_list(context.analysis, wording, links, context.site)


async def _read(context: Context, ask: ListAsk) -> list[dict[str, Any]]:
    limits = {**context.filters(), "limit": MOST}
    if ask.pages_of:
        return await read_rows(context.reader, "retrieval/list_pages", {**limits, "ids": list(ask.pages_of)})
    conditions = [one.params() for one in in_order(ask.conditions)]
    wanted = {**limits, "types": [ask.type], "conditions": conditions, **start(ask.conditions)}
    return await read_rows(context.reader, "retrieval/list_entities", wanted)


def _found(context: Context, ask: ListAsk, rows: list[dict[str, Any]]) -> ListFound:
    kind = "page" if ask.pages_of else ask.type
    rows, doubled = _without_doubles(rows)
    items = tuple(_item(row, kind) for row in rows)
    total = len(rows) if ask.pages_of else next((int(row["total"]) - doubled for row in rows), 0)
    return ListFound(ask, items, total, total if ask.pages_of else context.site.entities.get(ask.type, 0))


def _named(ask: ListAsk, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Of bodies with pages of their own that say a word somewhere, those that bear it, where there are any.

    On the many pages of a department nearly every word stands: "engineering departments" are told by their names.
    """
    asked = [fold(word) for one in ask.conditions if not one.negated for word in one.words]
    if ask.type not in BODIES or not asked:
        return rows
    named = [row for row in rows if all(word in fold(row["name"]) for word in asked)]
    return [{**row, "total": len(named)} for row in named] or rows


def _item(row: dict[str, Any], kind: str) -> Item:
    name = row["title"] if kind == "page" else row["name"]
    return Item(name, kind, row["id"], row["url"], row["quote"] or "", row.get("placed", True), row.get("entity", ""))


def _without_doubles(rows: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], int]:
    """Rows without things that have no place of their own and bear the name of one that has; and how many went."""
    placed = {fold(row["name"]) for row in rows if row.get("placed")}
    kept = [row for row in rows if row.get("placed", True) or fold(row["name"]) not in placed]
    return kept, len(rows) - len(kept)
