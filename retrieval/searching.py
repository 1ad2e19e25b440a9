"""The modes of a route, run together, and their candidates joined."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.records import Route
from core.records.answer import Mode
from retrieval.candidates import Candidate, Context, fuse
from retrieval.modes import direct, entities, lists, navigation, overview
from retrieval.modes.lists import ListFound
from retrieval.texts import fold

Finder = Callable[[Context], Awaitable[list[Candidate]]]
_FINDERS: dict[Mode, Finder] = {
    "A": direct.find_blocks,
    "B": navigation.find_blocks,
    "C": entities.find_blocks,
    "G": overview.find_blocks,
    "list": entities.find_blocks,
}
_PLURAL = re.compile(
    r"^(which|what) (?:[\w-]+ ){0,3}?(professors|lecturers|people|persons|researchers|instructors|faculty|members|staff"
    r"|supervisors|advisors|advisers|students)\b|^who (are|works?|studies|researches|teaches|else)\b|哪些(教授|老师|人|学者|導師|导师)|"
    r"\bpages?\b.*\b(list|mention|name|include)s?\b"
)


@dataclass(frozen=True, slots=True)
class Search:
    """What the modes found: candidates over all of them, and the list when the graph answers as one."""

    candidates: tuple[Candidate, ...]
    modes: tuple[Mode, ...]
    listed: ListFound | None = None


async def search(context: Context, route: Route, forced: bool, doubt: float) -> Search:
    """Run the modes that a route calls for, at the same time.

    A forced mode runs alone. Otherwise mode A runs beside every other one, so that a wrong turn costs a few
    milliseconds and not the answer; below `doubt` mode B joins too.
    """
    if route.mode == "list" or (route.mode == "C" and _PLURAL.search(fold(context.analysis.text))):
        listed = await lists.find_items(context) if context.options.entities else None
        if listed is not None:
            return Search(tuple(listed.candidates()), ("list",), listed)
    modes = pick_modes(context, route, forced, doubt)
    found = await asyncio.gather(*(_FINDERS[mode](context) for mode in modes))
    if not any(found) and "A" not in modes:
        modes, found = (*modes, "A"), [*found, await direct.find_blocks(context)]
    joined = found[0] if len(found) == 1 else fuse(found, context.options.candidates)
    return Search(tuple(joined), modes)


def pick_modes(context: Context, route: Route, forced: bool, doubt: float) -> tuple[Mode, ...]:
    """The modes to run, the route's own first; what the options switch off falls back to mode A."""
    off = {
        "B": not context.options.navigation,
        "C": not context.options.entities,
        "list": not context.options.entities,
        "G": not context.options.topics,
    }
    first: Mode = "A" if off.get(route.mode) or route.mode == "none" else route.mode
    if first == "hybrid":
        return tuple(mode for mode in ("A", "B", "C") if not off.get(mode))  # type: ignore[return-value]
    if forced:
        return (first,)
    others: list[Mode] = ["A", *(["B"] if route.confidence < doubt and not off["B"] else [])]  # type: ignore[list-item]
    return (first, *(mode for mode in others if mode != first))
