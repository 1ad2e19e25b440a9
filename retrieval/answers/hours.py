"""Opening hours: a question that asks when a place is open, and the lines of a timetable that tell it."""

from __future__ import annotations

import re
from itertools import pairwise

from retrieval.answers.marks import marks_of
from retrieval.texts import fold, stem

_ASKS = re.compile(
    r"\b(?:when|what (?:time|days?)|how (?:late|early|long)|until when|which days?)\b.{0,60}"
    r"\b(?:open|close|shut)(?:s|d|ing)?\b"
    r"|\b(?:is|are|be)\b.{0,60}\b(?:open|closed)\b(?! to\b)|\bopen(?:ing)?(?: and closing)? (?:hours?|times?|days?)\b"
    r"|\b(?:what|which|when)\b(?: [\w'’-]+){1,4}(?<!credit)(?<!contact)(?<!semester)(?<!lecture)(?<!lab) hours\b"
    r"|^(?:the )?(?:[\w'’-]+ ){1,3}hours(?: on \w+)?\W*$"
    r"|开放(?:的)?时间|開放時間|营业时间|營業時間|几点(?:开|关|闭|關|閉)|(?:开|營業|营业|开放)到几点|幾點(?:開|關)|(?:什么|甚麼|何)时候?(?:开|关|闭)(?:门|馆|放)"
)
_CLOCK = re.compile(
    r"\b\d{1,2}[:.]\d{2}\b|\b\d{1,2} ?[ap]\.?m\b|\bnoon\b|\bmidnight\b|\b24 hours\b|\d ?[点點时時]", re.IGNORECASE
)
_WORDS = frozenset(
    stem(word) for word in ("open", "opening", "close", "closing", "closed", "shut", "hours", "time", "days", "late")
)
_SIGNS = re.compile(r"[开開关關闭閉门門放时時间間营營业業点點几幾星期周週礼禮拜]|[一二三四五六天日]$")
_NAMES = ("mon", "tues?", "wed(?:nes)?", "thu(?:rs?)?", "fri", "sat(?:ur)?", "sun")
_DAY = "|".join(rf"(?P<d{place}>\b{name}(?:days?)?\b)" for place, name in enumerate(_NAMES))
_DAYS = re.compile(_DAY, re.IGNORECASE)
_HAN_DAYS = re.compile(r"(?:周|星期|礼拜|禮拜|週)([一二三四五六日天])")
_TO = re.compile(r"^\s*(?:-|–|—|to|through|till|until|bis|至|到)\s*$", re.IGNORECASE)
_SPANS = (
    (re.compile(r"\bweekdays?\b|工作日|平日", re.IGNORECASE), frozenset(range(5))),
    (re.compile(r"\bweekends?\b|周末|週末", re.IGNORECASE), frozenset({5, 6})),
    (re.compile(r"\b(?:daily|every ?day|all week)\b|每天|每日", re.IGNORECASE), frozenset(range(7))),
)
LINES = 12
MANY_DAYS = 3


def asks_hours(asked: str) -> bool:
    """Whether a question asks when something is open or closed."""
    return _ASKS.search(fold(asked)) is not None


def is_hours_word(word: str) -> bool:
    """Whether a word of such a question names no thing: to be open, hours, a day."""
    return word in _WORDS or bool(_SIGNS.search(word)) or bool(days_of(word))


def tells_hours(text: str) -> bool:
    """Whether a text tells times of the clock for days of the week, or that it is closed on them."""
    closed = re.search(r"\bclosed\b|休息|闭馆|閉館|不开放", text, re.IGNORECASE)
    return bool(days_of(text)) and bool(_CLOCK.search(text) or closed)


def days_of(text: str) -> frozenset[int]:
    """The days of the week that a text names, Monday 0, with all between two of them: `Monday to Friday`."""
    found = [(match.start(), match.end(), _number(match)) for match in _DAYS.finditer(text)]
    found += [(match.start(), match.end(), _han(match.group(1))) for match in _HAN_DAYS.finditer(text)]
    days = {day for _, _, day in found}
    for one, other in pairwise(found):
        if _TO.match(text[one[1] : other[0]]):
            days |= {(one[2] + step) % 7 for step in range((other[2] - one[2]) % 7 + 1)}
    return frozenset(days).union(*(span for pattern, span in _SPANS if pattern.search(text)))


def is_timetable(lines: list[str]) -> bool:
    """Whether most lines, few in all, tell hours, of many days together."""
    telling = [line for line in lines if tells_hours(line)]
    days = days_of(" ; ".join(telling))
    return len(telling) > 1 and len(lines) <= min(LINES, 2 * len(telling)) and len(days) >= MANY_DAYS


def say_line(line: str) -> str:
    """A line of a timetable as it reads alone: `Sunday | 12:00 | 18:00` as `Sunday: 12:00–18:00`; or nothing."""
    cells = [cell.strip() for cell in line.split("|") if cell.strip()]
    colon = marks_of(line).colon
    if len(cells) == 3 and all(len(_CLOCK.findall(cell)) == 1 for cell in cells[1:]):
        return f"{cells[0]}{colon}{cells[1]}–{cells[2]}"
    return colon.join(cells) if len(cells) < 3 else ""


def _number(match: re.Match[str]) -> int:
    return next(int(name[1:]) for name, found in match.groupdict().items() if found)


def _han(sign: str) -> int:
    return "一二三四五六日".index("日" if sign == "天" else sign)
