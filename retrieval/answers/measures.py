"""Sizes of things: "how tall is the tower" wants a number with a unit of length, and a year is none."""

from __future__ import annotations

import re

TOLD = (
    r"(?:\d[\d.,]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|[a-z]+teen|[a-z]+ty(?:-[a-z]+)?)\b)"
)
"""A number in digits or as a word."""
_LENGTH = (
    r"(?:[cm]?m|km|(?:centi|milli|kilo)?met(?:re|er)s?|feet|foot|ft|inch(?:es)?|miles?|yards?|stor(?:ey|y|ie)s?|floors?"
    r"|levels?|厘米|公里|千米|米|英尺|英里|层|層)"
)
_WEIGHT = r"(?:kg|g|kilos?|(?:kilo)?grams?|tonn?es?|tons?|pounds?|lbs?|公斤|千克|吨|噸)"
_UNITS = {
    "tall": _LENGTH, "high": _LENGTH, "wide": _LENGTH, "deep": _LENGTH, "thick": _LENGTH, "far": _LENGTH,
    "heavy": _WEIGHT, "多高": _LENGTH, "多宽": _LENGTH, "多深": _LENGTH, "多远": _LENGTH, "多重": _WEIGHT,
}  # fmt: skip
_ASKS = re.compile(
    r"\bhow (tall|high|wide|deep|thick|heavy|far)\b"
    r"(?! (?:do|does|did|can|may|must|should|in advance|along|ahead|back)\b)"
    r"(?!.*\b(?:fees?|fines?|rents?|costs?|prices?|tuition|deposits?|salar\w+|stipends?|grants?|scores?|grades?|marks?"
    r"|gpa|rates?|shares?|percentages?|temperatures?|limits?|discounts?|demand|risks?|chances?|bar)\b)"
    r"|(多高|多宽|多深|多远|多重)"
)


_ASKS_TIMES = re.compile(
    r"\bhow (?:often|many times)\b|\b(?:number of|how many) (?:tries|attempts|goes|repeats)\b|[几幾]次|多少次|多久一次"
)
_TIMES = re.compile(
    rf"\b(?:once|twice|thrice)\b|{TOLD}[\s-](?:more |further )?(?:times|tries|attempts)\b|[\d一二两三四五六七八九十]次"
    r"|\b(?:dai|week|fortnight|month|quarter|year)ly\b|\bannually\b|每(?:天|周|月|年|学期|季)"
    r"|\bevery (?:other )?(?:\w+ )?(?:(?:minute|hour|day|week|month|quarter|semester|term|year)s?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?)\b",
    re.IGNORECASE,
)


def asks_times(asked: str) -> bool:
    """Whether a question asks how often something happens, or may be done."""
    return _ASKS_TIMES.search(asked.lower()) is not None


def tells_times(text: str) -> bool:
    """Whether a text tells how often: so many times, every so many days."""
    return _TIMES.search(text) is not None


_SIZE = r"(?:units?|credits?|credit hours?|courses?|classes|ects|points?)"
_ASKS_TOTAL = re.compile(
    rf"\bhow many (?:\w+ )?{_SIZE}\b.{{0,12}}\b(?:do|does|is|are|will|must|would|have)\b"
    r"(?!.*\b(?:lower|upper|electives?|transfer\w*|per|each|a (?:week|quarter|term|semester|year)|at most|maximum"
    r"|count)\b)|\bin (?:total|all)\b|\baltogether\b|一共|总共|總共|共需|共要"
)
_TOTAL = re.compile(
    r"\b(?:total|altogether|in all|consists? of|comprises?|made up of)\b|一共|总共|總共|共[需计計修\d]"
    r"|\b[\w-]+-(?:unit|credit|course)s? (?:degree|program|curriculum|minor|major)"
    rf"|\b(?:require|complete|need)s? (?:a minimum of |at least )?{TOLD}[\s-](?:quarter[\s-])?{_SIZE}\b",
    re.IGNORECASE,
)


def asks_total(asked: str) -> bool:
    """Whether the size of a whole programme is asked for, and not that of a part of it."""
    return _ASKS_TOTAL.search(asked.lower()) is not None


def tells_total(text: str) -> bool:
    """Whether a text tells of what a whole consists."""
    return _TOTAL.search(text) is not None


def asks_measure(asked: str) -> bool:
    """Whether the size or the weight of a thing is asked for."""
    return _ASKS.search(asked.lower()) is not None


def tells_measure(asked: str, text: str) -> bool:
    """Whether a text tells a size of the kind that is asked for; false where none is."""
    match = _ASKS.search(asked.lower())
    if match is None:
        return False
    unit = _UNITS[match.group(1) or match.group(2)]
    return re.search(rf"(?:{TOLD}|\bhalf)[\s-]?{unit}(?![a-z])", text.lower()) is not None
