"""Questions that a graph can really answer: drawn from its facts, one phrase a kind, each tried before it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from api.services import Services
from core.errors import SiteQuestError
from core.records import Answer, Question

NAMES_READ = 40
FEW = 4
ENOUGH = 3
PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "email": "What is the e-mail of {name}?",
        "phone": "What is the telephone number of {name}?",
        "office": "Where is the office of {name}?",
        "credits": "How many credits is {name}?",
        "units": "How many units is {name}?",
        "fee": "What does {name} cost?",
        "deadline": "When is the deadline for {name}?",
        "duration": "How long does {name} take?",
        "person": "Who is {name}?",
        "": "What is {name}?",
    },
    "zh": {
        "email": "{name}的电子邮箱是什么？",
        "phone": "{name}的电话号码是多少？",
        "office": "{name}的办公室在哪里？",
        "credits": "{name}有多少学分？",
        "units": "{name}有多少学分？",
        "fee": "{name}的费用是多少？",
        "deadline": "{name}的截止日期是什么时候？",
        "duration": "{name}要读多久？",
        "person": "{name}是谁？",
        "": "{name}是什么？",
    },
}


@dataclass(frozen=True, slots=True)
class Idea:
    """A question that may be suggested, and words that its answer must hold."""

    text: str
    expected: str = ""


def phrase_questions(rows: Iterable[Mapping[str, Any]], lang: str) -> Iterator[Idea]:
    """One question a name: of each type one, then a second of each; about a fact where there is one to ask for."""
    by_type: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_type.setdefault(row["type"], []).append(row)
    mixed = [row for layer in zip_longest(*by_type.values()) for row in layer if row is not None]
    for number, row in enumerate(mixed):
        yield _phrase(row, lang, number)


def _phrase(row: Mapping[str, Any], lang: str, number: int) -> Idea:
    phrases = PHRASES["zh" if _is_chinese(row["name"]) else lang]
    asked = [relation for relation in row["relations"] if relation["type"] in phrases]
    if asked:
        fact = asked[number % len(asked)]
        return Idea(phrases[fact["type"]].format(name=row["name"]), fact["value"])
    return Idea(phrases.get(row["type"], phrases[""]).format(name=row["name"]))


def _is_chinese(name: str) -> bool:
    return bool(name) and all("㐀" <= letter <= "鿿" or not letter.isalpha() for letter in name)


async def suggest(services: Services, site: str, lang: str, limit: int) -> list[str]:
    """Questions of the site that are answered surely and shortly; where they are few, then others that are answered.

    With a language model they are not tried first: that would cost.
    """
    rows = await services.graph.read("explore/api_suggestions", site=site, limit=NAMES_READ)
    kept: list[str] = []
    others: list[str] = []
    for idea in phrase_questions(rows, lang):
        answer = await _try(services, site, idea) if services.tries_suggestions else None
        if answer is not None or not services.tries_suggestions:
            good = answer is None or (answer.sure and len(answer.citations) <= FEW)
            (kept if good else others).append(idea.text)
        if len(kept) == limit:
            break
    return kept if len(kept) >= ENOUGH else [*kept, *others][:limit]


async def _try(services: Services, site: str, idea: Idea) -> Answer | None:
    """The answer to a question that may be suggested; None where it does not hold what is expected."""
    try:
        answer = await services.answering.ask(Question(text=idea.text, site=site))
    except SiteQuestError:
        return None
    return answer if answer.answered and _bare(idea.expected) in _bare(answer.answer) else None


def _bare(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
