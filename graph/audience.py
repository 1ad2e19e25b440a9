"""A copy of a graph for one audience: what only a login shows stays out, and so does what was learned from it.

A page that was fetched with credentials carries the audience that the secrets file names for its host. Everything else
is public. A block belongs to its page; an entity, a fact or a topic stays only where a block that stays tells of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from graph.lines import EdgeLine, End, Header, Line, NodeLine

PUBLIC = "public"
Read = Callable[[], Iterable[Line]]


@dataclass(slots=True)
class Seen:
    """What one reading of the graph tells of who may see what."""

    hidden_pages: set[End] = field(default_factory=set)
    stubs: set[End] = field(default_factory=set)
    block_pages: dict[str, End] = field(default_factory=dict)
    topics: dict[End, tuple[str, ...]] = field(default_factory=dict)
    linked: set[End] = field(default_factory=set)
    named: dict[End, set[str]] = field(default_factory=dict)
    related: set[End] = field(default_factory=set)


def for_audience(read: Read, audience: str) -> Iterator[Line]:
    """The lines of a graph that `audience` may see. `read` gives all of them, twice, in the same order."""
    seen = _look(read(), audience)
    for line in read():
        if isinstance(line, Header):
            yield line
        elif isinstance(line, NodeLine):
            yield from _node(line, seen)
        else:
            yield from _edge(line, seen)


def _look(lines: Iterable[Line], audience: str) -> Seen:
    seen = Seen()
    for line in lines:
        if isinstance(line, NodeLine):
            _look_at_node(line, seen, audience)
        elif isinstance(line, EdgeLine):
            _look_at_edge(line, seen)
    return seen


def _look_at_node(line: NodeLine, seen: Seen, audience: str) -> None:
    end: End = (line.label, line.site, line.key)
    if line.label == "Page":
        if (line.properties.get("audience") or PUBLIC) not in (PUBLIC, audience):
            seen.hidden_pages.add(end)
        if line.properties.get("status") in ("unseen", "external"):
            seen.stubs.add(end)
    elif line.label == "Block":
        seen.block_pages[line.key] = ("Page", line.site, str(line.properties.get("url")))
    elif line.label == "Topic":
        seen.topics[end] = tuple(line.properties.get("sources") or ())


def _look_at_edge(line: EdgeLine, seen: Seen) -> None:
    if line.type == "HYPERLINK" and line.source not in seen.hidden_pages:
        seen.linked.add(line.target)
    elif line.type == "MENTIONS" and _told(line.source[2], seen):
        seen.named.setdefault(line.target, set()).add(str(line.properties.get("surface") or ""))
    elif line.type == "RELATES" and _sources(line, seen) is not None:
        seen.related |= {line.source, line.target}


def _told(block: str, seen: Seen) -> bool:
    """Whether a block is one that stays."""
    return block in seen.block_pages and seen.block_pages[block] not in seen.hidden_pages


def _sources(line: EdgeLine, seen: Seen) -> list[str] | None:
    """The blocks that state a fact and stay; None when it has some and none of them stays."""
    sources = line.properties.get("sources") or []
    kept = [block for block in sources if _told(block, seen)]
    return None if sources and not kept else kept


def _stays(end: End, seen: Seen) -> bool:
    if end[0] == "Page":
        return end not in seen.hidden_pages and (end not in seen.stubs or end in seen.linked)
    if end[0] == "Block":
        return _told(end[2], seen)
    if end[0] == "Topic":
        return all(_told(block, seen) for block in seen.topics.get(end, ()))
    return end[0] == "Meta" or end in seen.named or end in seen.related


def _node(line: NodeLine, seen: Seen) -> Iterator[NodeLine]:
    end: End = (line.label, line.site, line.key)
    if line.label == "Meta" and line.key != f"site:{line.site}":
        return  # decisions of people and forgotten spellings are nobody else's business
    if not _stays(end, seen):
        return
    yield _entity(line, end, seen) if line.label == "Entity" and seen.hidden_pages else line


def _entity(line: NodeLine, end: End, seen: Seen) -> NodeLine:
    """An entity with only those other names under which a block that stays knows it."""
    properties = dict(line.properties)
    if properties.get("aliases"):
        properties["aliases"] = [name for name in properties["aliases"] if name in seen.named.get(end, ())]
    if ("Page", line.site, str(properties.get("anchor_url"))) in seen.hidden_pages:
        properties["anchor_url"] = None
    return replace(line, properties={name: value for name, value in properties.items() if value is not None})


def _edge(line: EdgeLine, seen: Seen) -> Iterator[EdgeLine]:
    if not (_stays(line.source, seen) and _stays(line.target, seen)):
        return
    if line.type != "RELATES" or not line.properties.get("sources"):
        yield line
        return
    kept = _sources(line, seen)
    if kept:
        yield replace(line, properties={**line.properties, "sources": kept})
