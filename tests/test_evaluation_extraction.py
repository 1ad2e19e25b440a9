"""The figures of extraction: how they are counted, and those that need no data from elsewhere."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evaluation.extraction import DEMO, table_of
from evaluation.extraction_pages import GoldPage, render_page
from evaluation.extraction_questions import Asked, keep_table, kept_within, statements, top_f1
from evaluation.extraction_survival import generated_page, peak_of, resident_over, survive_demo
from evaluation.extraction_tools import Outcome, extract_ours, measure, word_f1
from ingest.html import parse
from ingest.html.selection import BlockIndex, index_of

CONTEXT = [
    ("Tern (boat)", ["The Tern is a boat of the north shore.", "It was built in 1911 by two brothers."]),
    ("Dogs on board", ["Dogs travel free of charge.", "They stay on the open deck."]),
    ("Harbour café", ["The café sells soup.", "It closes at five."]),
]


@pytest.fixture
def index() -> BlockIndex:
    return index_of(parse(render_page(CONTEXT).encode(), "http://pages.example/1", "text/html; charset=utf-8"))


def number_of(index: BlockIndex, text: str) -> int:
    return next(segment.index for segment in index.segments if segment.text == text)


def test_word_f1_counts_words_as_often_as_they_stand():
    assert word_f1("a b b", "A b") == pytest.approx(0.8)
    assert word_f1("", "a") == 0
    assert word_f1("Äpfel, Birnen!", "birnen äpfel") == 1


def test_a_tool_that_fails_scores_nothing_and_is_counted():
    def fails_later(body: bytes, url: str) -> str:
        if body == b"bad":
            raise ValueError("no")
        return "word"

    outcome = measure(fails_later, [(b"good", "u", "article", "word"), (b"bad", "u", "forum", "word")])
    assert outcome.failures == 1
    assert outcome.all == [1.0, 0.0]


def test_the_table_names_speed_as_a_multiple_of_trafilatura():
    ours, other, folds = (
        Outcome({"article": [1.0] * 30}, 1.0),
        Outcome({"article": [0.5] * 30}, 3.0),
        Outcome({"article": [0.9]}),
    )
    lines = table_of({"folds": folds, "sitequest": ours, "trafilatura": other}).splitlines()
    assert "| – | – | 0 |" in lines[2]
    assert "| 30.0 | 3.00 | 0 |" in lines[3]
    assert "| 10.0 | 1.00 | 0 |" in lines[4]


def test_statements_are_neither_headings_nor_chrome(index: BlockIndex):
    texts = [index.segments[number].text for number in statements(index)]
    assert texts[:-1] == [sentence for _, sentences in CONTEXT for sentence in sentences]
    assert texts[-1].startswith("People also read")


def test_top_f1_counts_gold_sentences_among_the_best(index: BlockIndex):
    gold = frozenset({"It was built in 1911 by two brothers.", "Dogs travel free of charge."})
    page = GoldPage(1, "?", index, gold, "1911", True)
    scores = np.zeros(len(index.segments))
    scores[number_of(index, "It was built in 1911 by two brothers.")] = 2
    scores[number_of(index, "The café sells soup.")] = 1
    assert top_f1(page, scores, 2) == pytest.approx(0.5)


def test_a_budget_keeps_the_answer_only_where_it_is_ranked_high(index: BlockIndex):
    asked = Asked(index, "When was the Tern built?", "in 1911")
    first = np.zeros(len(index.segments))
    first[number_of(index, "It was built in 1911 by two brothers.")] = 1
    kept, used = kept_within(asked, first, 0.3)
    assert kept == 1
    assert used <= 0.3
    wrong = np.zeros(len(index.segments))
    wrong[number_of(index, "The café sells soup.")] = 1
    assert kept_within(asked, wrong, 0.3)[0] == 0


def test_the_table_of_budgets_has_ours_beside_bm25(index: BlockIndex):
    table = keep_table([Asked(index, "When was the Tern built?", "1911")], None, (0.25, 1.0))
    assert [line.split("|")[1].strip() for line in table.splitlines()[2:]] == ["sitequest", "BM25"]
    assert "1.000" in table


def test_ours_selects_the_text_of_a_plain_article():
    text = " ".join(
        f"Sentence {number} of the article tells of ferries and of the people on board." for number in range(20)
    )
    page = f"<nav><a href=/>Home</a></nav><article><h1>Ferries</h1><p>{text}</p></article><footer>© 2026</footer>"
    said = extract_ours(page.encode(), "http://site.example/article")
    assert word_f1(said, f"Ferries {text}") > 0.95


def test_every_quote_that_answers_a_question_of_the_demo_survives():
    found = survive_demo(DEMO)
    assert found.facts > 30
    assert found.in_blocks == found.facts
    assert found.selected >= 0.99 * found.facts


@pytest.mark.parametrize("size", [100_000, 300_000])
def test_a_page_takes_at_most_forty_times_its_bytes(size: int):
    body = generated_page(1, size)
    assert len(body) >= size
    assert peak_of(body) <= 40


@pytest.mark.bench
@pytest.mark.timeout(5400)
def test_memory_is_flat_over_ten_thousand_pages():
    sizes = dict(resident_over(10_000, 1000))
    assert max(sizes.values()) <= 1.1 * sizes[1000] + 10


def test_memory_is_flat_over_some_pages():
    sizes = [size for _, size in resident_over(40, 20)]
    assert sizes[-1] - sizes[1] < 20


def test_the_weights_fit_in_a_few_hundred_kilobytes():
    folder = Path(__file__).parents[1] / "ingest" / "html"
    assert (
        sum(
            path.stat().st_size
            for path in (folder / "main_weights.npz", folder / "selection" / "question_weights.json")
        )
        < 300_000
    )
