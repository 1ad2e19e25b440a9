"""Questions over several relations, answered by one walk through the graph with the block of every step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.records import PathStep
from retrieval.candidates import Candidate, Context
from retrieval.chains import Chain, read_chain
from retrieval.linking import Link
from retrieval.ports import read_rows

MOST = 12
DEGREE = 60


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a walk ends: a thing, its names, the value asked of it (or ''), and the blocks that state each step."""

    name: str
    names: tuple[str, ...]
    type: str
    value: str
    attribute: str
    block_id: str
    shown_id: str
    url: str
    path: tuple[PathStep, ...]
    stated: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WalkFound:
    """The ends of a walk."""

    chain: Chain
    stops: tuple[Stop, ...]

    def candidates(self) -> list[Candidate]:
        """All blocks that the walk rests on: those of the ends first, then those of the steps."""
        ends = [(stop.block_id or shown(stop), stop) for stop in self.stops]
        steps = [(block, stop) for stop in self.stops for block in stop.stated]
        first = {block: stop for block, stop in reversed([*ends, *steps]) if block}
        ids = dict.fromkeys(block for block, _ in [*ends, *steps] if block)
        return [Candidate(block, first[block].url, 1.0, {"walk": 1.0}, first[block].path) for block in ids]


def shown(stop: Stop) -> str:
    """The block that names the end of the last step, where no value is asked."""
    return stop.stated[-1] if stop.stated else stop.shown_id


async def find_stops(context: Context, links: list[Link]) -> WalkFound | None:
    """The ends of the walk that a question describes; None when it is no walk, or leads nowhere or to too many."""
    with context.trace.step("walk") as detail:
        chain = read_chain(context.analysis, links, context.site)
        detail["readable"] = chain is not None
        if chain is None:
            return None
        detail["steps"] = [{"edges": step.edges, "types": step.types} for step in chain.steps]
        detail["attributes"] = chain.attributes
        found = await follow(context, chain)
        detail.update(round_trips=1, found=[f"{one.name}: {one.value}" for one in found.stops])
    return found if 0 < len({one.name for one in found.stops}) <= MOST else None


async def follow(context: Context, chain: Chain) -> WalkFound:
    """The ends of a walk, at most one more than may be shown; one round trip."""
    rows = await read_rows(context.reader, "retrieval/walk", _ask(context, chain))
    return WalkFound(chain, tuple(_stop(row) for row in rows if not chain.attributes or row["value"] is not None))


def _ask(context: Context, chain: Chain) -> dict[str, Any]:
    return {
        **context.filters(),
        "lang": context.analysis.lang,
        "seeds": list(chain.seeds),
        "within": list(chain.within),
        "instead": chain.instead,
        "steps": [{"edges": list(step.edges), "types": list(step.types)} for step in chain.steps],
        "attributes": list(chain.attributes),
        "degree": DEGREE,
        "limit": MOST + 1,
    }


def _stop(row: dict[str, Any]) -> Stop:
    hops = row["hops"]
    keys = ("source", "edge", "target", "source_kind", "target_kind")
    return Stop(
        name=row["name"],
        names=tuple(dict.fromkeys([row["name"], *(row["aliases"] or ())])),
        type=row["type"],
        value=row["value"] or "",
        attribute=row["attribute"] or "",
        block_id=row["block"],
        shown_id=row["shown"],
        url=row["url"],
        path=tuple(PathStep(**{key: hop[key] for key in keys}) for hop in hops),
        stated=tuple(hop["block"] for hop in hops if hop["block"]),
    )
