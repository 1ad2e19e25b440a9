"""A run of inline content: its text, and its HTML with only the tags that carry meaning."""

from __future__ import annotations

import re
from html import escape

Token = str | tuple[str, str]
"""Text, or a tag as (html, closing html); a closing tag has an empty second part."""

_JUNK = "\u00ad\u200b\u2060\ufeff"
_END: Token = ("", "")
BREAK: Token = ("<br>", "br")


def collapse(text: str) -> str:
    """Runs of white space as one blank; soft hyphens and zero-width spaces gone; joiners of Persian or Hindi stay."""
    return " ".join((text if text.isascii() else drop_junk(text)).split())


def drop_junk(text: str) -> str:
    """Text without soft hyphens and zero-width spaces."""
    for mark in _JUNK:
        if mark in text:
            text = text.replace(mark, "")
    return text


def join_tokens(tokens: list[Token], *, tagged: bool = True) -> tuple[str, str]:
    """(text, html) of a run. A line break is a newline in the text."""
    if not tagged:
        text = collapse("".join(tokens))  # type: ignore[arg-type]
        return text, escape(text, quote=False)
    if (alone := _alone(tokens)) is not None:
        (opening, closing), said = alone
        text = collapse(said)
        return text, (f"{opening}{escape(text, quote=False)}{closing}" if text else "")
    if BREAK in tokens:
        pieces = [t.replace("\n", " ") if isinstance(t, str) else "\n" if t is BREAK else "" for t in tokens]
        text = _tidy("".join(pieces))
    else:
        text = collapse("".join([token for token in tokens if isinstance(token, str)]))
    return text, (_html(tokens) if text else "")


def _alone(tokens: list[Token]) -> tuple[tuple[str, str], str] | None:
    """The tag and the text of a run that is one tagged text, with nothing but blanks after it."""
    count = len(tokens)
    while count and isinstance(last := tokens[count - 1], str) and last.isspace():
        count -= 1
    if count != 2 and (count != 3 or tokens[2] != _END):
        return None
    tag, said = tokens[0], tokens[1]
    if isinstance(tag, str) or not isinstance(said, str) or tag is BREAK or not tag[1]:
        return None
    return tag, said


def _tidy(text: str) -> str:
    if "\n" not in text:
        return collapse(text)
    lines = (collapse(line) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def _html(tokens: list[Token]) -> str:
    """The HTML of a run: white space collapsed across tags, empty tags gone, breaks only between words."""
    pieces: list[str] = []
    opened: list[tuple[str, str, int]] = []
    spaced = True
    for token in tokens:
        if isinstance(token, str):
            spaced = _add_text(pieces, token, spaced)
        elif token is BREAK:
            spaced = _add_break(pieces)
        elif token[1]:
            opened.append((token[0], token[1], len(pieces)))
            pieces.append(token[0])
        elif opened:
            _close(pieces, opened.pop())
    while opened:
        _close(pieces, opened.pop())
    return _trim(pieces)


def _add_text(pieces: list[str], token: str, spaced: bool) -> bool:
    if not token.isascii():
        token = drop_junk(token)
    core = " ".join(token.split())
    if not core:
        if token and not spaced:
            pieces.append(" ")
        return spaced or bool(token)
    before = "" if spaced or not token[0].isspace() else " "
    after = " " if token[-1].isspace() else ""
    pieces.append(f"{before}{escape(core, quote=False)}{after}")
    return bool(after)


def _add_break(pieces: list[str]) -> bool:
    if pieces and pieces[-1].endswith(" "):
        pieces[-1] = pieces[-1].rstrip(" ")
    pieces.append("<br>")
    return True


def _close(pieces: list[str], tag: tuple[str, str, int]) -> None:
    last = pieces[-1]
    if (last and last[0] not in "< ") or any(piece.strip() and piece[0] != "<" for piece in pieces[tag[2] + 1 :]):
        pieces.append(tag[1])
    else:
        pieces[tag[2]] = ""


def _trim(pieces: list[str]) -> str:
    html = "".join(pieces).strip(" ")
    if "<br>" in html:
        html = _EDGE_BREAKS.sub("", _BLANK_BREAK.sub("<br>", html))
    blank = html.rfind(" </")
    return html[:blank].rstrip(" ") + html[blank + 1 :] if blank >= 0 and _CLOSERS.fullmatch(html, blank + 1) else html


_EDGE_BREAKS = re.compile("^(?:<br>)+|(?:<br>)+$|(?<=<br><br>)(?:<br>)+")
_BLANK_BREAK = re.compile(" +<br>")
_CLOSERS = re.compile("(?:</[a-z]+>)+")
