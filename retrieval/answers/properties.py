"""The very thing that a question asks of something: the rector in "who is the rector of the university".

A text about the university that names no rector is no answer, however much of the rest it holds. What shows by its form
(a number, a date, a price) needs no such word.
"""

from __future__ import annotations

import re

from retrieval.analysis import Analysis
from retrieval.relevance import Relevance
from retrieval.texts import fold, generic_words, stem

_ASKED = re.compile(
    r"^(?:and |so |but |also )?(?:what|who|when|where|how (?:much|high|big|large|old))"
    r"(?:['’]s| is| are| was| were)(?: currently| now)? (?:the |our |your |its |their |an? )?"
    r"(?:[\w-]+ ){0,3}?([a-z][\w-]+) (?:of|for|in|at|from|behind)\b"
)
_COST_TO = re.compile(r"\bcosts? (?:[\w-]+ )?to (?!do\b|be\b|get\b|have\b|use\b|take\b)([a-z]+)\b")
_WHICH = re.compile(
    r"^(?:and |so |but )?(?:which|what) ([a-z][\w-]+) (?:is|are|was|were|do|does|did|has|have|had|can|must|may)\b"
)
_SHOWN = re.compile(
    r"(?:number|address|name|title|date|day|time|place|location|cost|price|fee|tuition|charge|sum|amount|deadline|way"
    r"|reason|purpose|meaning|difference|maximum|minimum|limit|length|duration|size|aim|goal|requirement|rule|policy"
    r"|person|people|one|man|woman|contact|e?-?mail|phone|telephone|fax|room|office|building|website|page|link"
    r"|definition|term|kind|type|sort|point|most|least|best)s?"
)
_WHERE = (
    re.compile(r"^where(?:['’]s| is| are)(?: the| our| your)? ([\w' -]+?)\W*$"),
    re.compile(r"^(?:请问)?(.{2,12}?)在(?:哪|什么地方)"),
)
_IN = (r"\b(?:in|at|to|into|from|near|behind|opposite|inside) (?:the )?(?:\w+ )?", "[在于到至去从往]")
_COMPOUND = re.compile(r"\b(part|full)[- ]?time\b")
_SAID = re.compile(r"\b(average|median|popular|favou?rite|famous|waiting list|waitlist|dress code|password)\b")
_EARNED = r"(?:salar\w+|stipends?|scholarships?|fellowships?|grants?|wages?|pays|paid|awards?|prizes?|earns?|bursar\w+)"
_SPENT = r"(?:fees?|costs?|prices?|tuition|charges?|rents?|deposits?|fines?)"
_SUM = r"\W+(?:[a-z]+\W+){0,4}?(?:[$€£¥]|eur|usd|hkd|gbp)?\s?\d"
_ASKS_BUILDING = re.compile(r"\b(?:which|what) (?:building|floor|room|hall|block|house)\b")
_BUILDING = re.compile(
    r"\b(?:[Bb]uilding|[Rr]oom|[Hh]all|[Ff]loor|[Bb]lock|[Hh]ouse)s? [A-Z]?\d|\b[A-Z]{1,3}\d{1,4}\b|[A-Z]\d+\.\d+"
    r"|\b[A-Z][\w'’-]+ (?:Building|Hall|House|Tower|Block|Wing|Mill|Library|Workshop|Cent(?:re|er))\b(?! and [A-Z])"
    r"|\b(?:ground|first|second|third|fourth|fifth|top|\d+(?:st|nd|rd|th)) floor"
)


def find_property(analysis: Analysis) -> str:
    """The stem of the noun that is asked for of something, or nothing."""
    if analysis.lang != "en" or analysis.asked:
        return ""
    asked = fold(analysis.text)
    which = _WHICH.search(asked) if analysis.course_codes else None  # elsewhere a text may name one and not say so
    match = _ASKED.search(asked) or _COST_TO.search(asked) or which
    if match is None or _SHOWN.fullmatch(match.group(1)):
        return ""
    noun = stem(match.group(1))
    return "" if noun in generic_words() or match.group(1) in generic_words() else noun


def lacks_property(analysis: Analysis, relevance: Relevance, text: str) -> bool:
    """Whether a noun is asked for of something, and a text holds neither it nor another word for it.

    Or a building, and it names none; or part time, and it speaks of other parts and other times.
    """
    asked = fold(analysis.text)
    if (compound := _COMPOUND.search(asked)) and compound.group(1) not in _COMPOUND.findall(fold(text)):
        return True
    if any(word not in fold(text) for word in _SAID.findall(asked)):
        return True
    if _ASKS_BUILDING.search(asked) and not _BUILDING.search(text):
        return True
    noun = find_property(analysis)
    return bool(noun) and noun in relevance.weights and noun not in relevance.covered([text])


def is_sum_of_another(analysis: Analysis, text: str) -> bool:
    """Whether what something costs is asked for, and a text tells only what somebody gets, or the other way round."""
    asked, said = fold(analysis.text), fold(text)
    earned, spent = (re.search(rf"\b{kind}\b", asked) is not None for kind in (_EARNED, _SPENT))
    if analysis.wanted not in {"money", "amount"} or earned == spent:
        return False
    other, own = (_EARNED, _SPENT) if spent else (_SPENT, _EARNED)
    return bool(re.search(rf"\b{other}{_SUM}", said)) and not re.search(rf"\b{own}{_SUM}", said)


def label_is_asked(analysis: Analysis, relevance: Relevance, label: str) -> bool:
    """Whether a label holds a word of the question other than those of names in it ("Head of department")."""
    named = relevance.covered(analysis.names)
    return bool(relevance.covered([label]) - named)


def is_place_of_another(analysis: Analysis, text: str) -> bool:
    """Whether a text names what is looked for only as the place of something else ("in the library")."""
    asked, said = fold(analysis.asked or analysis.text), fold(text)
    for where, within in zip(_WHERE, _IN, strict=True):
        match = where.search(asked)
        if match is not None and match.group(1) in said:
            thing = re.escape(match.group(1))
            return len(re.findall(thing, said)) == len(re.findall(within + thing, said))
    return False
