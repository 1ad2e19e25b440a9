"""Mode G, global: HyGRAG's dual-level retrieval over topics, entities, relations and blocks, in one statement."""

from __future__ import annotations

from retrieval.candidates import Candidate, Context, read_candidates, summary
from retrieval.ports import read_rows

LEVEL_K = 5


async def find_blocks(context: Context) -> list[Candidate]:
    """Candidates of mode G, spread over pages; one round trip."""
    with context.trace.step("overview") as detail:
        ask = {
            **context.filters(),
            "topic_probes": context.over("topic")[:1] if context.options.topics else [],
            "entity_probes": context.over("entity")[:1] if context.options.entities else [],
            "relation_probes": context.over("relation")[:1] if context.options.entities else [],
            "block_probes": context.over("block"),
            "k": LEVEL_K,
            "wide": context.widen(8 * LEVEL_K),
            "limit": context.options.candidates,
        }
        found = read_candidates(await read_rows(context.reader, "retrieval/overview", ask), "overview")
        detail.update(round_trips=1, candidates=summary(found), pages=len({one.url for one in found}))
    return found
