"""Mode G, global: pages as wholes, and HyGRAG's dual-level retrieval over topics, entities, relations and blocks."""

from __future__ import annotations

import asyncio
from typing import Any

from retrieval.candidates import Candidate, Context, fuse, read_candidates, summary
from retrieval.ports import read_rows

LEVEL_K = 5
POOL = 300
PAGES = 24
BLOCKS = 2
SPREAD = 0.05


async def find_blocks(context: Context) -> list[Candidate]:
    """Candidates of mode G, spread over pages; two statements at once."""
    with context.trace.step("overview") as detail:
        levels, pages = await asyncio.gather(
            read_rows(context.reader, "retrieval/overview", _ask_levels(context)),
            read_rows(context.reader, "retrieval/overview_pages", _ask_pages(context)),
        )
        found = fuse(
            [read_candidates(pages, "pages"), read_candidates(levels, "overview")],
            PAGES * BLOCKS + context.options.candidates,
        )
        detail.update(round_trips=2, candidates=summary(found), pages=len({one.url for one in found}))
    return found


def _ask_levels(context: Context) -> dict[str, Any]:
    return {
        **context.filters(),
        "topic_probes": context.over("topic")[:1] if context.options.topics else [],
        "entity_probes": context.over("entity")[:1] if context.options.entities else [],
        "relation_probes": context.over("relation")[:1] if context.options.entities else [],
        "block_probes": context.over("block"),
        "k": LEVEL_K,
        "wide": context.widen(8 * LEVEL_K),
        "limit": context.options.candidates,
    }


def _ask_pages(context: Context) -> dict[str, Any]:
    few = context.site.eligible(context.languages) <= context.options.exact_blocks
    return {
        **context.filters(),
        "page_probes": context.over("page"),
        "block_probes": context.over("block"),
        "text": context.analysis.fulltext,
        "page_k": context.widen(POOL // 5),
        "k": context.widen(POOL),
        "text_k": context.text_k,
        "index_probes": [] if few else context.over("block"),
        "scan_probes": context.over("block") if few else [],
        "pool": POOL,
        "pages": PAGES,
        "blocks": BLOCKS,
        "spread": SPREAD,
    }
