"""Whether spans answer a question by themselves, so that nothing need be put beside them."""

from __future__ import annotations

from collections.abc import Sequence

from retrieval.analysis import Analysis
from retrieval.answers.asks import find_asks, unmet
from retrieval.answers.forms import gives_verdict
from retrieval.answers.spans import Span
from retrieval.relevance import Relevance

MOST = 0.55


def settles(spans: Sequence[Span], analysis: Analysis, relevance: Relevance) -> bool:
    """Whether each thing asked for has its form in the spans, and these with their headings hold most of the question.

    What has no form that can be told (a description, a way to proceed) is never settled; nor is a list.
    """
    if not spans or analysis.wanted in {"list", "definition"}:
        return False
    around = [part for span in spans for part in (span.lead, *span.item.heading_path, span.item.title)]
    if relevance.cover(" ".join(span.text for span in spans), *around) < MOST:
        return False
    if analysis.wanted == "yesno":
        return any(gives_verdict(span.text) for span in spans)
    asks = find_asks(analysis)
    return bool(asks) and not unmet(asks, [tell(span) for span in spans])


def tell(span: Span) -> str:
    """A span as it is tested for a form: each value of a row beside the name of its column, too."""
    row = span.row
    if row is None or not row.names:
        return span.text
    return "; ".join([span.text, *(f"{cell} {name}" for name, cell in zip(row.names, row.cells, strict=False))])
