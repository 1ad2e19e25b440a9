"""The modes of a route, run together, and their candidates joined."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.records import Route
from core.records.answer import Mode
from retrieval.analysis import Analysis
from retrieval.answers.offices import find_office
from retrieval.candidates import Candidate, Context, fuse
from retrieval.chains import may_walk
from retrieval.conditions import sets_value
from retrieval.data import load_data
from retrieval.linking import Link, link
from retrieval.lists import said
from retrieval.modes import direct, entities, lists, named, navigation, overview, walks
from retrieval.modes.lists import ListFound
from retrieval.modes.walks import WalkFound
from retrieval.texts import fold
from retrieval.vocabulary import read_wording

Finder = Callable[[Context], Awaitable[list[Candidate]]]
_FINDERS: dict[Mode, Finder] = {
    "A": direct.find_blocks,
    "B": navigation.find_blocks,
    "G": overview.find_blocks,
}
BROAD = 5
SUMS = frozenset({"money", "share"})
_RELATED = re.compile(r"\b(?:that|which|whose|where|who .*\bwho|and also)\b")
_LISTS = re.compile(
    r"^(which|what|find|any|list|name) (?:[\w'-]+ ){0,5}?(professors?|lecturers?|people|persons?|researchers?"
    r"|instructors?|faculty|members?|staff|supervisors?|advis[eo]rs?|students?|experts?|courses?)\b"
    r"|^who (?!is the|was the|is in charge|should|can|do)|^whose\b"
    r"|(哪些|哪位|有哪位)(教授|老师|人|学者|导师|学生)|谁|\bpages?\b.*\b(list|mention|name|include)s?\b"
)


@dataclass(frozen=True, slots=True)
class Search:
    """What the modes found: candidates over all of them, and the list or the walk when the graph answers as one."""

    candidates: tuple[Candidate, ...]
    modes: tuple[Mode, ...]
    listed: ListFound | None = None
    walked: WalkFound | None = None


async def search(context: Context, route: Route, forced: bool, doubt: float) -> Search:
    """Run the modes that a route calls for, at the same time.

    A forced mode runs alone. Otherwise mode A runs beside every other one, so that a wrong turn costs a few
    milliseconds and not the answer; below `doubt` mode B joins too.
    """
    modes = pick_modes(context, route, forced, doubt)
    structured = context.options.entities and not forced and not asks_holder(context.analysis)
    walk = structured and _may_walk(context, route)
    composed = structured and may_compose(context.analysis, route)
    links = await link(context) if walk or composed or {"C", "list"} & set(modes) else []
    listed = await lists.find_composed(context, links) if composed else None
    if listed is not None:
        return Search(tuple(listed.candidates()), ("list",), listed)
    walked = await walks.find_stops(context, links) if walk or (forced and route.mode == "C") else None
    if walked is not None and (forced or walked.chain.attributes or context.analysis.wanted not in SUMS):
        return Search(tuple(walked.candidates()), ("C",), walked=walked)
    if route.mode == "list" or (route.mode == "C" and _LISTS.search(fold(said(context.analysis)))):
        listed = await lists.find_items(context, links) if structured or (forced and context.options.entities) else None
        if listed is not None:
            return Search(tuple(listed.candidates()), ("list",), listed)
    runs = [_run(mode, context, links) for mode in modes]
    if context.options.navigation and not forced:
        runs.append(named.find_blocks(context))
    found = await asyncio.gather(*runs)
    if not any(found) and "A" not in modes:
        modes, found = (*modes, "A"), [*found, await direct.find_blocks(context)]
    kept = context.options.candidates * (BROAD if route.mode == "G" else 3) // 2
    joined = found[0] if len(found) == 1 else fuse(found, kept)
    return Search(tuple(joined), modes)


def asks_holder(analysis: Analysis) -> bool:
    """Whether the holder of an office is asked for, of a thing that is named and not told by what it relates to."""
    return find_office(analysis) is not None and not _RELATED.search(fold(said(analysis)))


def may_compose(analysis: Analysis, route: Route) -> bool:
    """Whether a question may set several conditions on people or things, whatever its route; a cheap test.

    Where the route does not link names anyway, it must say so by an "and" or the like.
    """
    text, data = fold(said(analysis)), load_data("vocabulary")
    if route.mode == "G" or re.search(data["compares"], text):
        return False
    linked = route.mode in {"C", "list"}
    return bool(re.search(data["asked_for"], text) and (linked or re.search(data["composed"], text)))


def _may_walk(context: Context, route: Route) -> bool:
    """Whether a walk is tried first: not of a list with a number or a title as a condition."""
    text = said(context.analysis)
    if route.mode == "G" or (route.mode == "list" and sets_value(text, read_wording(text, context.site))):
        return False
    return may_walk(context.analysis, context.site)


def _run(mode: Mode, context: Context, links: list[Link]) -> Awaitable[list[Candidate]]:
    if mode in {"C", "list"}:
        return entities.find_blocks(context, links)
    return _FINDERS[mode](context)


def pick_modes(context: Context, route: Route, forced: bool, doubt: float) -> tuple[Mode, ...]:
    """The modes to run, the route's own first; what the options switch off falls back to mode A."""
    options = context.options
    switches = {"B": options.navigation, "C": options.entities, "list": options.entities, "G": options.topics}
    wanted: list[Mode] = [route.mode]
    if route.mode in {"hybrid", "none"}:
        wanted = ["A", "B", "C"]
    elif not forced:
        wanted += ["A", "B"] if route.confidence < doubt else ["A"]
    return tuple(dict.fromkeys(mode for mode in wanted if switches.get(mode, True))) or ("A",)
