"""Follow-ups: a question that leans on the one before it is written out, in the same language, before anything else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from core.records import Turn
from retrieval.analysis import find_names
from retrieval.data import load_data
from retrieval.framing import unframe
from retrieval.texts import content, course_codes, fold, language, stop_words, words

_OPENING = re.compile(
    r"^(?:and|but|so|ok(?:ay)?|then|also)?[\s,]*(?:what about|how about|and (?:for|in|of)|what of|same for)\s+"
    r"(.+?)\??$",
    re.IGNORECASE,
)
_CHINESE_OPENING = re.compile(r"^(?:那么|那麼|那|还有|還有)?(.{1,20}?)(?:呢|怎么样|怎麼樣)[?？]?$")
_CODE = re.compile(r"\b[A-Za-z]{2,6}[\s-]?\d{1,4}[A-Za-z]{0,3}\b")
_PRONOUN = re.compile(
    r"\b(its|their|his|her|it|they|them|he|she|him|that (?:course|class|program(?:me)?|person|professor|department|page"
    r"|one)|this (?:course|class|program(?:me)?|person|professor|department|page|one)|the (?:same|former|latter))\b",
    re.IGNORECASE,
)
_CHINESE_PRONOUN = re.compile(
    r"(它们|它|他们|她们|他|她|这门课程?|這門課程?|该课程?|該課程?|这个项目|這個項目|该项目|這位教授|这位教授|其)"
)
_OF_PERSONS = {"his", "her", "he", "she", "him", "they", "them", "their", "that person", "that professor"}
_NAMED = re.compile(r"[^\W\d_]\S+(?: \S+){1,4}$")
_POSSESSIVE = {"its", "their", "his", "her"}


def resolve(text: str, history: Sequence[Turn]) -> str:
    """The question written out with what it takes from the turns before; unchanged when it stands alone."""
    if not history:
        return text
    before = _last_full(history)
    if language(text) == "zh":
        return _resolve_chinese(text, before)
    opening = _OPENING.match(text.strip())
    if opening:
        return _replace_subject(before, opening.group(1)) or f"{before} {opening.group(1)}"
    return _replace_pronoun(text, before, _person_of(history[-1]))


def _person_of(turn: Turn) -> str | None:
    """The one person that an answer names, where the question asked who."""
    if not re.search(r"\bwho(m|se)?\b|\bwhich (?:person|professor|lecturer)\b", fold(turn.question)):
        return None
    asked = fold(turn.question)
    names = [name for name in find_names(turn.answer) if len(name.split()) > 1 and fold(name) not in asked]
    bare = [re.sub(r"^(?:(?:Professor|Prof|Dr|Mr|Mrs|Ms)\b\.?\s*)+", "", name) for name in names]
    return bare[0] if bare and _NAMED.match(bare[0]) else None


def _last_full(history: Sequence[Turn]) -> str:
    """The last question, itself resolved against the ones before it."""
    resolved = unframe(history[0].question).text
    for place in range(1, len(history)):
        resolved = resolve(history[place].question, [Turn(question=resolved)])
    return resolved


def subject(text: str) -> str | None:
    """What a question is about: its code, its name, or what follows its last preposition."""
    code = _CODE.search(text) if course_codes(text) else None
    if code:
        return code.group()
    names = [name for name in find_names(text) if len(name) > 3]
    tail = re.search(r"\b(?:of|for|about|to|on) (?:the |a |an )?([\w'&, -]{3,80}?)\s*\??$", text)
    long_names = [name for name in names if " " in name]
    if long_names:
        return max(long_names, key=len)
    if tail:
        return tail.group(1)
    if names:
        return max(names, key=len)
    return " ".join(content(text)[-3:]) or None


def _swap(before: str, new: str) -> str | None:
    """The question before with the alternative to the new word ("fall" for "spring") replaced; None if it has none."""
    asked = set(words(new))
    for line in load_data("words")["siblings"]:
        group = set(line.split())
        if not (asked & group) or len(asked - stop_words()) > 1:
            continue
        other = next((word for word in group - asked if _standing(word).search(before)), None)
        if other is not None:
            return _standing(other).sub(next(iter(asked & group)), before, count=1)
    return None


def _standing(word: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word), re.IGNORECASE)


def _replace_subject(before: str, new: str) -> str | None:
    new = new.strip(" ?.")
    swapped = _swap(before, new)
    if swapped is not None:
        return swapped
    old = subject(before)
    if old is None or old not in before:
        return None
    both_codes = bool(course_codes(new)) == bool(course_codes(old))
    return before.replace(old, new) if both_codes or not course_codes(old) else f"{before.rstrip('?')} {new}?"


def _replace_pronoun(text: str, before: str, person: str | None) -> str:
    found = _PRONOUN.search(text)
    old = person if person and found and fold(found.group()) in _OF_PERSONS else subject(before)
    if found is None or old is None:
        return text if found is None and len(content(text)) > 2 else _append(text, old)
    if course_codes(text) or any(name for name in find_names(text) if len(name.split()) > 1):
        return text
    word = found.group(1).casefold()
    instead = f"{old}'s" if word in _POSSESSIVE and not (word == "her" and text.endswith("her?")) else old
    return text[: found.start()] + instead + text[found.end() :]


def _append(text: str, old: str | None) -> str:
    if old is None or fold(old) in fold(text) or course_codes(text) or find_names(text):
        return text
    return f"{text.rstrip(' ?')} ({old})?"


def _resolve_chinese(text: str, before: str) -> str:
    old = _chinese_subject(before)
    if old is None:
        return text
    opening = _CHINESE_OPENING.match(text)
    if opening and old in before:
        return _swap(before, opening.group(1)) or before.replace(old, opening.group(1))
    found = _CHINESE_PRONOUN.search(text)
    if found:
        return text[: found.start()] + old + text[found.end() :]
    return text


def _chinese_subject(text: str) -> str | None:
    if course_codes(text) or language(text) != "zh":
        return subject(text)
    cut = re.split(r"的|是|有|由|需要|在|什么|什麼|谁|誰|多少|哪|几|幾|怎|如何|能|可以", text, maxsplit=1)[0].strip(
        "请问請問 "
    )
    return cut if len(cut) >= 2 else None
