"""Text out of markup, in time that grows with its length alone, however broken it is.

A tag, a comment or a script that does not end goes to the end of the text, as it does in a browser: a pattern that
gives up there and tries again at the next sign would take minutes for half a megabyte of `a < b`.
"""

from __future__ import annotations

import re

_NOT_SHOWN = rb"<(script|style)\b.*?(?:</\1\s*>|\Z)|<!--(?:-?>|.*?(?:-->|\Z))|<[a-z/!?][^>]*(?:>|\Z)"
_TAGS = re.compile(_NOT_SHOWN, re.DOTALL | re.IGNORECASE)
_HIDDEN = re.compile(
    r"<(script|style|template)\b.*?(?:</\1\s*>|\Z)|<!--(?:-?>|.*?(?:-->|\Z))", re.DOTALL | re.IGNORECASE
)
_TAGS_OF_TEXT = re.compile(r"<[a-z/!?][^>]*(?:>|\Z)", re.IGNORECASE)
_HEAD = re.compile(r"<head\b", re.IGNORECASE)
_HEAD_ENDS = re.compile(r"</head\s*>|(?=<body\b)", re.IGNORECASE)


def without_markup(body: bytes, gap: bytes) -> bytes:
    """A body without tags, comments, scripts and styles, each replaced by a gap."""
    return _TAGS.sub(gap, body)


def without_tags(text: str, gap: str) -> str:
    """A text without its tags; what stands between them stays, a lone `<` too."""
    return _TAGS_OF_TEXT.sub(gap, text)


def without_hidden(text: str) -> str:
    """The text without its head, comments, scripts, styles and templates; other tags stay."""
    shown = _HIDDEN.sub(" ", text)
    head = _HEAD.search(shown)
    end = _HEAD_ENDS.search(shown, head.end()) if head else None
    return shown if head is None or end is None else f"{shown[: head.start()]} {shown[end.end() :]}"
