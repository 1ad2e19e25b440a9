"""Damaged copies of a site in the graph: pages that are missing, entities that are wrong. What does ours say then?

A copy has a name of its own, is asked the same questions, and is deleted afterwards. A page that is missing takes its
blocks with it, what only they mention, relations that only they state, and every summary that was made of them. A wrong
entity swaps name and aliases with another of its type, while mentions and relations stay: the graph then says of one
what is true of another.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from graph import Database
from graph.lines import EdgeLine, End, Header, Line, NodeLine
from graph.portable import Selection, read_graph, write_graph
from graph.sites import delete_site, list_sites

SEED = 7
NAMES = ("name", "aliases")
KEYS = frozenset({"id", "key"})
MARK = "~"
Damage = Callable[[Sequence[Line], float, random.Random], list[Line]]
Progress = Callable[[str, int, int], None]


@contextmanager
def open_damaged(
    database: Database,
    site: str,
    wanted: Sequence[tuple[str, float]],
    seed: int = SEED,
    progress: Progress | None = None,
) -> Iterator[dict[str, str]]:
    """Names of damaged copies by what reports call them, for as long as the block runs: `{"30 % missing": site}`."""
    for name in list_sites(database):
        if name.startswith(f"{site}{MARK}"):
            delete_site(database, name)  # left by a run that was killed
    if not wanted:
        yield {}
        return
    whole = list(read_graph(database, Selection(site, everything=True)))
    copies: dict[str, str] = {}
    try:
        for done, (kind, share) in enumerate(wanted, 1):
            label, name = f"{round(100 * share)} % {kind}", f"{site}{MARK}{kind}{round(100 * share)}"
            copies[label] = name
            damaged = DAMAGES[kind](whole, share, random.Random(seed))
            write_graph(database, iter(rename_site(damaged, site, name)))
            if progress is not None:
                progress("damaged copies", done, len(wanted))
        yield copies
    finally:
        for name in copies.values():
            delete_site(database, name)


def drop_pages(lines: Sequence[Line], share: float, chance: random.Random) -> list[Line]:
    """Without a share of the pages that hold blocks, and without what only they support."""
    urls = sorted({str(line.properties.get("url")) for line in _nodes(lines, "Block")})
    gone_pages = set(chance.sample(urls, round(share * len(urls))))
    gone = {line.key for line in _nodes(lines, "Block") if line.properties.get("url") in gone_pages}
    gone |= {line.key for line in _nodes(lines, "Page") if line.key in gone_pages}
    kept = [narrowed for line in lines if (narrowed := _without(line, gone)) is not None]
    return _without_orphans(kept)


def _without(line: Line, gone: set[str]) -> Line | None:
    """The line without sources that are gone; None when it goes itself."""
    if isinstance(line, Header):
        return line
    ends = {line.key} if isinstance(line, NodeLine) else {line.source[2], line.target[2]}
    if ends & gone:
        return None
    sources = line.properties.get("sources")
    if not sources or not gone & set(sources):
        return line
    left = [source for source in sources if source not in gone]
    if isinstance(line, NodeLine) or not left:  # a summary may say what only a missing page says
        return None
    return replace(line, properties={**line.properties, "sources": left})


def _without_orphans(lines: Sequence[Line]) -> list[Line]:
    """Without entities that nothing mentions or relates, and without edges whose end is gone."""
    held = {end[2] for line in lines if isinstance(line, EdgeLine) for end in _supported(line)}
    nodes = [line for line in lines if isinstance(line, NodeLine) and (line.label != "Entity" or line.key in held)]
    keys = {(line.label, line.key) for line in nodes}
    edges = [line for line in lines if isinstance(line, EdgeLine) and {_key(line.source), _key(line.target)} <= keys]
    return [*(line for line in lines if isinstance(line, Header)), *nodes, *edges]


def _supported(edge: EdgeLine) -> tuple[End, ...]:
    if edge.type == "MENTIONS":
        return (edge.target,)
    return (edge.source, edge.target) if edge.type == "RELATES" and edge.properties.get("sources") else ()


def _key(end: End) -> tuple[str, str]:
    return end[0], end[2]


def swap_names(lines: Sequence[Line], share: float, chance: random.Random) -> list[Line]:
    """With a share of the entities named as another one of their type."""
    types: dict[str, list[str]] = defaultdict(list)
    named = {line.key: line for line in _nodes(lines, "Entity")}
    for key in sorted(named):
        types[str(named[key].properties.get("type"))].append(key)
    given: dict[str, dict[str, Any]] = {}
    for keys in types.values():
        chosen = chance.sample(keys, round(share * len(keys)))
        for key, other in zip(chosen, [*chosen[1:], *chosen[:1]], strict=True):
            properties = named[other].properties
            given[key] = {name: properties[name] for name in NAMES if name in properties}
    return [
        replace(line, properties={**line.properties, **given[line.key]})
        if isinstance(line, NodeLine) and line.key in given
        else line
        for line in lines
    ]


DAMAGES: dict[str, Damage] = {"missing": drop_pages, "corrupt": swap_names}


def rename_site(lines: Iterable[Line], old: str, new: str) -> Iterator[Line]:
    """The lines as those of another site: in keys, in properties, and in the ids of sources."""
    for line in lines:
        if isinstance(line, Header):
            yield replace(line, sites=(new,))
        elif isinstance(line, NodeLine) and line.label != "Meta":
            properties = _renamed(line.properties, old, new)
            yield NodeLine(line.label, new, _rename(line.key, old, new), properties)
        elif isinstance(line, EdgeLine):
            ends = [(label, new, _rename(key, old, new)) for label, _, key in (line.source, line.target)]
            yield EdgeLine(line.type, ends[0], ends[1], _renamed(line.properties, old, new))


def _renamed(properties: dict[str, Any], old: str, new: str) -> dict[str, Any]:
    changed = dict(properties)
    if "site" in changed:
        changed["site"] = new
    for name in KEYS & changed.keys():
        changed[name] = "\t".join(_rename(part, old, new) for part in str(changed[name]).split("\t"))
    if "sources" in changed:
        changed["sources"] = [_rename(str(source), old, new) for source in changed["sources"]]
    return changed


def _rename(key: str, old: str, new: str) -> str:
    return f"{new}{key[len(old) :]}" if key.startswith(f"{old}:") else key


def _nodes(lines: Iterable[Line], label: str) -> list[NodeLine]:
    return [line for line in lines if isinstance(line, NodeLine) and line.label == label]
