"""Pages with known answers for question selection: HotpotQA's paragraphs as one noisy page a question."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from pathlib import Path

from ingest.html import parse
from ingest.html.inline import collapse
from ingest.html.selection import BlockIndex, index_of

MENU = (
    "<nav><ul><li><a href=/>Home</a></li><li><a href=/topics>Topics</a></li>"
    "<li><a href=/random>Random page</a></li></ul></nav>"
)
ASIDE = (
    "<aside class='related'><h3>Related</h3><a href=/1>People also read this list</a><a href=/2>Ten facts</a></aside>"
)
FOOTER = "<footer><p>© Reader's collection. All rights reserved.</p><a href=/privacy>Privacy</a></footer>"


@dataclass(frozen=True, slots=True)
class GoldPage:
    """A page, its question, and the texts of the segments that answer it (none: a page of distractors)."""

    number: int
    question: str
    index: BlockIndex
    gold: frozenset[str]
    answer: str
    answerable: bool


def hotpot_pages(folder: Path) -> list[GoldPage]:
    """Two pages a question: with its gold paragraphs, and without them."""
    found: list[GoldPage] = []
    for number, item in enumerate(json.loads((folder / "hotpotqa_train.json").read_text("utf-8"))):
        facts = {(title, place) for title, place in item["supporting_facts"]}
        titles = {title for title, _ in facts}
        gold = frozenset(
            collapse(sentence)
            for title, sentences in item["context"]
            for place, sentence in enumerate(sentences)
            if (title, place) in facts
        )
        others = [pair for pair in item["context"] if pair[0] not in titles]
        for context, wanted in ((item["context"], gold), (others, frozenset[str]())):
            found.append(_page(number, item, context, wanted))
    return found


def _page(number: int, item: dict[str, str], context: list[tuple[str, list[str]]], gold: frozenset[str]) -> GoldPage:
    html = render_page(context)
    index = index_of(parse(html.encode(), f"http://pages.example/{number}", "text/html; charset=utf-8", metadata=False))
    return GoldPage(number, item["question"], index, gold, item["answer"], bool(gold))


def render_page(context: list[tuple[str, list[str]]]) -> str:
    """Paragraphs as sections of one page, a sentence a paragraph, with chrome around them."""
    sections = "".join(
        f"<h2>{escape(title)}</h2>"
        + "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence.strip())
        for title, sentences in context
    )
    return (
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>Reader</title></head><body>"
        f"{MENU}<main><h1>Reader</h1>{sections}</main>{ASIDE}{FOOTER}</body></html>"
    )
