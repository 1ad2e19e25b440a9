"""The HTML of one segment as a line or lines of Markdown."""

from __future__ import annotations

import re
from html import unescape

from ingest.html.emphasis import Span, settle_marks
from ingest.html.escaping import TAG, code_span, escape_address, escape_brackets, escape_text, pairs_brackets
from ingest.html.links import NOWHERE, runs_code

_TAG = re.compile(r"<(/?[a-z]+)([^>]*)>")
_HREF = re.compile(r'href="([^"]*)"')
_MARKS = {"b": "**", "i": "*", "del": "~~", "sub": "<sub>", "sup": "<sup>"}
_SHOWN = {**_MARKS, "/b": "**", "/i": "*", "/del": "~~", "/sub": "</sub>", "/sup": "</sup>", "br": "\n"}
_KNOWN = frozenset({*_SHOWN, "a", "/a", "code", "/code"})
_CUT = re.compile(f"[{TAG}\n]")
_RISKY = re.compile(r"[\\`*_~\[\]&]")
_MARK = r"<(?:b|i|del)>"
_CLOSER = r"</(?:b|i|del)>"
_ODD = re.compile(rf"{_MARK}(?:[^\w<]|_|[^<]*<(?!/))|[\s_]{_CLOSER}|[^\w\s]{_CLOSER}(?:\w|{_CLOSER})|{_CLOSER}{_MARK}")
_SIGNS = {"b": "*~", "i": "*~", "code": "`", "del": "*~"}


def inline_markdown(html: str, *, heavy: bool = False) -> str:
    """A segment's HTML as inline Markdown; `heavy` where it will stand between signs of weight."""
    if html.count("<") == 2:
        text = unescape(html[html.index(">") + 1 : html.rindex("<")])
        return escape_text(f"{TAG}{text}{TAG}", {"*"})[1:-1] if heavy else escape_text(text)
    if _CUT.search(html):
        html = _CUT.sub(" ", html)
    parts = _TAG.split(html)
    if not (heavy or _is_hard(html) or _RISKY.search("".join(parts[::3]))):
        return _plainly(parts)
    texts, tags = _split(parts)
    signs = {sign for name, _ in tags for sign in _SIGNS.get(name, "")} | ({"*"} if heavy else set())
    first, *escaped = _escaped(texts, tags, signs)
    writer = _Writer()
    writer.text(first)
    for (name, rest), text in zip(tags, escaped, strict=True):
        writer.tag(name, rest)
        writer.text(text)
    return writer.end()


def _is_hard(html: str) -> bool:
    """Whether what is marked in a line has to be looked at: code, breaks, and weight that is not just around words."""
    if "<code>" in html or "<br>" in html or "!<a" in html:
        return True
    return ("<b>" in html or "<i>" in html or "<del>" in html) and _ODD.search(html) is not None


def _plainly(parts: list[str]) -> str:
    """Markdown of texts with tags between them, in which there is nothing to escape or to put right."""
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
    texts = [unescape(parts[0])]
    tags: list[Tag] = []
    for place in range(1, len(parts), 3):
        name, rest, text = parts[place : place + 3]
        text = unescape(text) if "&" in text else text
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
        self.marks: list[tuple[str, int]] = []
        self.signs: set[int] = set()
        self.spans: list[Span] = []
        self.links: list[tuple[str, int]] = []
        self.code: list[str] = []
        self.coded = 0
        self.codes: dict[int, str] = {}

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
            if self.code:
                self._end_code()
            self._open_link(rest) if name == "a" else self._close_link()
        elif name == "br":
            self._break()
        elif not self.coded:
            self._mark(name)

    def end(self) -> str:
        """The whole."""
        if self.code:
            self._end_code()
        settle_marks(self.pieces, self.spans)
        self._join_codes()
        return "".join(self.pieces).strip()

    def _mark(self, name: str) -> None:
        self.signs.add(len(self.pieces))
        if name[0] != "/":
            inner = any(name == opened for opened, _ in self.marks)
            self.marks.append((name, len(self.pieces)))
            self.pieces.append("" if inner else _MARKS[name])
        elif self.marks:
            opened, start = self.marks.pop()
            if self.pieces[start]:
                self.spans.append((start, len(self.pieces)))
            self.pieces.append(_SHOWN[f"/{opened}"] if self.pieces[start] else "")

    def _break(self) -> None:
        """Break the line; a second break is the end of a paragraph, and of all that is marked in it."""
        if self.coded:
            self.code.append(" ")
            return
        before = len(self.pieces) - 1
        while before >= 0 and (before in self.signs or not self.pieces[before]):
            before -= 1
        if before < 0 or self.pieces[before] not in {"\n", "\n\n"}:
            self.pieces.append("\n")
        elif not self.links and self.pieces[before] == "\n":
            self.pieces[before] = ""
            opened = [name for name, _ in self.marks]
            for name in reversed(opened):
                self._mark(f"/{name}")
            self.pieces.append("\n\n")
            for name in opened:
                self._mark(name)

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
        if target:
            if not pairs_brackets("".join(self.pieces[start + 1 :])):
                self.pieces[start + 1 :] = map(escape_brackets, self.pieces[start + 1 :])
            self.pieces.append(f"]({target})")

    def _end_code(self) -> None:
        code, self.code = "".join(self.code), []
        if code.strip():
            self.codes[len(self.pieces)] = code
            code = code_span(code)
        self.pieces.append(code)

    def _join_codes(self) -> None:
        """Make spans of code that touch one: their backticks would be read together."""
        before = -1
        for place in sorted(self.codes):
            if before >= 0 and not any(self.pieces[before + 1 : place]):
                self.codes[place] = self.codes[before] + self.codes[place]
                self.pieces[before] = ""
                self.pieces[place] = code_span(self.codes[place])
            before = place
