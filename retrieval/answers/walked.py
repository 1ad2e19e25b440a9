"""The answer to a walk: what is asked of each end, cited there and wherever a step of the way is stated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.records import Evidence
from retrieval.analysis import Analysis
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.extractive import claim_spans
from retrieval.answers.marks import marks_of
from retrieval.answers.spans import Span, find_pieces, words_of
from retrieval.modes.walks import Stop, WalkFound, shown
from retrieval.relevance import Relevance
from retrieval.texts import fold, words


def answer_walk(analysis: Analysis, relevance: Relevance, found: WalkFound, evidence: Sequence[Evidence]) -> Draft:
    """One claim an end (and value); an end whose block could not be read is left out."""
    blocks = {item.block_id: item for item in evidence}
    tell = _place if found.chain.belonging else _claim
    claims = [claim for stop in found.stops for claim in tell(stop, blocks, analysis, relevance)]
    return Draft(claims=tuple({claim.text: claim for claim in claims}.values()), made_by="graph")


def _claim(stop: Stop, blocks: Mapping[str, Evidence], analysis: Analysis, relevance: Relevance) -> list[Claim]:
    item = blocks.get(stop.block_id or shown(stop)) or blocks.get(stop.shown_id)
    if item is None:
        return []
    span = _span(item, [stop.value], stop.names) if stop.value else _span(item, stop.names, _before(stop))
    told = claim_spans([span], analysis, relevance) if span else _by_heading(stop, item)
    return [Claim(_named(stop, one.text), (*one.quotes, *_stated(stop, blocks))) for one in told[:1]]


def _place(stop: Stop, blocks: Mapping[str, Evidence], analysis: Analysis, relevance: Relevance) -> list[Claim]:
    """Where somebody belongs, told by the line that lists them there under its headings, or by their own page."""
    item, (name,) = blocks.get(shown(stop)), _before(stop)
    if item is None:
        return []
    named = [span for span in find_pieces(item) if _says_all(span.text, name)]
    if not named and _says_all(" ".join([item.title, *item.heading_path]), name):
        return _claim(stop, blocks, analysis, relevance)
    span = min(named, key=lambda one: (words_of(one), one.place), default=None)
    if span is None:
        return []
    if span.row and _holds(span.text, stop.names):
        return [Claim(f"{name}{marks_of(name).colon}{stop.name}", ((item, span.text),))]
    told = claim_spans([span], analysis, relevance)
    return [Claim(f"{stop.name}{marks_of(stop.name).colon}{one.text}", one.quotes) for one in told[:1]]


def _says_all(text: str, name: str) -> bool:
    """Whether a text has all words of a name, in whatever order: "Quill, Odile"."""
    return set(words(name)) <= set(words(text))


def _before(stop: Stop) -> list[str]:
    """The thing from which the last step leads."""
    return [stop.path[-1].source] if stop.path else []


def _named(stop: Stop, text: str) -> str:
    """The claim with the name of what it is about, where it does not name it."""
    folded = fold(text)
    return text if any(fold(name) in folded for name in stop.names) else f"{stop.name}: {text}"


def _by_heading(stop: Stop, item: Evidence) -> list[Claim]:
    heading = next((one for one in reversed(item.heading_path) if _holds(one, stop.names)), "")
    return [Claim(heading, ((item, heading),))] if heading else []


def _stated(stop: Stop, blocks: Mapping[str, Evidence]) -> list[tuple[Evidence, str]]:
    """Where each step of the way is stated: the shortest span that names its far end, or its near one."""
    quotes = []
    for step, block in zip(stop.path, stop.stated, strict=False):
        item = blocks.get(block)
        span = _span(item, [step.target], [step.source]) or _span(item, [step.source]) if item else None
        if item and span:
            quotes.append((item, span.text))
    return quotes


def _span(item: Evidence, names: Sequence[str], beside: Sequence[str] = ()) -> Span | None:
    """The shortest span that holds one of the names, best with one of those beside it."""
    found = [span for span in find_pieces(item) if _holds(span.text, names)]
    return min(found, key=lambda one: (not _holds(one.text, beside), words_of(one), one.place), default=None)


def _holds(text: str, names: Sequence[str]) -> bool:
    folded = fold(text)
    return any(fold(name) in folded for name in names if name)
