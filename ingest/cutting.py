"""What one page may bring into the graph: a page of many thousands of blocks is kept up to a limit, and says so."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from itertools import islice

from core.records import ParsedPage, TreeBlock
from ingest.html.hashing import hash_content
from ingest.html.tree import build_blocks


def cut(parsed: ParsedPage, most: int) -> ParsedPage:
    """The page up to its first `most` leaf blocks, with a reason and a warning that say so; a smaller one as it is.

    What follows is left out with its links. Blocks are built anew, for the whole of a long table holds its every row.
    """
    last = next(islice((block for block in parsed.blocks if block.leaf), most - 1, None), None)
    leaves = sum(block.leaf for block in parsed.blocks)
    if last is None or leaves <= most:
        return parsed
    end = last.segments[-1].last
    links = tuple(link for link in parsed.links if link.segment is None or link.segment <= end)
    segments = parsed.segments[: end + 1]
    places: defaultdict[int | None, list[int]] = defaultdict(list)
    for number, link in enumerate(links):
        places[link.segment].append(number)
    blocks = build_blocks(segments, lambda segment: places[segment.index])
    reason = _say(blocks, parsed.blocks)
    return replace(
        parsed,
        reason=f"{parsed.reason} {reason}".strip(),
        segments=segments,
        blocks=blocks,
        links=links,
        content_hash=hash_content(blocks),
        warnings=(*parsed.warnings, reason),
    )


def _say(kept: tuple[TreeBlock, ...], found: tuple[TreeBlock, ...]) -> str:
    kept_words, words = (sum(block.words for block in blocks if block.leaf) for blocks in (kept, found))
    return (
        f"The page is too long to be taken in whole: of {words:,} words the first {kept_words:,} were kept and the "
        "rest left out (setting page_blocks)."
    )
