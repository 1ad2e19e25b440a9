"""The heading-aware block tree (PolyUQuest, block tree), built from the block index.

Sections nest by their headings. Inside one, paragraphs merge bottom-up by their place in the element tree, up to 150
words; tables, lists, `pre` and definition lists are atomic. What is far over the embedder's limit stays whole as an
inner block, and groups of its rows or items are the leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from core.records import Interval, Segment, TreeBlock
from ingest.html.render import markdown_of, text_of

MERGE_WORDS = 150
LIMIT_WORDS = 350
_ATOMIC = {"item": "list", "continuation": "list", "row": "table", "term": "definitions", "definition": "definitions"}

_PARTS = {"table": "rows", "pre": "pre"}


@dataclass(slots=True)
class Unit:
    """Segments that stay together, and the kind of block they make."""

    kind: str
    segments: list[Segment] = field(default_factory=list)

    @property
    def words(self) -> int:
        """Words of all segments."""
        return sum(segment.words for segment in self.segments)


class Builder:
    """Gathers blocks in document order."""

    def __init__(self, links: Callable[[Segment], Sequence[int]]) -> None:
        self.links = links
        self.blocks: list[TreeBlock] = []
        self.open: list[tuple[int, int]] = []

    def add(
        self, kind: str, segments: list[Segment], parent: int | None, *, leaf: bool = True, head: Sequence[Segment] = ()
    ) -> int:
        """Append a block and return its position. `head` are header rows that its text repeats."""
        first = segments[0]
        shown = [*head, *segments]
        repeated = text_of(head) if head else ""
        words, weight, main = 0, 0, 0.0
        for segment in segments:
            words += segment.words
            weight += segment.words or 1
            main += segment.main * (segment.words or 1)
        block = TreeBlock(
            position=len(self.blocks),
            parent=parent,
            kind=kind,
            text=text_of(shown),
            markdown=markdown_of(shown),
            heading_path=first.heading_path,
            anchor=first.anchor,
            words=words,
            main=round(main / weight, 4),
            leaf=leaf,
            segments=intervals_of([segment.index for segment in segments]),
            links=tuple([number for segment in segments for number in self.links(segment)]) if leaf else (),
            repeated=repeated,
        )
        self.blocks.append(block)
        return block.position


def build_blocks(segments: Sequence[Segment], links: Callable[[Segment], Sequence[int]]) -> tuple[TreeBlock, ...]:
    """The tree of all visible segments that are not chrome. Blocks are numbered in document order, parents first."""
    builder = Builder(links)
    waiting: list[Segment] = []
    parent: int | None = None
    opened: list[tuple[int, int]] = []
    kept = [segment for segment in segments if segment.visible and not segment.chrome]
    for place, segment in enumerate(kept):
        depth = len(segment.heading_path)
        if segment.kind != "heading":
            if depth < len(opened):
                _close(builder, waiting, parent)
                del opened[depth:]
                parent = opened[-1][1] if opened else None
            waiting.append(segment)
            continue
        _close(builder, waiting, parent)
        while opened and opened[-1][0] >= segment.level:
            opened.pop()
        above = opened[-1][1] if opened else None
        after = kept[place + 1] if place + 1 < len(kept) else None
        empty = (
            after is None
            or len(after.heading_path) < segment.level
            or (after.kind == "heading" and after.level <= segment.level)
        )
        parent = builder.add("section", [segment], above, leaf=empty)
        opened.append((segment.level, parent))
    _close(builder, waiting, parent)
    return tuple(builder.blocks)


def _close(builder: Builder, waiting: list[Segment], parent: int | None) -> None:
    """Make blocks of the segments gathered under one heading."""
    loose: list[Segment] = []
    for unit in _units(waiting):
        if unit.kind == "paragraph" and (not loose or loose[-1].region == unit.segments[0].region):
            loose.extend(unit.segments)
            continue
        _merge(builder, loose, parent)
        loose = list(unit.segments) if unit.kind == "paragraph" else []
        if loose:
            continue
        _add_atomic(builder, unit, parent)
    _merge(builder, loose, parent)
    waiting.clear()


def _units(segments: list[Segment]) -> list[Unit]:
    units: list[Unit] = []
    group = ""
    for segment in segments:
        kind = _ATOMIC.get(segment.kind, "pre" if segment.kind == "pre" else "paragraph")
        if segment.kind == "caption" and segment.group:
            kind = "table"
        same = bool(units) and units[-1].kind == kind and units[-1].segments[-1].region == segment.region
        if same and (segment.part > 1 if kind == "pre" else kind == "paragraph" or segment.group == group):
            units[-1].segments.append(segment)
        else:
            units.append(Unit(kind, [segment]))
        group = segment.group
    return units


def _merge(builder: Builder, segments: list[Segment], parent: int | None) -> None:
    """Merge paragraphs that are siblings in the element tree, bottom-up, up to the word threshold."""
    if not segments:
        return
    for group in merge_siblings(segments):
        builder.add("paragraph", group, parent)


def merge_siblings(segments: list[Segment]) -> list[list[Segment]]:
    """Groups of at most 150 words; a group never takes part of a subtree that fits as a whole, while it could."""
    if len(segments) == 1 or sum(segment.words for segment in segments) <= MERGE_WORDS:
        return [segments]
    shared = _shared(segments[0].path, segments[-1].path)
    children: list[list[Segment]] = []
    previous = ""
    for segment in segments:
        end = segment.path.find("/", shared)
        step = segment.path if end < 0 else segment.path[:end]
        if children and step == previous and step != segment.path:
            children[-1].append(segment)
        else:
            children.append([segment])
        previous = step
    return _greedy(children if len(children) > 1 else [[segment] for segment in segments])


def _shared(first: str, last: str) -> int:
    """Length of the longest path of steps that both paths share, with its slash."""
    size = 0
    for place, (one, other) in enumerate(zip(first + "/", last + "/", strict=False)):
        if one != other:
            break
        if one == "/":
            size = place + 1
    return size


def _greedy(children: list[list[Segment]]) -> list[list[Segment]]:
    groups: list[list[Segment]] = []
    size = MERGE_WORDS + 1
    for child in children:
        words = sum(segment.words for segment in child)
        if size + words <= MERGE_WORDS:
            groups[-1].extend(child)
            size += words
        elif words <= MERGE_WORDS or len(child) == 1:
            groups.append(list(child))
            size = words
        else:
            groups.extend(merge_siblings(child))
            size = sum(segment.words for segment in groups[-1])
    return groups


def _add_atomic(builder: Builder, unit: Unit, parent: int | None) -> None:
    if unit.words <= LIMIT_WORDS:
        builder.add(unit.kind, unit.segments, parent)
        return
    if len(unit.segments) == 1:
        _add_lone(builder, unit, parent)
        return
    head = [segment for segment in unit.segments if segment.header] if unit.kind == "table" else []
    whole = builder.add(unit.kind, unit.segments, parent, leaf=False)
    kind = _PARTS.get(unit.kind, "items")
    for number, group in enumerate(_row_groups(unit)):
        builder.add(kind, group, whole, head=head if number and head else ())


def _add_lone(builder: Builder, unit: Unit, parent: int | None) -> None:
    builder.add(unit.kind, unit.segments, parent)


def _row_groups(unit: Unit) -> list[list[Segment]]:
    """Groups of rows or of top items with all that hangs on them, up to the word threshold."""
    groups: list[list[Segment]] = []
    size = 0
    atoms: list[list[Segment]] = []
    for segment in unit.segments:
        starts = segment.kind in {"row", "term", "pre"} or (segment.marker and segment.depth <= 1)
        if starts or not atoms or sum(s.words for s in atoms[-1]) + segment.words > LIMIT_WORDS:
            atoms.append([segment])
        else:
            atoms[-1].append(segment)
    for atom in atoms:
        words = sum(segment.words for segment in atom)
        header_only = groups and all(segment.header or segment.kind == "caption" for segment in groups[-1])
        if groups and (size + words <= MERGE_WORDS or header_only):
            groups[-1].extend(atom)
            size += words
        else:
            groups.append(list(atom))
            size = words
    return groups


def intervals_of(numbers: Sequence[int]) -> tuple[Interval, ...]:
    """Runs of ascending segment numbers as intervals."""
    if numbers and numbers[-1] - numbers[0] == len(numbers) - 1:
        return (Interval(numbers[0], numbers[-1]),)
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return tuple(Interval(first, last) for first, last in found)
