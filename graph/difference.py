"""How two exported graphs differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from graph.lines import EdgeLine, Header, NodeLine, Properties, read_line

Key = tuple[str, ...]
Found = Mapping[Key, list[Properties]]


@dataclass(frozen=True, slots=True)
class Change:
    """A thing that both graphs have; `properties` are the names of those that differ."""

    key: Key
    properties: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Keys are (label, site, key) of a node, or type and both ends of an edge."""

    removed: tuple[Key, ...]
    added: tuple[Key, ...]
    changed: tuple[Change, ...]

    def __bool__(self) -> bool:
        return bool(self.removed or self.added or self.changed)


def diff_graphs(before: Iterable[str], after: Iterable[str]) -> Difference:
    """What the second graph lost, gained and has differently. Order is of no matter. Raises `IngestError`."""
    old, new = collect(before), collect(after)
    removed = [key for key in old for _ in range(len(old[key]) - len(new.get(key, ())))]
    added = [key for key in new for _ in range(len(new[key]) - len(old.get(key, ())))]
    changed = [Change(key, names) for key in sorted(old.keys() & new.keys()) if (names := compare(old[key], new[key]))]
    return Difference(tuple(sorted(removed)), tuple(sorted(added)), tuple(changed))


def collect(lines: Iterable[str]) -> Found:
    """All nodes and edges of a file, by key; parallel edges share one."""
    found: dict[Key, list[Properties]] = defaultdict(list)
    for number, text in enumerate(lines, 1):
        match read_line(text, number):
            case NodeLine(label, site, key, properties):
                found[label, site, key].append(properties)
            case EdgeLine(kind, source, target, properties):
                found[kind, *source, *target].append(properties)
            case Header():
                continue
    return found


def compare(old: list[Properties], new: list[Properties]) -> tuple[str, ...]:
    """Names of the properties in which things of one key differ; of parallel edges, those left when equal ones went."""
    left, right = subtract(old, new), subtract(new, old)
    pairs = zip(left, right, strict=False)
    names = {name for a, b in pairs for name in a.keys() | b.keys() if a.get(name) != b.get(name)}
    return tuple(sorted(names))


def subtract(things: list[Properties], others: list[Properties]) -> list[Properties]:
    """The things left when each of the others has taken one equal to it."""
    left = list(things)
    for other in others:
        if other in left:
            left.remove(other)
    return left
