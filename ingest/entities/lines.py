"""A page as the lines that a reader sees, each with the block that holds it and the links in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from core.records import BlockRecord, Link, ParsedPage, Segment

HEADINGS = frozenset({"heading"})
MAX_HEADING_WORDS = 14


@dataclass(frozen=True, slots=True)
class Line:
    """One line of visible text.

    `block` is the leaf block that holds it, or the first leaf below its heading; `inside` whether the block's own text
    holds it. `level` is the heading level, 0 for text. `cells` are the cells of a table's row.
    """

    text: str
    kind: str
    level: int
    anchor: str | None
    block: str
    inside: bool
    main: float
    links: tuple[Link, ...] = ()
    cells: tuple[str, ...] = ()

    @property
    def heading(self) -> bool:
        """Whether it works as a heading: marked as one, and short enough to be one."""
        return self.level > 0 and len(self.text.split()) <= MAX_HEADING_WORDS


def page_lines(parsed: ParsedPage, blocks: Sequence[BlockRecord]) -> tuple[Line, ...]:
    """The visible lines of a page that lie in some block, in order."""
    homes = _homes(parsed, blocks)
    links: dict[int, list[Link]] = defaultdict(list)
    for link in parsed.links:
        if link.segment is not None:
            links[link.segment].append(link)
    found: list[Line] = []
    for segment in parsed.segments:
        home = homes.get(segment.index)
        if home and segment.visible:
            found += _segment_lines(segment, home, tuple(links[segment.index]))
    return tuple(found)


def _homes(parsed: ParsedPage, blocks: Sequence[BlockRecord]) -> dict[int, BlockRecord]:
    """The block of each segment: its leaf, or, for the heading of a section, the first leaf below it."""
    by_position = {block.order: block for block in blocks}
    leaves: dict[int, BlockRecord] = {}
    first_leaf: dict[int, BlockRecord] = {}
    for tree in reversed(parsed.blocks):
        block = by_position[tree.position]
        below = block if tree.leaf else first_leaf.get(tree.position, block)
        first_leaf[tree.position] = below
        if tree.parent is not None:
            first_leaf[tree.parent] = below
        for interval in tree.segments:
            for index in range(interval.first, interval.last + 1):
                if tree.leaf or index not in leaves:
                    leaves[index] = below
    return leaves


def _segment_lines(segment: Segment, block: BlockRecord, links: tuple[Link, ...]) -> list[Line]:
    return [
        Line(
            text=text,
            kind=segment.kind,
            level=segment.level,
            anchor=segment.anchor,
            block=block.id,
            inside=text in block.text,
            main=segment.main,
            links=links,
            cells=tuple(cell.strip() for cell in text.split(" | ")) if segment.kind in ("row", "table", "rows") else (),
        )
        for text in (part.strip() for part in segment.text.split("\n"))
        if text
    ]
