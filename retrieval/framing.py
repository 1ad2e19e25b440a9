"""What is asked, taken out of what stands around it: greetings, thanks, "I was wondering if you could …", stories.

Words and patterns are in `frames.yaml`. What says nothing of the question goes; what tells something beside it, so that
a text need not say it too, is kept apart (`told`): it is searched for, and counts little. A question that leans on its
story ("which one is that?"), or whose story names things, stays with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from retrieval.data import load_data
from retrieval.texts import (
    codes,
    content,
    course_codes,
    generic_words,
    grams,
    language,
    sentences,
    stem,
    stop_words,
    words,
)

ENOUGH = 2
FEW_SIGNS = 5
FEW_WORDS = 4
_BREAK = re.compile(r"(?<=[?!])\s+")
_AFTER = re.compile(
    r"[\s,;:!.?…–—~-]*(?:\b(?:but|so|and(?! (?:for|in|of|at|on|the|what|how|when|where|who|which|is|are)\b))\s+)?"
)
_MARKS = re.compile(r"([,;:.!?–—-])[\s,;:.!?–—-]{4,}")
_NAME = re.compile(r"(?<=[\w,;] )(?!I\b)[A-Z\u00c0-\u00de][\w’'-]*")
_EDGE = " \t,;:–—-"
_LED = re.compile(
    r"^$|(?:[,;:–—-]|\b(?:and|but|so|because|since|then|therefore))\s*$"
    r"|^(?:before|when|since|as|if|while|after|because|although|though|until) ",
    re.IGNORECASE,
)
_AUX = "is|are|was|were|do|does|did|can|could|may|might|must|should|will|would|has|have"
_ASKS = re.compile(
    r"(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|may|might|must|should|will"
    r"|would|has|have)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(r"(?:i|we|my|our|someone|somebody|he|she|they)\b", re.IGNORECASE)
_SEAM = re.compile(
    r"(?P<told>(?:i|we|my|our|someone|somebody|he|she|they)\b.*?)(?:[,;:]|\s[–—-])\s*(?:(?:so|and|but)\b[\s:,–—-]*)?"
    r"(?=(?:(?:by|at|in|on|until|from|to) )?(?P<wh>what|which|who|whom|whose|when|where|how)\b"
    rf"|(?:compare|list|{_AUX})\b)",
    re.IGNORECASE,
)
_ORDERS = re.compile(r"(?:list|name|give|show|tell|compare|find|describe|explain|summari[sz]e)\b", re.IGNORECASE)
_WHETHER = re.compile(
    r"(?:if|whether|wether)(?: or not)? (?P<of>(?:(?!that\b|which\b|who\b)\S+ ){1,8}?)"
    rf"(?P<aux>{_AUX})\b(?P<rest>.*)",
    re.IGNORECASE,
)
_SUBJECT = (
    r"(?P<of>(?:i|we|you|one|they|he|she|it|there|students|people)"
    r"|(?:the|a|an|your|our|my|their|its|this) (?:[\w'’-]+ ){0,6}?[\w'’-]+)"
)
_EMBEDDED = re.compile(
    r"(?P<wh>(?:(?:by|at|in|on|until|from|to) )?(?:what|who|whom|where|when|why"
    r"|how(?: (?:much|many|long|often|far|high|big|large|old|late|early))?))"
    rf" {_SUBJECT} (?P<aux>{_AUX})\b(?P<rest>.*)",
    re.IGNORECASE,
)
_CASE = re.compile(r"(?:as|for|being|with|without|if|when|after|before) ", re.IGNORECASE)
_PLURAL = r"(?:i|we|you|they|students|people|all)\b"
_SIGNS = re.compile(r"[^，,。！!？?；;～~：:]+[，,。！!？?；;～~：:\s]*")
_END = re.compile(r"[，,。！!？?；;～~：:\s]*$")


@dataclass(frozen=True, slots=True)
class Unframed:
    """What is asked, and what is told beside it."""

    text: str
    told: str = ""


@lru_cache(maxsize=512)
def unframe(text: str) -> Unframed:
    """The question without what stands around it; as it is where nothing of it would be left."""
    if language(text) == "zh":
        return _unframe_chinese(text)
    plain = _MARKS.sub(r"\1 ", text)
    parts = [part for sentence in _pieces(plain) for part in _read(sentence)]
    asking = [part for part, asks in parts if asks]
    if not asking:
        return Unframed(" ".join(part for part, _ in parts) or text)
    question = " ".join(asking)
    alone = len(content(question)) >= ENOUGH and not stop_words().issuperset(words(question))
    kept = [(part, asks) for part, asks in parts if asks or not (alone and _is_idle(part))]
    told = " ".join(part for part, asks in kept if not asks)
    if not alone or _leans(question) or _names_things(told):
        return Unframed(" ".join(part for part, _ in kept))
    return Unframed(question, told)


@cache
def conditions() -> frozenset[str]:
    """The stems of who asks, where that changes the answer ("as an international student")."""
    data = load_data("frames")
    said = [*data["conditions"].split(), *data["chinese"]["conditions"].split()]
    return frozenset(gram for word in said for gram in grams(word))


def _pieces(text: str) -> list[str]:
    return [part for sentence in sentences(text) for part in _BREAK.split(sentence) if part.strip()]


def _read(sentence: str) -> list[tuple[str, bool]]:
    """A sentence as what it tells and what it asks, each marked; nothing where it is mere courtesy."""
    plain = _strip(sentence)
    if not plain or _any("courtesies").fullmatch(plain.strip(" .,!?:;")):
        return []
    told, asked, led = "", plain, False
    while (lead := _lead(asked)) is not None:
        if lead.start():
            told = f"{told} {asked[: lead.start()].strip(_EDGE)}".strip()
        asked, led = _strip(asked[lead.end() :].lstrip(_EDGE)), True
    if not led:
        unmarked = plain != sentence.strip() and _ASKS.match(plain) and plain[-1:].isalnum()
        return _part(f"{plain}?" if unmarked else plain)
    if not asked:
        return [(told, False)] if told else []
    told = re.sub(r"[\s,;:–—-]*\b(?:and|but|so|because|since|then|therefore)$", "", told, flags=re.IGNORECASE)
    if _CASE.match(told):
        return [(f"{_turn(asked).rstrip('?')} {told[0].lower()}{told[1:]}?", True)]
    return [*([(told, False)] if told else []), (_turn(asked), True)]


def _part(plain: str) -> list[tuple[str, bool]]:
    """A sentence as it is, marked; what somebody tells of himself before a question in it is a part of its own."""
    asks = plain.rstrip(' "”)').endswith("?") or bool(_ASKS.match(plain) or _ORDERS.match(plain))
    seam = _SEAM.match(plain) if asks else None
    if seam is not None and (seam["wh"] or _is_idle(seam["told"])):
        return [(seam["told"].strip(_EDGE), False), (plain[seam.end() :], True)]
    return [(plain, asks or (len(plain.split()) < FEW_WORDS and not _TELLS.match(plain)))]


def _lead(text: str) -> re.Match[str] | None:
    """The first words that lead to a question, where no question stands before them."""
    for match in _leads().finditer(text):
        before = text[: match.start()].strip()
        if _LED.search(before) and not _ASKS.match(before):
            return match
    return None


def _strip(sentence: str) -> str:
    """A sentence without the words that open and close it."""
    before = ""
    while sentence != before:
        before = sentence
        opening = _any("openings").match(sentence)
        if opening:
            sentence = sentence[_AFTER.match(sentence, opening.end()).end() :]  # type: ignore[union-attr]
        closing = _closing().search(sentence)
        if closing:
            rest = sentence[: closing.start()].rstrip(_EDGE + "(")
            asks = "?" in closing.group() and rest and not rest.endswith("?")
            sentence = f"{rest}?" if asks else rest
    return sentence.strip()


def _turn(asked: str) -> str:
    """An embedded question put as one asks it: "whether the pool is open" as "is the pool open?"."""
    plain = asked.strip(_EDGE + ".!?")
    if plain.lower().startswith(("about ", "more about ", "something about ", "anything about ")):
        return f"tell me {plain}?"
    for pattern in (_WHETHER, _EMBEDDED):
        match = pattern.fullmatch(plain)
        if match is not None:
            opening = match.groupdict().get("wh") or ""
            return f"{opening} {match['aux']} {match['of'].strip()}{match['rest']}?".strip()
    if re.match(r"(?:if|whether|wether) ", plain, re.IGNORECASE):
        rest = re.sub(r"^or not ", "", plain.split(None, 1)[1])
        return f"{'do' if re.match(_PLURAL, rest, re.IGNORECASE) else 'does'} {rest}?"
    return f"{plain}?"


def _is_idle(part: str) -> bool:
    """Whether a sentence holds none but everyday words, which tell nothing of what is asked."""
    if codes(part) or any(char.isdigit() for char in part):
        return False
    own = {stem(word) for word in words(part) if word not in stop_words()}
    return own <= (_idle_words() | generic_words()) - conditions()


def _names_things(told: str) -> bool:
    """Whether a story names things, by capitals within a sentence or by a code: the question may be about them."""
    names = (match.group().lower() for match in _NAME.finditer(told))
    return any(stem(name) not in _idle_words() for name in names) or bool(course_codes(told))


def _leans(question: str) -> bool:
    """Whether a question says by a pronoun, or by saying so little, that it goes on from what was told."""
    own = [word for word in content(question) if stem(word) not in generic_words()]
    return len(own) < ENOUGH or re.search(load_data("frames")["leaning"], question.lower()) is not None


@cache
def _idle_words() -> frozenset[str]:
    return frozenset(stem(word) for word in load_data("frames")["idle"].split())


def _joined(patterns: Iterable[str]) -> str:
    return "|".join(patterns).replace("~", r"(?:[\s,]+)")


@cache
def _any(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_joined(load_data('frames')[name])})(?!\w)", re.IGNORECASE)


@cache
def _closing() -> re.Pattern[str]:
    data, marks = load_data("frames"), r"[\s,;:.!?()–—-]"
    said, signed = _joined(data["closings"]), _joined(data["signed"])
    after = r"[,;:.!?)–—-][\s,;:.!?)–—-]*"
    return re.compile(
        rf"(?:(?<![\w'’])(?:{said})|(?:^|{after})(?:{signed})){marks}*$|\s[:;]-?[)D]+$",
        re.IGNORECASE,
    )


@cache
def _leads() -> re.Pattern[str]:
    data = load_data("frames")
    asks, tells = _joined(data["asks"]), _joined(data["tells"])
    then = rf"(?=[\s,:;–—-]+(?:{data['direct']})\b|\s*[:–—])"
    named = rf"(?=[\s,:;–—-]+(?:{data['direct']}|{data['nouns']})\b|\s*[:–—]|,)"
    return re.compile(rf"(?<![\w'’])(?:(?:{tells}){named}|(?:{asks}){then})", re.IGNORECASE)


def _unframe_chinese(text: str) -> Unframed:
    """The same for Chinese, clause by clause: words are not told apart there."""
    data = load_data("frames")["chinese"]
    clauses = [
        (raw, clause)
        for raw in _SIGNS.findall(text)
        if (clause := _strip_chinese(raw)) and not any(re.fullmatch(idle, clause) for idle in data["idle"])
    ]
    bare = [clause for _, clause in clauses]
    asking = [clause for clause in bare if re.search(data["asks"], clause)] or bare[-1:]
    told = [clause for clause in bare if clause not in asking and re.search(data["told"], clause)]
    question = _join([(raw, clause) for raw, clause in clauses if clause not in told])
    story = "，".join(told)
    if len(question) <= FEW_SIGNS or re.search(data["leaning"], question):
        return Unframed("，".join(filter(None, [story, question])) or text)
    return Unframed(question, story)


def _strip_chinese(raw: str) -> str:
    """A clause without what opens and closes it; nothing where it is mere courtesy."""
    data = load_data("frames")["chinese"]
    clause = _END.sub("", raw)
    before = ""
    while clause != before:
        before = clause
        if any(re.fullmatch(one, clause, re.IGNORECASE) for one in data["courtesies"]):
            return ""
        clause = re.sub(rf"^(?:{'|'.join(data['openings'])})", "", clause)
        clause = re.sub(rf"(?:{'|'.join(data['closings'])})$", "", clause)
    return clause


def _join(clauses: Sequence[tuple[str, str]]) -> str:
    """Clauses with the marks that stood behind them; the last ends as the question does."""
    text = "".join(clause + _END.findall(raw)[0] for raw, clause in clauses)
    return text.rstrip("，,、；;：:～~ ")
