"""The HTML of one segment as a line or lines of Markdown."""

from __future__ import annotations

import re
from html import unescape

from ingest.html.escaping import TAG, code_span, escape_address, escape_brackets, escape_text
from ingest.html.links import NOWHERE, runs_code

_TAG = re.compile(r"<(/?[a-z]+)([^>]*)>")
_HREF = re.compile(r'href="([^"]*)"')
_MARKS = {"b": "**", "i": "*", "del": "~~", "sub": "<sub>", "sup": "<sup>"}
_SHOWN = {**_MARKS, "/b": "**", "/i": "*", "/del": "~~", "/sub": "</sub>", "/sup": "</sup>", "br": "\n"}
_KNOWN = frozenset({*_SHOWN, "a", "/a", "code", "/code"})
_CUT = re.compile(f"[{TAG}\n]")
_RISKY = re.compile(r"[\\`*_~\[\]&]")
_SIGNS = {"b": "*", "i": "*", "code": "`", "del": "~"}


def inline_markdown(html: str, *, heavy: bool = False) -> str:
    """A segment's HTML as inline Markdown; `heavy` where it will stand between signs of weight."""
    if html.count("<") == 2:
        text = unescape(html[html.index(">") + 1 : html.rindex("<")])
        return escape_text(f"{TAG}{text}{TAG}", {"*"})[1:-1] if heavy else escape_text(text)
    parts = _TAG.split(html)
    if not (heavy or "code" in parts or "<br><br>" in html or "!<a" in html or _RISKY.search("".join(parts[::3]))):
        return _plainly(parts)
    texts, tags = _split(parts)
    signs = {_SIGNS[name] for name, _ in tags if name in _SIGNS} | ({"*"} if heavy else set())
    first, *escaped = _escaped(texts, tags, signs)
    writer = _Writer()
    writer.text(first)
    for (name, rest), text in zip(tags, escaped, strict=True):
        writer.tag(name, rest)
        writer.text(text)
    return writer.end()


def _plainly(parts: list[str]) -> str:
    """Markdown of texts with tags between them, in which there is nothing to escape."""
    pieces = [parts[0]]
    target = ""
    for place in range(1, len(parts), 3):
        name = parts[place]
        if name == "a":
            target = _target_of(parts[place + 1])
            pieces.append("[" if target else "")
        elif name == "/a":
            pieces.append(f"]({target})" if target else "")
        elif mark := _SHOWN.get(name):
            pieces.append(mark)
        pieces.append(parts[place + 2])
    return "".join(pieces).strip()


def _target_of(rest: str) -> str:
    """The address of a link as Markdown has it; empty when it leads nowhere."""
    found = _HREF.search(rest)
    target = unescape(found[1]) if found else ""
    if not target.startswith("http") and (target == NOWHERE or runs_code(target)):
        return ""
    return escape_address(target)


Tag = tuple[str, str]
"""(name, with a slash before that of a closing one; attributes)."""


def _split(parts: list[str]) -> tuple[list[str], list[Tag]]:
    """The texts between the tags that count, and those tags."""
    texts = [_CUT.sub(" ", unescape(parts[0]))]
    tags: list[Tag] = []
    for place in range(1, len(parts), 3):
        name, rest, text = parts[place : place + 3]
        text = _CUT.sub(" ", unescape(text) if "&" in text else text)
        if name in _KNOWN:
            tags.append((name, rest))
            texts.append(text)
        else:
            texts[-1] += text
    return texts, tags


def _escaped(texts: list[str], tags: list[Tag], signs: set[str]) -> list[str]:
    """The texts, escaped as one line of text; code as it is."""
    line = [texts[0]]
    code: dict[int, str] = {}
    coded = 0
    for place, (name, _) in enumerate(tags, 1):
        coded += (name == "code") - (name == "/code")
        if coded:
            code[place] = texts[place]
        line += ["\n" if name == "br" else TAG, "" if coded else texts[place]]
    found = _CUT.split(escape_text("".join(line), signs))
    return [code.get(place, text) for place, text in enumerate(found)]


class _Writer:
    """Gathers Markdown. Inside code nothing else is marked but links, around which the code ends and begins again."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.marks: list[str] = []
        self.links: list[tuple[str, int]] = []
        self.code: list[str] = []
        self.coded = 0
        self.last: tuple[int, str] = (-1, "")

    def text(self, text: str) -> None:
        """Add text as it is to be written."""
        if text:
            (self.code if self.coded else self.pieces).append(text)

    def tag(self, name: str, rest: str) -> None:
        """Open or close a tag."""
        if name in {"code", "/code"}:
            self.coded += 1 if name == "code" else -1
            if not self.coded:
                self._end_code()
        elif name in {"a", "/a"}:
            self._end_code()
            self._open_link(rest) if name == "a" else self._close_link()
        elif name == "br":
            self._break()
        elif not self.coded:
            self._mark(name)

    def end(self) -> str:
        """The whole."""
        self._end_code()
        return "".join(self.pieces).strip()

    def _mark(self, name: str) -> None:
        if name[0] != "/":
            self.marks.append(name)
        elif name[1:] in self.marks:
            self.marks.remove(name[1:])
        self.pieces.append(_SHOWN[name])

    def _break(self) -> None:
        """Break the line; a second break is the end of a paragraph, and of all that is marked in it."""
        if self.coded:
            self.code.append(" ")
        elif not self.pieces or self.pieces[-1] != "\n":
            self.pieces.append("\n")
        elif not self.links:
            closed = [_SHOWN[f"/{name}"] for name in reversed(self.marks)]
            self.pieces[-1:] = [*closed, "\n\n", *(_MARKS[name] for name in self.marks)]

    def _open_link(self, rest: str) -> None:
        target = _target_of(rest)
        if target and self.pieces and self.pieces[-1].endswith("!"):
            self.pieces[-1] = f"{self.pieces[-1][:-1]}\\!"
        self.links.append((target, len(self.pieces)))
        self.pieces.append("[" if target else "")

    def _close_link(self) -> None:
        if not self.links:
            return
        target, start = self.links.pop()
        self.last = (-1, "")
        if target:
            said = "".join(self.pieces[start + 1 :])
            self.pieces[start + 1 :] = [escape_brackets(said), f"]({target})"]

    def _end_code(self) -> None:
        """End a span of code; one that follows another at once goes on in it."""
        code, self.code = "".join(self.code), []
        if not code.strip():
            if code:
                self.pieces.append(code)
            return
        place, before = self.last
        if place == len(self.pieces) - 1 >= 0:
            self.pieces.pop()
            code = before + code
        self.last = (len(self.pieces), code)
        self.pieces.append(code_span(code))
