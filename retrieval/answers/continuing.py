"""What the last line of a block leads on to: "The editors are:" is answered by the list that follows.

A list, code and the paragraph after a lead are blocks of their own, so that the lead alone would say nothing.
"""

from __future__ import annotations

from dataclasses import replace

from core.records import Evidence
from retrieval.answers.draft import Claim
from retrieval.answers.forms import is_stamp
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.spans import Span
from retrieval.texts import count_words, sentences

ENDS = (".", "!", "?", "…", "。", "！", "？", ")", "]", "”", '"', "’", "»")
COLONS = (":", "：")
WORDS = 40
LEAST = 3
_LINES = frozenset({"list", "items", "definitions", "pre", "rows"})


def leads_on(span: Span) -> bool:
    """Whether a span is the end of its block, has no end itself, and a block of the same section follows.

    Items of lists have no ends: one leads on by a colon, or to code that broke the list.
    """
    text, following = span.text.rstrip(), span.item.following
    if following is None or span.kind not in {"sentence", "item"} or text.endswith(ENDS):
        return False
    if span.kind == "item" and not text.endswith(COLONS) and following.kind != "pre":
        return False
    return count_words(text) >= LEAST and span.item.text.rstrip().endswith(text)


def go_on(claim: Claim, span: Span) -> Claim:
    """The claim with the beginning of what its span leads on to; the claim itself where it leads to nothing."""
    if not leads_on(span):
        return claim
    following = span.item.following
    assert following is not None
    lines = _opening(following)
    if not lines:
        return claim
    joined = "; ".join(lines) if following.kind in _LINES else lines[0]
    return replace(claim, text=f"{claim.text} {joined}", quotes=(*claim.quotes, (following, "\n".join(lines))))


def _opening(item: Evidence) -> list[str]:
    """The first lines of a list or of code, or the first sentence: as many as are read at one go."""
    if item.kind not in _LINES:
        return [part for part in sentences(item.text)[:1] if item.kind == "paragraph" and _may_stand(part)]
    kept: list[str] = []
    for line in filter(None, map(str.strip, item.text.split("\n"))):
        if not _may_stand(line) or sum(map(count_words, kept)) + count_words(line) > WORDS:
            break
        kept.append(line)
    return kept


def _may_stand(text: str) -> bool:
    return not speaks_to_model(text) and not is_stamp(text)
