"""How answers are compared: folded text, numbers and dates in one form, codes with or without their space."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_CITATION = re.compile(r"\s?\[\d+(?:\s*,\s*\d+)*\]")
_SPACE = re.compile(r"\s+")
_THOUSANDS = re.compile(r"(?<=\d)[,\u00a0\u202f ](?=\d{3}(?!\d))")
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]|[^\W_]+(?:\.\d+)*")
_CODE = re.compile(r"(?<![a-z0-9])([a-z]{1,6})[ -]?(\d{1,5}[a-z]{0,3})(?![a-z0-9])")
_ROW = (
    r"\d{1,5}[a-z]{0,3}(?:(?:, ?(?:and |or )?| and | or |[-/])\d{1,5}[a-z]{0,3}(?![a-z0-9]|\.\d)"
    r"|[-/,][a-z](?![a-z0-9]))*"
)
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905 (read as words)
_MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")
_DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th)? ({'|'.join(_MONTHS)}),? (\d{{4}})")
_MONTH_FIRST = re.compile(rf"({'|'.join(_MONTHS)}) (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})")
_CHINESE_DATE = re.compile(r"(\d{4})年(\d{1,2})月(\d{1,2})日")
_ARTICLES = frozenset({"a", "an", "the"})


def fold(text: str) -> str:
    """NFKC, case folded, one space, citation numbers dropped, thousands joined, dates as 2026-01-31."""
    folded = unicodedata.normalize("NFKC", _CITATION.sub("", text)).casefold().replace("’", "'")
    return _fold_dates(_THOUSANDS.sub("", _SPACE.sub(" ", folded))).strip()


def _fold_dates(text: str) -> str:
    text = _CHINESE_DATE.sub(lambda m: _iso(m[1], m[2], m[3]), text)
    text = _DAY_FIRST.sub(lambda m: _iso(m[3], _MONTHS.index(m[2]) + 1, m[1]), text)
    return _MONTH_FIRST.sub(lambda m: _iso(m[3], _MONTHS.index(m[1]) + 1, m[2]), text)


def _iso(year: str, month: str | int, day: str) -> str:
    return f"{year}-{int(month):02d}-{int(day):02d}"


def tokens(text: str) -> list[str]:
    """Words, numbers and single Chinese, Japanese or Korean signs of the folded text, without articles."""
    return [token for token in _TOKEN.findall(fold(text)) if token not in _ARTICLES]


def holds(text: str, form: str) -> bool:
    """Whether a form stands in a text as whole words; codes with or without space, small numbers as word or digit."""
    return holds_folded(fold(text), fold(form))


def holds_folded(text: str, form: str) -> bool:
    """The same of texts that are folded already."""
    return bool(form) and any(_holds_one(text, one) for one in _spellings(form))


def find_first(text: str, forms: Iterable[str]) -> int | None:
    """Where the first of these forms begins in the folded text, spelled as it is; None where none stands in it."""
    folded = fold(text)
    places = [folded.find(wanted) for form in forms if (wanted := fold(form)) and _holds_one(folded, wanted)]
    return min((place for place in places if place >= 0), default=None)


def _spellings(form: str) -> list[str]:
    if form in _NUMBERS:
        return [form, str(_NUMBERS.index(form))]
    if form.isdigit() and int(form) < len(_NUMBERS):
        return [form, _NUMBERS[int(form)]]
    return [form]


def _holds_one(text: str, form: str) -> bool:
    if code := _CODE.fullmatch(form):
        if _holds_in_row(text, code[1], code[2]):
            return True
        pattern = rf"{re.escape(code[1])}[ -]?{re.escape(code[2])}"
    else:
        pattern = re.escape(form.rstrip(".。"))
    before = r"(?<![a-z0-9])" if pattern[:1].isascii() else ""
    after = r"(?![a-z0-9])" if form[-1:].isascii() else ""
    return re.search(before + pattern + after, text) is not None


def _holds_in_row(text: str, letters: str, number: str) -> bool:
    """Whether a row of codes has it without repeating its beginning: `ECE 20A-B`, `CSE 10, 20 and 30`."""
    return any(number in _read_row(row[1]) for row in re.finditer(rf"(?<![a-z0-9]){letters}[ -]?({_ROW})", text))


def _read_row(row: str) -> set[str]:
    """The numbers of a row, each with its letters; a bare letter stands behind the number before it."""
    found, digits = set(), ""
    for own, ending in re.findall(r"(\d+)?([a-z]*)", re.sub(r" (?:and|or) ", ",", row)):
        digits = own or digits
        if own or ending:
            found.add(digits + ending)
    return found


def holds_all(text: str, groups: Iterable[Sequence[str]]) -> bool:
    """Whether one form of every group stands in the text."""
    return all(any(holds(text, form) for form in group) for group in groups)


def path_of(url: str) -> str:
    """An address without scheme, host, query and fragment, and with `/` for an index page: how pages are compared.

    What is no address, such as the title of a document, is left as it is.
    """
    address = re.match(r"[a-z][a-z0-9+.-]*://[^/]*", url)
    if not address and not url.startswith("/"):
        return url
    path = url[address.end() if address else 0 :].split("#")[0].split("?")[0] or "/"
    return re.sub(r"/index\.html?$", "/", path)
