"""Pages named by their title and what they link to, found beside every mode: titles are entities that cost no model.

A name adds log-odds to the blocks of its page, spread over their number; a link from it adds more, the more of the
question stands in the words around the link. So a bridge ("the director of that film") is found whose own text shares
no word with the question.
"""

from __future__ import annotations

from typing import Any

from retrieval.analysis import Analysis
from retrieval.candidates import Candidate, Context, read_candidates, summary
from retrieval.ports import read_rows
from retrieval.texts import MARKS, content, escape, fold, generic_words, stem, stop_words, words

PREFIX = 5


async def find_blocks(context: Context) -> list[Candidate]:
    """Candidates of named pages and of those they link to, each with its `lift`; one round trip."""
    with context.trace.step("named") as detail:
        rows = await read_rows(context.reader, "retrieval/named", _ask(context))
        found = read_candidates(rows, "named")
        detail.update(round_trips=1, candidates=summary(found), pages=len({one.url for one in found}))
    return found


def _ask(context: Context) -> dict[str, Any]:
    analysis = context.analysis
    asked = words(analysis.text)
    return {
        **context.filters(),
        "titles": title_query(analysis),
        "asked": f" {plain(analysis.text)} ",
        "singles": singles(analysis),
        "marks": list(MARKS),
        "terms": prefixes(asked),
        "probes": context.over("block"),
        "text_k": context.text_k,
        "pages": context.options.pages,
        "degree": 8,
        "quota": context.options.quota,
        "before": 80,
        "after": 30,
        "limit": context.options.candidates,
    }


def title_query(analysis: Analysis) -> str:
    """A Lucene query for titles that hold any content word of the question."""
    parts = [part for term in dict.fromkeys(words(plain(analysis.text))) if (part := escape(term))]
    kept = [part for part in parts if part not in stop_words()] or parts
    return " ".join(f"title:{part}" for part in kept) or "title:∅"


def plain(text: str) -> str:
    """A text in lower case with a space for each mark of punctuation: what titles are looked for in."""
    lowered = text.lower()
    for mark in MARKS:
        lowered = lowered.replace(mark, " ")
    return " ".join(lowered.split())


def singles(analysis: Analysis) -> list[str]:
    """Words that may be a one-word title: written as a name, and not among those that fit most pages."""
    names = [plain(name) for name in analysis.names]
    return [name for name in names if " " not in name and len(name) > 3 and stem(fold(name)) not in generic_words()]


def prefixes(asked: list[str]) -> list[str]:
    """The first letters of the content words, so that `director` meets `directed`."""
    kept = [word for word in content(" ".join(asked)) if len(word) > 3 or not word.isascii()]
    return list(dict.fromkeys(word[:PREFIX] for word in kept))
