"""Lists and counts from the graph: complete, each item with the block that shows it, and how complete it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.records import PathStep
from retrieval.candidates import Candidate, Context
from retrieval.conditions import in_order, start
from retrieval.linking import Link, link
from retrieval.lists import ListAsk, read_list, relax, said
from retrieval.ports import read_rows
from retrieval.vocabulary import read_wording

MOST = 200


@dataclass(frozen=True, slots=True)
class Item:
    """One thing listed: its name, the block that shows it, and the words there that name it."""

    name: str
    type: str
    block_id: str
    url: str
    quote: str


@dataclass(frozen=True, slots=True)
class ListFound:
    """The items in the order of their keys; `total` is how many there are, `known` how many of the type in all."""

    ask: ListAsk
    items: tuple[Item, ...]
    total: int
    known: int

    def candidates(self) -> list[Candidate]:
        """The items' blocks as candidates, one a block."""
        path = tuple(
            PathStep(
                source=one.shown, edge="condition", target=self.ask.type, source_kind="question", target_kind="type"
            )
            for one in self.ask.conditions
        )
        return [
            Candidate(block, url, 1.0, {"list": 1.0}, path)
            for block, url in dict.fromkeys((item.block_id, item.url) for item in self.items)
        ]


async def find_items(context: Context, links: list[Link] | None = None) -> ListFound | None:
    """The list that a question asks for; None when it cannot be read as one. Two round trips, one with links given."""
    links = links if links is not None else await link(context)
    wording = read_wording(said(context.analysis), context.site)
    ask = read_list(context.analysis, wording, links, context.site)
    with context.trace.step("list") as detail:
        detail["readable"] = ask is not None
        if ask is None:
            return None
        detail.update(type=ask.type, conditions=[one.shown for one in ask.conditions])
        rows = await _read(context, ask)
        if not rows and (wider := relax(ask)) is not None:
            detail["relaxed"] = [one.shown for one in wider.conditions]
            ask, rows = wider, await _read(context, wider)
        found = _found(context, ask, rows)
        detail.update(round_trips=1, total=found.total, shown=len(found.items))
    return found if found.items and (ask.conditions or ask.pages_of or found.total <= MOST) else None


async def _read(context: Context, ask: ListAsk) -> list[dict[str, Any]]:
    limits = {**context.filters(), "limit": MOST}
    if ask.pages_of:
        return await read_rows(context.reader, "retrieval/list_pages", {**limits, "ids": list(ask.pages_of)})
    conditions = [one.params() for one in in_order(ask.conditions)]
    wanted = {**limits, "types": [ask.type], "conditions": conditions, **start(ask.conditions)}
    return await read_rows(context.reader, "retrieval/list_entities", wanted)


def _found(context: Context, ask: ListAsk, rows: list[dict[str, Any]]) -> ListFound:
    kind = "page" if ask.pages_of else ask.type
    items = tuple(
        Item(row["title"] if ask.pages_of else row["name"], kind, row["id"], row["url"], row["quote"] or "")
        for row in rows
    )
    total = len(rows) if ask.pages_of else next((int(row["total"]) for row in rows), 0)
    return ListFound(ask, items, total, total if ask.pages_of else context.site.entities.get(ask.type, 0))
