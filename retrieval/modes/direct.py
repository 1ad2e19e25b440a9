"""Mode A, direct: vectors, full text and exact codes fused in one statement.

The vector index answers before a filter on site or language applies, so few eligible blocks are scanned exactly and
otherwise k is widened by the share that the filter leaves, and once more if too few came back.
"""

from __future__ import annotations

import math
from typing import Any

from retrieval.candidates import Candidate, Context, read_candidates


async def find_blocks(context: Context) -> list[Candidate]:
    """Candidate blocks of mode A, best first; one round trip, two where a filter was underestimated."""
    eligible = context.site.eligible(context.languages)
    exact = eligible <= context.options.exact_blocks
    with context.trace.step("direct") as detail:
        k = _widened(context, eligible)
        rows = await _search(context, exact, k)
        detail["round_trips"] = 1
        if not exact and _short(rows, context):
            rows = await _search(context, exact=True, k=k)
            exact, detail["round_trips"] = True, 2
        found = read_candidates(rows, "direct")
        detail.update(scan="exact" if exact else f"index, k={k}", eligible=eligible, candidates=_summary(found))
    return found


def _widened(context: Context, eligible: int) -> int:
    """Index neighbours to ask for so that `pool` of them survive the filter."""
    share = max(eligible / max(context.site.everywhere, 1), 1e-6)
    widening = 1.0 if share > 0.999 else 1.5 / share
    return min(math.ceil(context.options.pool * widening), 20_000)


def _short(rows: list[dict[str, Any]], context: Context) -> bool:
    return len(rows) < min(context.options.pool // 2, context.site.eligible(context.languages))


async def _search(context: Context, exact: bool, k: int) -> list[dict[str, Any]]:
    options = context.options
    return await context.reader.read(
        "retrieval/direct_exact" if exact else "retrieval/direct",
        **context.filters(),
        **({"prefix": context.site.name + ":"} if exact else {"k": k}),
        probes=[probe.over("block") for probe in context.probes],
        text=context.analysis.fulltext,
        codes=context.analysis.code_query,
        text_k=max(context.site.everywhere, 1),
        pool=options.pool,
        limit=options.candidates,
    )


def _summary(found: list[Candidate]) -> list[dict[str, Any]]:
    return [{"block": one.id, "url": one.url, **one.scores} for one in found[:20]]
