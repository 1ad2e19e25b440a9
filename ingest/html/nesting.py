"""Pages nested deeper than any parser goes: the innermost wrappers are taken away, and what they hold stays."""

from __future__ import annotations

import re

KEPT_DEPTH = 500
_WRAPPER = re.compile(
    rb"<(/?)(div|span|font|center|b|i|u|em|strong|big|small|section|article|main|blockquote|form|fieldset|table|tbody|tr|"
    rb"td|ul|ol|li|dl|dd)\b[^<>]*>",
    re.IGNORECASE,
)


def unnest(source: bytes) -> bytes:
    """A page without the tags of wrappers deeper than 500 levels; their text and every other element stay in order."""
    pieces: list[bytes] = []
    opened: list[tuple[bytes, bool]] = []
    depth = done = 0
    for tag in _WRAPPER.finditer(source):
        name = tag[2].lower()
        if not tag[1]:
            kept = depth < KEPT_DEPTH
            opened.append((name, kept))
            depth += kept
        elif opened and opened[-1][0] == name:
            kept = opened.pop()[1]
            depth -= kept
        else:
            kept = True  # a tag that closes nothing here is for the parser to judge
        if not kept:
            pieces += [source[done : tag.start()], b" "]
            done = tag.end()
    return b"".join([*pieces, source[done:]])
