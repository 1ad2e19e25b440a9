"""Small graphs of any size for tests: made as lines, so that no test writes Cypher to get one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from graph.lines import EdgeLine, End, Header, Line, NodeLine

MODEL = ("sample", 4)
Vector = list[float]


def sample_lines(
    site: str = "demo", pages: int = 3, blocks: int = 4, hub: bool = True, size: int = 4
) -> Iterator[Line]:
    """A site of so many pages with so many blocks each; every block mentions its page's entity and the site's hub."""
    yield Header(1, (site,), {"embedding": ("sample", size)})
    yield from sample_nodes(site, pages, blocks, size)
    yield from sample_edges(site, pages, blocks, hub)


def sample_nodes(site: str, pages: int, blocks: int, size: int) -> Iterator[NodeLine]:
    draw = Random(site)
    for page in range(pages):
        url = page_end(site, page)[2]
        times = {"fetched_at": "2026-01-01T00:00:00Z", "etag": f'"{page}"', "content_hash": str(page)}
        yield NodeLine("Page", site, url, {"site": site, "url": url, "title": f"Page {page} 頁", "lang": "en", **times})
    for page in range(pages):
        for block in range(blocks):
            _label, _site, key = block_end(site, page, block)
            texts = {"text": f"Words of block {block}", "heading_path": ["A", "B"], "headings": "A > B"}
            yield NodeLine("Block", site, key, {"id": key, "site": site, **texts, "embedding": vector(draw, size)})
    for number in range(pages + 1):
        _label, _site, key = entity_end(site, number)
        properties = {"id": key, "site": site, "name": f"Thing {number}", "type": "thing", "aliases": ["a", "b"]}
        yield NodeLine("Entity", site, key, {**properties, "embedding": vector(draw, size)})
    key = f"{site}:keyword:1"
    yield NodeLine("Topic", site, key, {"id": key, "site": site, "kind": "keyword", "title": "Things", "level": 0})
    yield NodeLine("Meta", site, f"site:{site}", {"key": f"site:{site}", "crawled_at": "2026", "pages": pages})


def sample_edges(site: str, pages: int, blocks: int, hub: bool) -> Iterator[EdgeLine]:
    for page in range(pages):
        yield EdgeLine(
            "HYPERLINK", page_end(site, page), page_end(site, (page + 1) % pages), {"count": 1, "region": "main"}
        )
        for block in range(blocks):
            ends = page_end(site, page), block_end(site, page, block)
            yield EdgeLine("CONTAINS", *ends, {"order": block})
            span = {"surface": "Thing", "start": 0, "end": 5}
            yield EdgeLine("MENTIONS", ends[1], entity_end(site, page + 1), span)
            if hub:
                yield EdgeLine("MENTIONS", ends[1], entity_end(site, 0), span)
        facts = {"type": "part_of", "sources": [block_end(site, page, 0)[2]], "weight": 1.0}
        yield EdgeLine("RELATES", entity_end(site, page + 1), entity_end(site, 0), facts)
    topic: End = ("Topic", site, f"{site}:keyword:1")
    yield EdgeLine("RELATES", entity_end(site, 1), topic, {"type": "about"})
    yield EdgeLine("CONTAINS", topic, block_end(site, 0, 0), {"order": 0})


def page_end(site: str, number: int) -> End:
    return "Page", site, f"https://{site}.example/{number:05}"


def block_end(site: str, page: int, number: int) -> End:
    return "Block", site, f"{site}:{page:05}{number:05}"


def entity_end(site: str, number: int) -> End:
    return "Entity", site, f"{site}:thing:{number:05}"


def vector(draw: Random, size: int) -> Vector:
    """Numbers that 32-bit floats hold exactly."""
    return [draw.randrange(-128, 128) / 128 for _ in range(size)]
