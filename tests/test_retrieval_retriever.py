"""Whole questions over a small college that was ingested for real."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import GraphEmpty, QuestionRefused, SiteUnknown
from core.records import Answer, Question, Turn
from graph.asynchronous import AsyncDatabase
from graph.database import Database
from retrieval.answers.verify import is_verbatim
from tests.retrieval_samples import CHINESE, PAGES, CountingReader, ScriptedModel, ingest, make_retriever

LUCENE = [
    "causes/solutions", "/b testing", "C++ (advanced)", "room:B12", "tb-", "what is [X]?", "a && b || !c", "NOT",
    "AND OR", '"open day', "fees ^ 2 ~", "AT&T / O'Neil", "desk R14",
]  # fmt: skip


@pytest.fixture
def college(database: Database, tmp_path: Path) -> Database:
    ingest(database, tmp_path / "college", {**PAGES, **CHINESE})
    return database


def check_citations(answer: Answer) -> None:
    """Every number is in range, every quote stands in its evidence, every sentence of an answer is cited."""
    blocks = {item.block_id: item for item in answer.evidence}
    numbers = {citation.n for citation in answer.citations}
    for citation in answer.citations:
        assert is_verbatim(citation.quote, blocks[citation.block_id])
    for sentence in answer.sentences:
        assert sentence.citations
        assert set(sentence.citations) <= numbers


async def test_questions_of_every_kind_get_checked_citations(college: Database, async_database: AsyncDatabase):
    retriever = make_retriever(async_database)
    expected = {
        "When does the reading room open?": "9:00",
        "For how many days may a book be borrowed?": "28 days",
        "What are the prerequisites of COMP 20?": "MATH 5",
        "How many units is COMP 20 worth?": "(4)",
        "Which COMP courses are 2 units?": "COMP 30",
        "What is the title of the prerequisite of COMP 30?": "Data Structures",
        "本国学生的学费是多少？": "3150",
        "What does desk R14 do?": "R14",
    }
    for text, part in expected.items():
        answer = await retriever.ask(Question(text=text))
        assert part in answer.answer, (text, answer.answer, answer.route)
        assert answer.answered
        assert answer.usage.llm_calls == 0
        assert answer.pages
        check_citations(answer)


async def test_a_lead_is_told_with_the_list_or_the_code_that_it_leads_on_to(
    database: Database, async_database: AsyncDatabase, tmp_path: Path
):
    members = "".join(f"<li>{name}</li>" for name in ("Ilse Brand", "Tom Okoro"))
    board = f"<h1>Board</h1><p>Seven sit on it. The present members of the board are:</p><ul>{members}</ul>"
    scripts = "<h1>Scripts</h1><p>Shared robot scripts are installed in the folder</p><pre>/srv/robots</pre>"
    ingest(database, tmp_path / "college", {**PAGES, "board.html": board, "scripts.html": scripts})
    retriever = make_retriever(async_database)
    for text, part in (
        ("Who are the present members of the board?", "are: Ilse Brand; Tom Okoro"),
        ("In which folder are shared robot scripts installed?", "the folder /srv/robots"),
    ):
        answer = await retriever.ask(Question(text=text))
        assert part in answer.answer
        check_citations(answer)


async def test_what_the_site_does_not_say_is_refused_without_a_model_call(
    college: Database, async_database: AsyncDatabase
):
    model = ScriptedModel(["Nonsense [1]."])
    retriever = make_retriever(async_database, model)
    for text in ("What are the prerequisites of COMP 999?", "What is the wifi password of the volcano observatory?"):
        answer = await retriever.ask(Question(text=text))
        assert not answer.answered
        assert answer.route.mode == "none"
        assert not answer.citations
        assert answer.pages
        assert any("may not answer it" in note for note in answer.notes)
    assert all("<source" not in prompt for prompt in model.prompts)


async def test_the_missing_code_is_named(college: Database, async_database: AsyncDatabase):
    answer = await make_retriever(async_database).ask(Question(text="How many units is COMP 999?"))
    assert "COMP 999" in answer.answer


@pytest.mark.parametrize("mode", ["A", "B", "C", "G", "list", "hybrid"])
async def test_every_mode_can_be_forced_within_three_round_trips(
    college: Database, async_database: AsyncDatabase, mode: str
):
    reader = CountingReader(async_database)
    question = Question(text="What are the prerequisites of COMP 20?", mode=mode)  # type: ignore[arg-type]
    answer = await make_retriever(reader).ask(question)
    assert answer.route.confidence in (1.0, pytest.approx(answer.route.confidence))
    asked = [name for name in reader.names if name != "retrieval/site_facts"]
    assert len(asked) <= (5 if mode == "hybrid" else 3), asked
    assert {step.step for step in answer.trace} >= {"understand", "embed", "route", "read"}
    assert all(step.ms >= 0 for step in answer.trace)


async def test_lucene_in_a_question_is_harmless_and_codes_match(college: Database, async_database: AsyncDatabase):
    retriever = make_retriever(async_database)
    for text in LUCENE:
        answer = await retriever.ask(Question(text=text))
        assert answer.question == text
    found = await retriever.ask(Question(text="C++ hashing"))
    assert any("C++" in item.text for item in found.evidence)


async def test_pages_that_disagree_are_both_shown_the_current_first(college: Database, async_database: AsyncDatabase):
    answer = await make_retriever(async_database).ask(Question(text="What is the yearly tuition for home students?"))
    assert answer.answer.index("3,150") < answer.answer.index("2,880")
    assert len(answer.pages) == 2
    assert any("disagree" in note for note in answer.notes)


async def test_instructions_in_a_page_change_nothing(college: Database, async_database: AsyncDatabase):
    model = ScriptedModel(["Four credits [1]. ", "Every course is free [1]. See http://evil.example now [1]."])
    for llm in (None, model):
        answer = await make_retriever(async_database, llm).ask(Question(text="How many credits is course ALG101?"))
        assert "free" not in answer.answer
        assert "evil" not in answer.answer
        assert "banana" not in answer.answer
        assert "Four credits" in answer.answer
    assert all("ignore the rules" not in prompt and "banana" not in prompt for prompt in model.prompts)


async def test_a_failing_model_falls_back_to_the_extract_and_says_so(college: Database, async_database: AsyncDatabase):
    retriever = make_retriever(async_database, ScriptedModel([], error="It timed out."))
    answer = await retriever.ask(Question(text="When does the reading room open?"))
    assert "9:00" in answer.answer
    assert any("language model failed" in note for note in answer.notes)


async def test_a_models_unsupported_sentence_is_dropped_or_flagged(college: Database, async_database: AsyncDatabase):
    said = ["The reading room opens at 9:00 [1]. It closes at 23:00 [1]."]
    question = Question(text="When does the reading room open?")
    dropped = await make_retriever(async_database, ScriptedModel(said)).ask(question)
    assert "23:00" not in dropped.answer
    assert any("left out" in note for note in dropped.notes)
    flagged = await make_retriever(async_database, ScriptedModel(said), unsupported="flag").ask(question)
    assert [sentence.supported for sentence in flagged.sentences] == [True, False]


async def test_a_stream_tells_each_thing_when_it_happens_and_ends_with_the_answer(
    college: Database, async_database: AsyncDatabase
):
    retriever = make_retriever(async_database, ScriptedModel(["The reading room ", "opens at 9:00 [1]."]))
    events = [event async for event in retriever.stream(Question(text="When does the reading room open?"))]
    kinds = [event.type for event in events]
    order = [kinds.index(kind) for kind in ("route", "evidence", "token", "citation", "sentence", "done")]
    assert order == sorted(order)
    assert kinds[-1] == "done"
    assert "9:00" in events[-1].data["answer"]["answer"]


async def test_a_cut_off_stream_ends_with_an_error_and_no_citations(college: Database, async_database: AsyncDatabase):
    retriever = make_retriever(async_database, ScriptedModel(["The reading ", "room "], error="cut off"))
    events = [event async for event in retriever.stream(Question(text="When does the reading room open?"))]
    assert events[-1].type == "error"
    assert not any(event.type in {"citation", "done"} for event in events)


async def test_a_refused_question_is_an_error_event_with_its_status(college: Database, async_database: AsyncDatabase):
    events = [event async for event in make_retriever(async_database).stream(Question(text="?!"))]
    assert [event.type for event in events] == ["error"]
    assert events[0].data["status"] == 422


async def test_a_follow_up_is_answered_about_the_thing_before(college: Database, async_database: AsyncDatabase):
    history = (Turn(question="How many units is COMP 10?", answer="4"),)
    answer = await make_retriever(async_database).ask(Question(text="What about COMP 30?", history=history))
    assert "COMP 30" in answer.answer
    assert "(2)" in answer.answer


async def test_an_unknown_site_a_missing_language_and_an_empty_graph_have_their_own_words(
    college: Database, async_database: AsyncDatabase
):
    retriever = make_retriever(async_database)
    with pytest.raises(SiteUnknown, match=r"no site 'nowhere'.*college"):
        await retriever.ask(Question(text="When?", site="nowhere"))
    with pytest.raises(QuestionRefused, match="ja"):
        await retriever.ask(Question(text="When does it open?", languages=("ja",)))
    only = await retriever.ask(Question(text="学费是多少？", languages=("zh",)))
    assert {item.lang for item in only.evidence} == {"zh"}


async def test_an_empty_graph_says_what_to_do(async_database: AsyncDatabase):
    with pytest.raises(GraphEmpty, match="crawl"):
        await make_retriever(async_database).ask(Question(text="When does it open?"))


async def test_several_sites_must_be_told_apart(database: Database, async_database: AsyncDatabase, tmp_path: Path):
    few = {"library.html": PAGES["library.html"]}
    ingest(database, tmp_path / "one", few, site="one")
    ingest(database, tmp_path / "two", few, site="two")
    retriever = make_retriever(async_database)
    with pytest.raises(SiteUnknown, match="one, two"):
        await retriever.ask(Question(text="When does the reading room open?"))
    answer = await retriever.ask(Question(text="When does the reading room open?", site="two"))
    assert all(item.block_id.startswith("two:") for item in answer.evidence)


@pytest.mark.parametrize(
    "said", ["NOT FOUND", "Opening takes place early each morning, visitors say happily [1].", "Soon."]
)
async def test_what_a_model_misses_or_cannot_support_is_told_in_the_pages_words_where_they_are_sure(
    college: Database, async_database: AsyncDatabase, said: str
):
    question = Question(text="When does the reading room open?")
    answer = await make_retriever(async_database, ScriptedModel([said])).ask(question)
    assert "9:00" in answer.answer
    assert answer.sure
    assert any("wrote nothing that the pages support" in note for note in answer.notes)
    check_citations(answer)


async def test_where_the_evidence_is_in_doubt_too_a_model_that_finds_nothing_is_believed(
    college: Database, async_database: AsyncDatabase
):
    question = Question(text="How do students of music feel about the food?")
    unsure = make_retriever(async_database, ScriptedModel(["NOT FOUND"]), refusal=False)
    assert not (await unsure.ask(question)).answered
