"""The rest of a page that answers as a whole: all sections of a page, or the table of what is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.headed import section_pages
from retrieval.answers.scoring import answers_as_table
from retrieval.answers.spans import find_wholes
from retrieval.candidates import Candidate, Context
from retrieval.ports import read_rows
from retrieval.ranking import read_evidence
from retrieval.relevance import Relevance

PAGES = 2
BLOCKS = 60
HELD = 0.72  # words in headings count four fifths


async def with_whole_pages(context: Context, pool: Sequence[Evidence], relevance: Relevance) -> list[Evidence]:
    """The blocks of the pages that answer as a whole, in their order; none for most questions, then without a read."""
    urls = [*section_pages(context.analysis, pool)[:PAGES], *_priced_page(context, pool, relevance)]
    if not urls:
        return []
    with context.trace.step("whole pages") as detail:
        ask = {"site": context.site.name, "urls": list(dict.fromkeys(urls)), "limit": BLOCKS}
        rows = await read_rows(context.reader, "retrieval/page_blocks", ask)
        known = {item.block_id: item for item in pool}
        lacking = [Candidate(row["id"], row["url"], 0.0) for row in rows if row["id"] not in known]
        known.update({item.block_id: item for item in (await read_evidence(context, lacking) if lacking else [])})
        detail.update(pages=urls, new=len(lacking))
    return [known[row["id"]] for row in rows if row["id"] in known]


def _priced_page(context: Context, pool: Sequence[Evidence], relevance: Relevance) -> list[str]:
    """The best page, where a sum is asked for and its headings alone hold the whole question."""
    first = pool[0] if pool else None
    if first is None or context.analysis.wanted not in {"money", "amount"}:
        return []
    return [first.url] if relevance.cover("", *first.heading_path, first.title) >= HELD else []


def find_table(analysis: Analysis, relevance: Relevance, whole: Sequence[Evidence]) -> list[Evidence]:
    """The first table of a page that answers as a whole, if one does."""
    spans = (span for item in whole if item.kind == "table" for span in find_wholes(item))
    found = (span.item for span in spans if answers_as_table(span, analysis, relevance))
    return list(found)[:1]
