"""Text as it must stand in Markdown: what would be read as markup there is escaped, and nothing else.

CommonMark decides what that is. A sign of HTML becomes an entity and no backslash, for not every reader of Markdown
knows the backslash before it.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from unicodedata import category

TAG = "\0"
"""Where a tag stands in a text."""
_ENTITY = r"&(?=#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]{1,31};)"
_SIGN = re.compile(rf"\\(?=[!-/:-@\[-`{{-~{TAG}\n]| {TAG}|\Z)|{_ENTITY}|<(?=[A-Za-z/!?])|\](?=\()|`+|\*+|_+|~+")
_SUSPECT = re.compile(r"[\\&<\]`*_~]")
_RUN = re.compile(r"`+|\*+|_+|~+")
_START = re.compile(
    r"^(?:#{1,6}(?=[ \t]|$)|[-+*](?=[ \t]|$)|>|(?=[|: \t-]*-)[|:-](?=[|: \t-]*$)"
    r"|(?P<every>([*_])(?:[ \t]*\2){2,}(?=[ \t]*$)|`{3,}(?=[^`\n]*$)|~{3,})|(?<=\n)=(?==*[ \t]*$)"
    r"|(?P<before>\d{1,9}(?=[.)](?:[ \t]|$))|\[(?:[^\[\]\\]|\\.)+\](?=:)))",
    re.MULTILINE,
)
_BREAKS = re.compile("\n+")
_STARTING = frozenset("#-+*>|:_`~[0123456789")
_TASK = re.compile(r"^(?=\[[ xX]\][ \t])")
_CLOSING = re.compile(r"(?:^|(?<= ))#+$")
_BRACKET = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)|\\.|[\[\]]")
_ODD = re.compile(r"[ ()<>\\`\n\t&]")
_ADDRESS = str.maketrans(
    {" ": "%20", "(": "%28", ")": "%29", "<": "%3C", ">": "%3E", "\\": "%5C", "`": "%60", "\n": "%0A", "\t": "%09"}
)
_LONE_ENTITY = re.compile(_ENTITY)
_REPLACED = {"\\": "\\\\", "&": "&amp;", "<": "&lt;", "]": "\\]"}


def escape_text(text: str, signs: AbstractSet[str] = frozenset()) -> str:
    """A line of text. Of the signs that come in pairs (`` ` ``, `*`, `_`, `~`) those in `signs` and what pairs."""
    if _SUSPECT.search(text) is None:
        return text
    wanted = _paired(text) | signs

    def replace(match: re.Match[str]) -> str:
        found = match[0]
        if found[0] in _REPLACED:
            return _REPLACED[found[0]]
        if found[0] not in wanted or not (found[0] == "`" or any(_flanks(text, match))):
            return found
        return "".join(f"\\{sign}" for sign in found)

    return _SIGN.sub(replace, text)


def _paired(text: str) -> set[str]:
    """The signs of which one in a text may open what a later one closes."""
    opened: set[str] = set()
    found: set[str] = set()
    for match in _RUN.finditer(text):
        sign = match[0][0]
        opens, closes = (True, True) if sign == "`" else _flanks(text, match)
        if closes and sign in opened:
            found.add(sign)
        if opens:
            opened.add(sign)
    return found


def _flanks(text: str, match: re.Match[str]) -> tuple[bool, bool]:
    """(whether a run of signs can open, whether it can close), as CommonMark tells it from the signs beside it."""
    before, after = _beside(text[max(0, match.start() - 2) : match.start()][::-1]), _beside(text[match.end() :][:2])
    blank_before, blank_after = before.isspace(), after.isspace()
    mark_before, mark_after = is_mark(before), is_mark(after)
    left = not blank_after and (not mark_after or blank_before or mark_before)
    right = not blank_before and (not mark_before or blank_after or mark_after)
    if match[0][0] != "_":
        return left, right
    return left and (not right or mark_before), right and (not left or mark_after)


def _beside(signs: str) -> str:
    """The sign next to a run; a blank before a tag may come to stand behind it."""
    return TAG if signs in {f" {TAG}", f"\n{TAG}"} else signs[:1] or " "


def is_mark(sign: str) -> bool:
    """Whether a sign is a punctuation mark or symbol, or stands for a tag."""
    return sign == TAG or category(sign)[0] in "PS"


def escape_starts(markdown: str) -> str:
    """Lines of a paragraph of which none begins a heading, list, quotation, rule, table, fence or definition."""
    if "\n" not in markdown and markdown[:1] not in _STARTING:
        return markdown
    return _START.sub(_escaped, markdown)


def _escaped(start: re.Match[str]) -> str:
    if start["every"]:
        return "".join(sign if sign.isspace() else f"\\{sign}" for sign in start[0])
    return f"{start[0]}\\" if start["before"] else f"\\{start[0]}"


def escape_item(markdown: str) -> str:
    """The lines of a list item, which is no task to be ticked off."""
    return _TASK.sub(r"\\", escape_starts(markdown))


def escape_heading(markdown: str) -> str:
    """The one line of a heading, whose last signs do not close it."""
    return _CLOSING.sub(lambda match: f"\\{match[0]}", _BREAKS.sub(" ", markdown))


def escape_cell(text: str) -> str:
    """A cell of a table."""
    return escape_text(text).replace("|", "\\|").replace("\n", " ")


def pairs_brackets(markdown: str) -> bool:
    """Whether the brackets in the text of a link come in pairs."""
    depth = 0
    for match in _BRACKET.finditer(markdown):
        depth += {"[": 1, "]": -1}.get(match[0], 0)
        if depth < 0:
            return False
    return depth == 0


def escape_brackets(markdown: str) -> str:
    """Text without brackets that would count."""
    return _BRACKET.sub(lambda match: f"\\{match[0]}" if match[0] in "[]" else match[0], markdown)


def escape_address(address: str) -> str:
    """The address of a link."""
    if _ODD.search(address) is None:
        return address
    return _LONE_ENTITY.sub("&amp;", address.translate(_ADDRESS))


def code_span(code: str) -> str:
    """Code inside a line, between more backticks than stand in it."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", code)), default=0))
    padded = code[:1] == "`" or code[-1:] == "`" or (code[:1] == code[-1:] == " ")
    return f"{fence} {code} {fence}" if padded else f"{fence}{code}{fence}"
