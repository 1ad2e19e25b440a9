"""Mode A, direct: vectors, full text and exact codes fused in one statement.

The vector index answers before a filter on site or language applies, so few eligible blocks are scanned exactly and
otherwise k is widened by the share that the filter leaves, and once more if too few came back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from retrieval.candidates import Candidate, Context, read_candidates, summary
from retrieval.ports import read_rows


async def find_blocks(context: Context) -> list[Candidate]:
    """Candidate blocks of mode A, best first; one round trip, two where a filter was underestimated."""
    eligible = context.site.eligible(context.languages)
    exact = eligible <= context.options.exact_blocks
    with context.trace.step("direct") as detail:
        k = context.widen(context.options.pool)
        rows = await _search(context, exact, k)
        detail["round_trips"] = 1
        if not exact and _short(rows, context):
            rows = await _search(context, exact=True, k=k)
            exact, detail["round_trips"] = True, 2
        found = read_candidates(rows, "direct")
        detail.update(scan="exact" if exact else f"index, k={k}", eligible=eligible, candidates=summary(found))
    return found


def _short(rows: Sequence[dict[str, Any]], context: Context) -> bool:
    return len(rows) < min(context.options.pool // 2, context.site.eligible(context.languages))


async def _search(context: Context, exact: bool, k: int) -> list[dict[str, Any]]:
    options = context.options
    return await read_rows(
        context.reader,
        "retrieval/direct_exact" if exact else "retrieval/direct",
        {
            **context.filters(),
            "probes": context.over("block"),
            "text": context.analysis.fulltext,
            "codes": context.analysis.code_query,
            "k": k,
            "text_k": context.text_k,
            "pool": options.pool,
            "limit": options.candidates,
        },
    )
