"""Pages named by their title and what they link to, found beside every mode: titles are entities that cost no model.

A name adds log-odds to the blocks of its page, spread over their number; a link from it adds more, the more of the
question stands in the words around the link. So a bridge ("the director of that film") is found whose own text shares
no word with the question. Where a named page only names another one and has no link to it, the title found in its text
counts as the link.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from retrieval.candidates import Candidate, Context, read_candidates, summary
from retrieval.ports import read_rows
from retrieval.texts import MARKS, content, escape, fold, generic_words, stem, stop_words, words

PREFIX = 5
LONGEST = 2000
TITLES = 300
_NAME = re.compile(r"[^\W\d_][\w'’.-]*\w")


async def find_blocks(context: Context) -> list[Candidate]:
    """Candidates of named pages, of those they link to, and of those they name, each with its `lift`.

    One round trip; another one where a page is named.
    """
    with context.trace.step("named") as detail:
        rows = await read_rows(context.reader, "retrieval/named", _ask(context))
        found = read_candidates(rows, "named")
        texts = _texts(rows)
        if texts:
            more = await read_rows(context.reader, "retrieval/told", _ask_told(context, texts, rows))
            found += read_candidates(more, "named")
            found.sort(key=lambda one: (-one.score, one.id))
        pages = len({one.url for one in found})
        detail.update(round_trips=1 + bool(texts), candidates=summary(found), pages=pages)
    return found


def _ask(context: Context) -> dict[str, Any]:
    analysis = context.analysis
    return {
        **_common(context),
        "titles": title_query(analysis.text),
        "asked": f" {plain(analysis.text)} ",
        "singles": singles(analysis.names),
        "text_k": context.text_k,
        "pages": context.options.pages,
        "longest": LONGEST,
    }


def _ask_told(context: Context, texts: list[dict[str, Any]], rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        **_common(context),
        "titles": title_query(" ".join(name for text in texts for name in text.pop("names"))),
        "texts": texts,
        "known": sorted({row["url"] for row in rows}),
        "text_k": min(context.widen(TITLES), context.text_k),
    }


def _common(context: Context) -> dict[str, Any]:
    return {
        **context.filters(),
        "marks": list(MARKS),
        "terms": prefixes(words(context.analysis.text)),
        "probes": context.over("block"),
        "degree": 8,
        "quota": context.options.quota,
        "before": 80,
        "after": 30,
        "limit": context.options.candidates,
    }


def _texts(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The texts of the named pages as the statement looks for titles in them, with the names written in them."""
    found = []
    for row in rows:
        told = row.get("told") or {"text": ""}
        names = [name for name in _NAME.findall(told["text"]) if not name[0].islower()]
        if names:
            said = {"url": row["url"], "lift": told["lift"], "text": f" {plain(told['text'])} "}
            found.append({**said, "names": names, "singles": singles(names)})
    return found


def title_query(text: str) -> str:
    """A Lucene query for titles that hold any content word of a text."""
    parts = [part for term in dict.fromkeys(words(plain(text))) if (part := escape(term))]
    kept = [part for part in parts if part not in stop_words()] or parts
    return " ".join(f"title:{part}" for part in kept) or "title:∅"


def plain(text: str) -> str:
    """A text in lower case with a space for each mark of punctuation: what titles are looked for in."""
    lowered = text.lower()
    for mark in MARKS:
        lowered = lowered.replace(mark, " ")
    return " ".join(lowered.split())


def singles(given: Sequence[str]) -> list[str]:
    """Of words written as names those that may be a one-word title: not among those that fit most pages."""
    names = [plain(name) for name in dict.fromkeys(given)]
    return [name for name in names if " " not in name and len(name) > 3 and stem(fold(name)) not in generic_words()]


def prefixes(asked: list[str]) -> list[str]:
    """The first letters of the content words, so that `director` meets `directed`."""
    kept = [word for word in content(" ".join(asked)) if len(word) > 3 or not word.isascii()]
    return list(dict.fromkeys(word[:PREFIX] for word in kept))
