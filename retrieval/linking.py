"""Which entities and topics a question names: exact names, aliases and codes, then close spellings, then meaning."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from retrieval.analysis import Analysis
from retrieval.candidates import Context
from retrieval.ports import read_rows
from retrieval.spellings import find_run, find_slip, forms, token, tokens
from retrieval.texts import acronyms, fold, fulltext, generic_words, phrase, stem, stop_words, words

FUZZY = 86
SURE = 0.8
LONG = 9
NEAR = 0.72
JOINED = 0.85
MOST = 8
NAMESAKES = 30
SURNAME = 0.9
TITLES = frozenset({"prof", "professor", "dr", "doctor", "mr", "mrs", "ms", "miss", "sir", "dame", "dean", "lecturer"})
_SURNAME = re.compile(r"\b(?i:prof(?:essor)?|dr|doctor|mr|mrs|ms|miss)\.? (?P<surname>[^\W\d_][\w'-]+)(?! [A-Z])")


@dataclass(frozen=True, slots=True)
class Link:
    """An entity or topic with the weight (0 to 1) of its being meant, and the name that matched."""

    id: str
    kind: str
    name: str
    type: str
    weight: float
    matched: str
    anchor_url: str | None = None
    degree: int = 0


async def link(context: Context) -> list[Link]:
    """Entities and topics of the question, surest first; one round trip."""
    with context.trace.step("link") as detail:
        rows = await read_rows(context.reader, "retrieval/link", _ask(context))
        links = await asyncio.to_thread(choose, context.analysis, rows)
        detail.update(round_trips=1, candidates=len(rows), links=[_shown(one) for one in links])
    return links


def _ask(context: Context) -> dict[str, Any]:
    analysis = context.analysis
    topics = context.options.topics
    return {
        "site": context.site.name,
        "ids": [
            f"{context.site.name}:{kind}:{fold(code)}"
            for kind in context.site.entities
            for code in analysis.course_codes
        ],
        "text": entity_query(analysis),
        "phrases": ngrams(analysis.text) if topics else [],
        "entity_probes": context.over("entity"),
        "topic_probes": context.over("topic") if topics else [],
        "k": context.widen(12),
        "text_k": context.text_k,
        "limit": 80,
    }


def entity_query(analysis: Analysis) -> str:
    """Phrases of the names, boosted, then every content word that is not generic, close spellings included."""
    names = [f"{phrase(name)}^4" for name in [*analysis.names, *analysis.course_codes]]
    loose = [term for term in analysis.terms if stem(term) not in generic_words()]
    fuzzy = [f"{term}~{_slips(term)}^0.4" for term in loose if len(term) >= 6 and term.isascii() and term.isalpha()]
    meant = [word for term in analysis.terms for word in words(acronyms().get(term, ""))]
    return " ".join([*names, fulltext([*(loose or analysis.terms), *meant]), *fuzzy])


def _slips(term: str) -> int:
    """How many letters of a word may be wrong: two letters that changed places count as two."""
    return 2 if len(term) >= LONG else 1


def ngrams(text: str, longest: int = 5) -> list[str]:
    """Runs of up to five words of a question, folded, as keyword topics may be titled."""
    parts = words(text)
    runs = (parts[i : i + n] for n in range(1, longest + 1) for i in range(len(parts) - n + 1))
    return list(
        dict.fromkeys(" ".join(run) for run in runs if run[0] not in stop_words() and run[-1] not in stop_words())
    )


def choose(analysis: Analysis, rows: Sequence[dict[str, Any]]) -> list[Link]:
    """Score each row against the question and keep the best; a name inside a longer linked name is dropped."""
    asked = tokens(analysis.text)
    links = [one for row in rows if (one := _score(row, asked, analysis)) is not None]
    links += [one for row in rows for one in _joined(row, analysis)]
    links += _by_surname(analysis, rows)
    links.sort(key=lambda one: (-one.weight, -len(one.matched), one.id))
    kept: list[Link] = []
    for one in links:
        if not any(_inside(one, other) or _scattered(one, other, asked) for other in kept):
            kept.append(one)
    exact = [one for one in kept if one.weight >= 0.8]
    coded = any(fold(one.matched) in {fold(code) for code in analysis.course_codes} for one in exact)
    loose = [] if coded else [one for one in kept if one.weight < 0.8]
    return exact[:NAMESAKES] + loose[: max(MOST - len(exact), 0)]


def _score(row: dict[str, Any], asked: list[str], analysis: Analysis) -> Link | None:
    best, matched = 0.0, ""
    for name in [row["name"], *row["aliases"]]:
        weight = _name_weight(name, row["type"], asked, analysis)
        if weight > best or (weight == best and len(name) > len(matched)):
            best, matched = weight, name
    if best == 0.0 and row["near"] >= NEAR:
        best, matched = 0.6 * float(row["near"]), row["name"]
    if best == 0.0:
        return None
    return _link(row, round(best, 4), matched)


def _name_weight(name: str, kind: str, asked: list[str], analysis: Analysis) -> float:
    parts = [token(word) for word in words(name)]
    if not parts or all(part in generic_words() or part in stop_words() for part in parts):
        return 0.0
    if _holds(asked, parts) or any(fold(name) == fold(code) for code in analysis.course_codes):
        return 1.0 if len(parts) > 1 or len(name) > 3 else 0.9
    if not name.isascii() and fold(name) in fold(analysis.text):
        return 1.0
    if re.search(r"\d", name):
        return 0.0
    long_parts = [part for part in parts if len(part) > 1]
    if len(long_parts) > 1 and set(long_parts) <= set(asked):
        return 0.95
    if spelled := _spelled_weight(name, kind, asked):
        return spelled
    if len(name) >= 6 and fuzz.partial_ratio(fold(name), fold(analysis.text)) >= FUZZY:
        return 0.8 * fuzz.partial_ratio(fold(name), fold(analysis.text)) / 100
    rare = [part for part in long_parts if part in asked and part not in generic_words() and part not in stop_words()]
    return 0.5 * len(rare) / len(long_parts) if rare and any(len(part) > 3 for part in rare) else 0.0


def _spelled_weight(name: str, kind: str, asked: list[str]) -> float:
    """The weight of a name said with initials for its words, or with slips; 0 when it is not said."""
    spelled = list(forms(name, kind))
    if any(find_run(asked, form) is not None for form in spelled[1:]):
        return 0.9
    return 0.75 if any(find_slip(asked, form) is not None for form in spelled[1:]) else 0.0


def _joined(row: dict[str, Any], analysis: Analysis) -> list[Link]:
    """Full names of the question that stand inside a longer name, as where a page runs two names together."""
    parts = [token(word) for word in words(row["name"])]
    if len(parts) > 8:
        return []
    asked = [(one, [token(word) for word in words(one)]) for one in analysis.names if len(one.split()) > 1]
    inside = [one for one, held in asked if len(held) < len(parts) and _holds(parts, held)]
    return [_link(row, JOINED, one) for one in inside]


def _by_surname(analysis: Analysis, rows: Sequence[dict[str, Any]]) -> list[Link]:
    """The one person of a surname that stands alone, behind a title or with a capital: "Professor Quill"."""
    named: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        parts = words(row["name"]) if row["type"] == "person" else []
        if len(parts) > 1 and len(parts[-1]) > 2 and parts[-1] not in generic_words():
            named.setdefault(parts[-1], []).append(row)
    said = {fold(match["surname"]) for match in _SURNAME.finditer(analysis.text)}
    said |= {fold(name) for name in analysis.names if " " not in name}
    alone = [(surname, found[0]) for surname, found in named.items() if surname in said and len(found) == 1]
    return [_link(row, SURNAME, surname) for surname, row in alone if not _called(row, analysis)]


def _called(row: dict[str, Any], analysis: Analysis) -> bool:
    """Whether the question gives another first name than the row's: "Ana Quill" is not Odile Quill."""
    text, parts = fold(analysis.text), words(row["name"])
    before = re.search(rf"([\w.'-]+) {re.escape(parts[-1])}\b", text)
    given = before.group(1).rstrip(".") if before else ""
    return (
        bool(given)
        and given not in stop_words() | TITLES | set(parts)
        and given in {fold(word) for name in analysis.names for word in name.split()}
    )


def _link(row: dict[str, Any], weight: float, matched: str) -> Link:
    return Link(row["id"], row["kind"], row["name"], row["type"], weight, matched, row["anchor_url"], row["degree"])


def _holds(asked: list[str], parts: list[str]) -> bool:
    return find_run(asked, parts) is not None


def _inside(one: Link, other: Link) -> bool:
    """Whether the shorter match lies within a surer, longer one of another name."""
    mine, theirs = fold(one.matched), fold(other.matched)
    return mine != theirs and len(mine) < len(theirs) and mine in theirs and other.weight >= one.weight


def _scattered(one: Link, other: Link, asked: list[str]) -> bool:
    """Whether a name that is not said in one piece takes its words from a surer name that is."""
    mine, theirs = tokens(one.matched), tokens(other.matched)
    return not _holds(asked, mine) and set(mine) < set(theirs) and _holds(asked, theirs)


def _shown(one: Link) -> dict[str, Any]:
    return {"name": one.name, "type": one.type, "weight": one.weight, "matched": one.matched}
