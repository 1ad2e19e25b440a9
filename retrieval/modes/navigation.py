"""Mode B, navigation: pages for each sub-question, hyperlinks from them, their blocks, a quota a sub-question.

The quota keeps every side of a comparison in the candidates and in the evidence; the rerank that follows is over all
of them at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from retrieval.analysis import analyse
from retrieval.candidates import Candidate, Context, Probe, read_candidates, summary
from retrieval.decompose import decompose
from retrieval.ports import read_rows


async def find_blocks(context: Context) -> list[Candidate]:
    """Candidates of mode B; `group` is the number of the sub-question. One round trip."""
    with context.trace.step("decompose") as detail:
        questions = decompose(context.analysis)
        detail["sub_questions"] = questions
        subs = await asyncio.to_thread(_subs, context, questions)
    with context.trace.step("navigate") as detail:
        rows = await read_rows(context.reader, "retrieval/navigate", _ask(context, subs))
        found = read_candidates(rows, "navigate")
        detail.update(round_trips=1, candidates=summary(found), pages=len({one.url for one in found}))
    return interleave(found)


def _ask(context: Context, subs: list[dict[str, Any]]) -> dict[str, Any]:
    options = context.options
    return {
        **context.filters(),
        "subs": subs,
        "page_k": context.widen(2 * options.pages),
        "k": context.widen(options.pool),
        "text_k": context.text_k,
        "pages": options.pages,
        "hops": options.hops if options.navigation else 0,
        "degree": 6,
        "span": 2 * options.pages,
        "quota": options.quota if len(subs) > 1 else 3 * options.quota,
    }


def _subs(context: Context, questions: Sequence[str]) -> list[dict[str, Any]]:
    probes = [context.probes] if len(questions) == 1 else _embed(context, questions)
    subs = []
    for number, (text, own) in enumerate(zip(questions, probes, strict=True)):
        parts = analyse(text)
        subs.append(
            {
                "number": number,
                "text": parts.fulltext,
                "codes": parts.code_query,
                "terms": [term for term in parts.terms if len(term) > 2 or not term.isascii()],
                "page_probes": [probe.over("page") for probe in own],
                "block_probes": [probe.over("block") for probe in own],
            }
        )
    return subs


def _embed(context: Context, questions: Sequence[str]) -> list[tuple[Probe, ...]]:
    """Probes of the sub-questions by the same models as the question's own."""
    columns: list[list[Probe]] = []
    for probe in context.probes:
        model = context.embedders.second if probe.second else context.embedders.primary
        assert model is not None
        vectors = model.embed_questions(list(questions))
        columns.append([Probe(tuple(map(float, vector)), probe.second) for vector in vectors])
    return [tuple(column[row] for column in columns) for row in range(len(questions))]


def interleave(found: Sequence[Candidate]) -> list[Candidate]:
    """Best of each sub-question in turn, so that fusion and cuts treat them alike; doubles keep their first place."""
    groups: dict[int, list[Candidate]] = {}
    for one in found:
        groups.setdefault(one.group, []).append(one)
    longest = max((len(group) for group in groups.values()), default=0)
    turns = [group[place] for place in range(longest) for group in groups.values() if place < len(group)]
    first: dict[str, Candidate] = {}
    for one in turns:
        first.setdefault(one.id, one)
    return list(first.values())
