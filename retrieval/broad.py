"""The evidence of a question about the whole site: one block of each of its pages."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Evidence
from retrieval.answers.contents import says_nothing
from retrieval.candidates import Context

PAGES = 15
SURE = 3
MANY = 6
NEAR = 0.5
LISTS = frozenset({"list", "definitions"})


def is_spread(ordered: Sequence[Evidence]) -> bool:
    """Whether many pages have a block about as good as the best: what is asked for is told page by page."""
    near = [item for item in ordered if item.score >= NEAR * ordered[0].score]
    return len({item.url for item in near}) >= MANY


def cut_by_page(context: Context, ordered: Sequence[Evidence]) -> list[Evidence]:
    """What `pick_by_page` keeps; what was cut is in the trace."""
    with context.trace.step("cut") as detail:
        kept = pick_by_page(ordered)
        detail.update(kept=[one.block_id for one in kept], cut=len(ordered) - len(kept))
    return kept


def pick_by_page(ordered: Sequence[Evidence], limit: int = PAGES) -> list[Evidence]:
    """The best block of each page, and beside it the page's best list.

    The pages are those of the first blocks, then those found as wholes, then others; blocks keep their order. Doubles
    and blocks that say nothing are left out.
    """
    fits: dict[str, float] = {}
    best: dict[str, Evidence] = {}
    lists: dict[str, Evidence] = {}
    texts: set[str] = set()
    for item in ordered:
        fits[item.url] = max(fits.get(item.url, 0.0), item.scores.get("page", 0.0))
        if item.text in texts or says_nothing(item):
            continue
        kind = lists if item.url in best and item.kind in LISTS else best
        texts.add(kind.setdefault(item.url, item).text)
    first = list(best)[:SURE]
    others = sorted((url for url in best if url not in first), key=lambda url: -fits[url])
    chosen = {*first, *others[: limit - SURE]}
    return [one for url in best if url in chosen for one in (best[url], lists.get(url)) if one is not None]
