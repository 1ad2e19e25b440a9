"""Signs of weight in Markdown, where CommonMark reads them; elsewhere there are none.

HTML marks any letters, CommonMark only what begins and ends as a word does. Blanks go out of the marks, marks of one
kind that touch become one, and signs that would be shown as asterisks are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ingest.html.escaping import is_mark

Span = tuple[int, int]
"""The places of an opening and a closing sign among pieces of Markdown."""
_BLANKS = " \n"
NEAR, MOST = 12, 3


def settle_marks(pieces: list[str], spans: Sequence[Span]) -> None:
    """Put right the signs at the ends of spans; where some are left out, those beside them are looked at again."""
    found = sorted(_join(pieces, spans), key=lambda span: span[1] - span[0])
    for start, end in found:
        _shift_blanks(pieces, start, end, pieces[start])
    found = [span for span in found if "<" not in pieces[span[0]]]
    while unread := [span for span in found if not _is_read(pieces, span, found)]:
        for place in (place for span in unread for place in span):
            pieces[place] = "".join(sign for sign in pieces[place] if sign in _BLANKS)
        found = _join(pieces, [span for span in found if span not in unread])


def _join(pieces: list[str], spans: Sequence[Span]) -> list[Span]:
    """The spans; those of one sign with nothing between them are one."""
    ends: dict[int, int] = {}
    for start, end in sorted(spans):
        before = start - 1
        while before >= 0 and not pieces[before]:
            before -= 1
        if before in ends and pieces[before] == pieces[start]:
            pieces[before] = pieces[start] = ""
            ends[end] = ends.pop(before)
        else:
            ends[end] = start
    return [(start, end) for end, start in ends.items()]


def _shift_blanks(pieces: list[str], start: int, end: int, sign: str) -> None:
    """Take blanks at the ends of a span out of it."""
    closing = pieces[end]
    for place in range(start + 1, end):
        kept = pieces[place].lstrip(_BLANKS)
        blank, pieces[place] = pieces[place][: len(pieces[place]) - len(kept)], kept
        pieces[start] = f"{pieces[start][: -len(sign)]}{blank}{sign}"
        if kept:
            break
    for place in range(end - 1, start, -1):
        kept = pieces[place].rstrip(_BLANKS)
        blank, pieces[place] = pieces[place][len(kept) :], kept
        pieces[end] = f"{closing}{blank}{pieces[end][len(closing) :]}"
        if kept:
            break


def _is_read(pieces: Sequence[str], span: Span, spans: Sequence[Span]) -> bool:
    """Whether the signs of a span open and close there, and anything stands between them.

    Inside another span an opening sign may not look like a closing one; no sign may touch an escaped one.
    """
    start, end = span
    sign = pieces[start].strip(_BLANKS)
    first = _first(pieces[start + 1 : end], sign)
    last = _last(pieces[start + 1 : end], sign)
    if not first or last in {"", "\\"} or _run(pieces, start, sign) > MOST:
        return False
    before = _last((*pieces[max(0, start - NEAR) : start], pieces[start][: -len(sign)]), sign)
    after = _first((pieces[end][len(sign) :], *pieces[end + 1 : end + NEAR]), sign)
    if _touches(before, first) and not before.isspace() and any(one < start and end < other for one, other in spans):
        return False
    return _touches(first, before) and _touches(last, after)


def _run(pieces: Sequence[str], start: int, sign: str) -> int:
    """How many signs stand in one run with those that open a span."""
    before = "".join(pieces[max(0, start - NEAR) : start]) + pieces[start][: -len(sign)]
    after = "".join(pieces[start + 1 : start + NEAR])
    return len(before) - len(before.rstrip(sign[0])) + len(sign) + len(after) - len(after.lstrip(sign[0]))


def _touches(inner: str, outer: str) -> bool:
    """Whether a sign between two letters belongs to the first."""
    return bool(inner) and (not is_mark(inner) or not outer or outer.isspace() or is_mark(outer))


def _first(texts: Iterable[str], sign: str) -> str:
    return next((text[0] for text in (text.lstrip(sign[0]) for text in texts) if text), "")


def _last(texts: Sequence[str], sign: str) -> str:
    return next((text[-1] for text in (text.rstrip(sign[0]) for text in reversed(texts)) if text), "")
