"""A question cut into sub-questions by rules: comparisons, both and each, several names or codes."""

from __future__ import annotations

import re

from retrieval.analysis import Analysis, find_names
from retrieval.data import load_data
from retrieval.texts import content, course_codes, fold, gloss

MOST = 4
_CLAUSES = re.compile(
    r"^(?P<one>(?:what|which|how|when|where|who)\b.+?),? and (?:also )?(?P<two>(?:what|which|how|when|where|who)\b.+)$",
    re.IGNORECASE,
)
_ASKING = frozenset({"long", "many", "much", "often", "far", "early", "late"})


def decompose(analysis: Analysis) -> list[str]:
    """The sub-questions, at most four; the question itself alone when nothing can be cut."""
    text = (analysis.asked or analysis.text).strip()
    parts = _by_pattern(text) or _by_clauses(text) or _by_names(text)
    parts = [gloss(part) for part in parts] if analysis.asked else parts
    return list(dict.fromkeys(parts))[:MOST] or [analysis.text.strip()]


def _by_pattern(text: str) -> list[str]:
    """Rules of `rules.yaml`: groups `one` and `two` are the things, `about` what is asked of both."""
    text, asked = _without_tail(text.rstrip("?？.。 "))
    for rule in load_data("rules")["decompose"]:
        found = re.search(rule, text, re.IGNORECASE)
        if found:
            groups = found.groupdict(default="")
            about = " ".join([asked, groups.get("about", "").strip(" ,，")]).strip()
            return [f"{about} {groups[name]}".strip() for name in ("one", "two", "three") if groups.get(name)]
    return []


def _by_clauses(text: str) -> list[str]:
    """Two questions in one ("How long are they, and how many units do they give?"), each with what both are about."""
    found = _CLAUSES.match(text.rstrip("?？.。 "))
    if found is None:
        return []
    first, second = found.group("one").strip(" ,"), found.group("two").strip(" ,")
    shared = " ".join(word for word in content(first) if word not in _ASKING)
    other = " ".join(word for word in content(second) if word not in _ASKING)
    if len(other.split()) < 2 or re.search(r"\b(?:it|its|they|their|them|he|she|his|her)\b", second.lower()):
        return [first, f"{second} {shared}"]
    return [f"{first} {_tail(second)}".strip(), second]


def _tail(text: str) -> str:
    """What a question is about: the words after its last "for", "of", "in" or "to", or its last verb."""
    found = re.search(r"\b(?:for|of|in|to enter|to join|to get into)\b(.+)$", text)
    return found.group() if found else ""


def _without_tail(text: str) -> tuple[str, str]:
    """The text, and what is asked of all things at its end: "Compare A and B: how long do they take"."""
    found = re.search(r"[:;,.]\s+((?:how|what|which|when|where|who|whose)\b.*)$", text, re.IGNORECASE)
    return (text[: found.start()], found.group(1)) if found else (text, "")


def _by_names(text: str) -> list[str]:
    """One sub-question for each of several codes or names, without the others."""
    things = _spelled(text) if len(course_codes(text)) > 1 else find_names(text)
    things = [thing for thing in things if fold(thing) in fold(text)]
    if len(things) < 2:
        return []
    subs = []
    for kept in things:
        sub = text
        for other in things:
            sub = sub if other == kept or other in kept else sub.replace(other, " ")
        subs.append(" ".join(sub.split()))
    return subs


def _spelled(text: str) -> list[str]:
    return re.findall(r"\b[A-Za-z]{2,6}[\s-]?\d{1,4}[A-Za-z]{0,3}\b", text)
