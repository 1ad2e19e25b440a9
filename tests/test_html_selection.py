"""Selection by the built-in selector and by a language model, whose answers are checked, mended or replaced."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from core.errors import LLMError
from core.records import Interval
from ingest.html import parse
from ingest.html.selection import BlockIndex, BuiltinSelector, PointingSelector, index_of
from ingest.html.selection.budget import estimate_tokens, fit_budget
from ingest.html.selection.evidence import coded_heads
from ingest.html.selection.pointing import InvalidAnswerError, answer_of, cut_index, prompt_of, read_intervals
from ingest.html.selection.training import training_samples
from models.protocols import Completion

PAGE = (
    "<html><head><title>Ferry line</title></head><body><nav><a href=/a>Home</a><a href=/b>Boats</a></nav><main>"
    "<h1>Ferry line</h1><p>The ferry line was founded in 1911 by two brothers from the north shore.</p>"
    "<h2>Tickets</h2><p>A single ticket costs four crowns for adults, and children under six travel free.</p>"
    "<h2>Boats</h2><p>The boat Tern carries ninety people and was built of steel in Bergen.</p>"
    "<h2>Dogs</h2><p>Dogs are allowed on the open deck when they are kept on a lead.</p></main></body></html>"
)


class Scripted:
    """A language model that gives the answers it was handed, one a call; the last one again and again."""

    name = "scripted"

    def __init__(self, *answers: str | Exception, finished: bool = True) -> None:
        self.answers = list(answers)
        self.finished = finished
        self.prompts: list[str] = []

    async def complete(
        self, system: str, user: str, *, schema: dict[str, Any] | None = None, max_tokens: int = 512
    ) -> Completion:
        self.prompts.append(user)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return Completion(answer, 100, 10, self.finished)

    def stream(self, system: str, user: str, *, max_tokens: int = 512) -> AsyncIterator[str]:
        raise NotImplementedError


@pytest.fixture
def index() -> BlockIndex:
    return index_of(parse(PAGE.encode(), "http://site.example/ferry"))


def text_of(index: BlockIndex, intervals: tuple[Interval, ...]) -> str:
    return " ".join(s.text for s in index.segments if any(i.first <= s.index <= i.last for i in intervals))


async def test_without_a_question_the_main_content_is_selected(index: BlockIndex):
    selection = await BuiltinSelector().select(index)
    assert "founded in 1911" in text_of(index, selection.intervals)
    assert not any(index.segments[n].chrome for i in selection.intervals for n in range(i.first, i.last + 1))


async def test_a_question_selects_what_bears_on_it(index: BlockIndex):
    selection = await BuiltinSelector().select(index, "How much does a single ticket cost?")
    assert selection.answerable
    assert "four crowns" in text_of(index, selection.intervals)
    assert "Tern" not in text_of(index, selection.intervals)


async def test_a_question_that_the_page_does_not_answer_gives_na(index: BlockIndex):
    selection = await BuiltinSelector().select(index, "Which minister signed the treaty of Utrecht?")
    assert not selection.answerable
    assert selection.intervals == ()


@pytest.mark.parametrize("html", ["", "<body></body>", "<nav><a href=/>Home</a></nav>"])
async def test_an_empty_page_selects_nothing(html: str):
    index = index_of(parse(html.encode(), "http://site.example/"))
    for question in (None, "What is it?"):
        assert (await BuiltinSelector().select(index, question)).intervals == ()
        assert (await PointingSelector(Scripted("[[0, 5]]")).select(index, question)).intervals == ()


@pytest.mark.parametrize(
    ("answer", "numbers", "clean"),
    [
        ("[[2, 3], [5, 6]]", {2, 3, 5, 6}, True),
        ('{"intervals": [[2, 3]]}', {2, 3}, True),
        ("NA", set(), True),
        ("[]", set(), True),
        ('{"intervals": []}', set(), True),
        ("Sure! Here they are: [[4, 4]] — anything else?", {4}, False),
        ("```json\n[[1, 2]]\n```", {1, 2}, False),
        ("[[3, 2]]", {2, 3}, False),
        ("[[2, 4], [3, 5]]", {2, 3, 4, 5}, False),
        ("[[2, 2], [2, 2]]", {2}, False),
        ("[[8, 400]]", {8, 9}, False),
        ("[[-5, 1]]", {0, 1}, False),
        ("[2, 3]", {2, 3}, False),
        ("[[7]]", {7}, True),
        ("blocks 2-3 and 6-7", {2, 3, 6, 7}, False),
        ('[[1, 1], "x", [null, 2]]', {1}, False),
        ('<think>[[9, 9]]</think>[[1, 1]]', {1}, False),
    ],
)  # fmt: skip
def test_answers_are_read_and_mended(answer: str, numbers: set[int], clean: bool):
    assert read_intervals(answer, list(range(10))) == (numbers, clean)


@pytest.mark.parametrize(
    "answer", ["", "I cannot help with that.", "[[400, 500]]", '{"intervals": "all"}', '[["a", "b"]]']
)
def test_answers_that_say_nothing_of_use_are_refused(answer: str):
    with pytest.raises(InvalidAnswerError):
        read_intervals(answer, list(range(10)))


async def test_a_model_points_and_its_cost_is_counted(index: BlockIndex):
    selection = await PointingSelector(Scripted("[[5, 6]]")).select(index, "How many people does the Tern carry?")
    assert selection.intervals == (Interval(5, 6),)
    assert selection.counts["calls"] == 1
    assert selection.counts["completion_tokens"] == 10
    assert selection.counts["repaired"] == selection.counts["replaced"] == 0


@pytest.mark.parametrize("answer", ["no idea", LLMError("The server is down.")])
async def test_an_answer_of_no_use_is_replaced_by_the_builtin_selector(index: BlockIndex, answer: str | Exception):
    question = "How much does a single ticket cost?"
    selection = await PointingSelector(Scripted(answer)).select(index, question)
    assert selection.intervals == (await BuiltinSelector().select(index, question)).intervals
    assert selection.counts["replaced"] == 1


async def test_a_model_reads_beginnings_for_the_main_content_and_whole_blocks_for_a_question():
    text = " ".join(f"word{number}" for number in range(100))
    index = index_of(parse(f"<main><h1>Title</h1><p>{text}</p></main>".encode(), "http://site.example/"))
    (piece,) = cut_index(index)
    assert "word99" in prompt_of(index, piece, "Which words?")
    shown = prompt_of(index, piece, None)
    assert "word99" not in shown
    assert "word1 word2" in shown
    assert f"({len(text) - 120} more characters)" in shown


async def test_a_cut_off_answer_counts_as_repaired(index: BlockIndex):
    selection = await PointingSelector(Scripted("[[5, 6]", finished=False)).select(index, "Tern?")
    assert selection.counts["repaired"] == 1


async def test_a_long_page_goes_in_pieces_with_global_numbers():
    html = (
        "<main>"
        + "".join(f"<p>Paragraph {n} says that the number is {n} and no other.</p>" for n in range(3000))
        + "</main>"
    )
    index = index_of(parse(html.encode(), "http://site.example/long", metadata=False))
    model = Scripted(*[f"[[{n}, {n}]]" for n in (0, 400)], "NA")
    selection = await PointingSelector(model).select(index, "Which number?")
    assert len(model.prompts) == selection.counts["pieces"] > 10
    assert all(len(prompt) < 10_000 for prompt in model.prompts)
    assert Interval(0, 0) in selection.intervals


def test_one_enormous_segment_still_fits_a_piece():
    index = index_of(parse(("<main><pre>" + "x = 1\n" * 10_000 + "</pre></main>").encode(), "http://s.example/"))
    assert all(len(prompt_of(index, piece, "q")) < 10_000 for piece in cut_index(index))


def test_blocks_are_shown_with_their_numbers(index: BlockIndex):
    prompt = prompt_of(index, next(cut_index(index)), "Dogs?")
    assert "URL: http://site.example/ferry" in prompt
    assert "Title: Ferry line" in prompt
    assert re.search(r"\[\d+\]<h2>Tickets</h2>", prompt)
    assert "Home" not in prompt


async def test_training_samples_have_the_published_form(index: BlockIndex):
    selection = await BuiltinSelector().select(index)
    sample = next(training_samples(index, selection))
    assert sample["answer"].startswith("[[")
    assert [message["role"] for message in sample["messages"]] == ["system", "user", "assistant"]
    assert answer_of(()) == "NA"
    numbers, clean = read_intervals(sample["answer"], [segment.index for segment in index.segments])
    assert clean
    assert numbers == {n for i in selection.intervals for n in range(i.first, i.last + 1)}


async def test_a_budget_keeps_the_best_of_all_pages(index: BlockIndex):
    other = index_of(
        parse(b"<main><h1>Bread</h1><p>Rye bread is baked with sour dough at night.</p></main>", "http://s.example/b")
    )
    question = "How much does a single ticket cost?"
    selector = BuiltinSelector()
    chosen = fit_budget([other, index], [await selector.select(page, question) for page in (other, index)], 30)
    assert chosen[0].intervals == ()
    assert "four crowns" in text_of(index, chosen[1].intervals)
    assert estimate_tokens(text_of(index, chosen[1].intervals)) <= 30


@pytest.mark.parametrize(
    "question", ["How many units is GEO 12B worth?", "units of geo12b", "Is GEO-12B worth six units?"]
)
def test_what_stands_under_the_code_that_is_asked_for_comes_first(question: str):
    courses = "".join(
        f"<h3>GEO {number}. Rivers and units of the land ({units})</h3><p>{said}</p>"
        for number, units, said in (
            ("12A", 4, "How many units of land a river drains, and what GEO 12B adds to it."),
            ("12B", 6, "Deltas, estuaries and tides."),
            ("112B", 2, "Worth of rivers."),
        )
    )
    index = index_of(parse(f"<main><h1>Courses</h1>{courses}</main>".encode(), "http://a.example/", metadata=False))
    scores, _ = BuiltinSelector().score(index, question)
    assert index.segments[int(scores.argmax())].text.startswith("Deltas")


def test_a_year_or_a_number_alone_is_no_code():
    index = index_of(
        parse(b"<main><h2>Report 2024</h2><p>Plain.</p><h2>In 2024</h2><p>Other.</p></main>", "http://a.example/")
    )
    assert not coded_heads("What happened in 2024?", index.segments).any()
