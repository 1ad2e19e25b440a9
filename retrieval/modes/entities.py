"""Mode C, entity reasoning: link, expand over relations and topics, trace back to blocks, rank by eq. 1 of PolyUQuest.

The walk, the scores and the same-page penalty are in the statement; here the question is linked and worded.
"""

from __future__ import annotations

from retrieval.candidates import Candidate, Context, read_candidates, summary
from retrieval.linking import Link, link
from retrieval.ports import read_rows
from retrieval.vocabulary import Wording, read_wording


async def find_blocks(context: Context, links: list[Link] | None = None) -> list[Candidate]:
    """Candidates of mode C with their paths; none when the question names nothing in the graph.

    Two round trips, one when the links are given.
    """
    links = links if links is not None else await link(context)
    wording = read_wording(context.analysis.text, context.site)
    return await trace_back(context, links, wording) if links else []


async def trace_back(context: Context, links: list[Link], wording: Wording) -> list[Candidate]:
    """From linked entities and topics to their blocks; one round trip."""
    options = context.options
    with context.trace.step("reason") as detail:
        ask = {
            **context.filters(),
            "seeds": _weights(links, "entity"),
            "topics": _weights(links, "topic"),
            "relations": edges_of(wording),
            "types": list(wording.types),
            "hops": max(options.hops, 2),
            "degree": options.degree,
            "entities": 60,
            "mentions": 12,
            "enough": 8,
            "probes": context.over("block"),
            "kappa": options.kappa,
            "penalty": options.page_penalty,
            "limit": options.candidates,
        }
        found = read_candidates(await read_rows(context.reader, "retrieval/reason", ask), "reason")
        detail.update(
            round_trips=1,
            relations=wording.relations,
            types=wording.types,
            candidates=summary(found),
            paths=[
                " → ".join([one.path[0].source, *(step.target for step in one.path)]) for one in found[:10] if one.path
            ],
        )
    return found


def edges_of(wording: Wording) -> list[str]:
    """The wanted relations as seen from what is named: `type` where they lead away from it, else `← type`.

    A question with a relation wants what is asked at the far end, so the wording's ways are turned round.
    """
    return [*wording.incoming, *(f"← {name}" for name in wording.outgoing)]


def _weights(links: list[Link], kind: str) -> list[dict[str, object]]:
    return [{"id": one.id, "weight": one.weight} for one in links if one.kind == kind]
