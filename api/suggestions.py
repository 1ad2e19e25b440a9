"""Questions that a graph can really answer: drawn from its facts, one phrase a kind, each tried before it is shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

from api.services import Services
from core.errors import SiteQuestError
from core.records import Question

NAMES_READ = 40
PHRASES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "email": "What is the e-mail address of {name}?",
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


def phrase_questions(rows: Iterable[Mapping[str, Any]], lang: str) -> Iterator[str]:
    """One question a name: of each type one, then a second of each; about a fact where there is one to ask for."""
    by_type: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_type.setdefault(row["type"], []).append(row)
    mixed = [row for layer in zip_longest(*by_type.values()) for row in layer if row is not None]
    for number, row in enumerate(mixed):
        yield _phrase(row, lang, number)


def _phrase(row: Mapping[str, Any], lang: str, number: int) -> str:
    phrases = PHRASES["zh" if _is_chinese(row["name"]) else lang]
    asked = [relation for relation in row["relations"] if relation in phrases]
    kind = asked[number % len(asked)] if asked else row["type"]
    return phrases.get(kind, phrases[""]).format(name=row["name"])


def _is_chinese(name: str) -> bool:
    return bool(name) and all("㐀" <= letter <= "鿿" or not letter.isalpha() for letter in name)


async def suggest(services: Services, site: str, lang: str, limit: int) -> list[str]:
    """Questions of the site that are answered. With a language model they are not tried first: that would cost."""
    rows = await services.graph.read("explore/api_suggestions", site=site, limit=NAMES_READ)
    kept: list[str] = []
    for text in phrase_questions(rows, lang):
        if not services.tries_suggestions or await _is_answered(services, site, text):
            kept.append(text)
        if len(kept) == limit:
            break
    return kept


async def _is_answered(services: Services, site: str, text: str) -> bool:
    try:
        return (await services.answering.ask(Question(text=text, site=site))).answered
    except SiteQuestError:
        return False
