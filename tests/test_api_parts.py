from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.journal import Journal
from api.paging import CursorWrong, make_cursor, make_list, read_cursor
from api.pasting import paste_around
from api.refs import Ref, RefWrong, read_ref
from api.routes.asking import found_of, holds, overlap
from api.routes.chat import ChatBody, annotate, to_question
from api.suggestions import phrase_questions, suggest
from api.views import ModeAnswer
from core.errors import QuestionRefused
from core.records import Answer, Citation, Evidence, Question, Route
from tests.api_fakes import BLOCK, PAGE, TEXT, make_answer

KEYS = st.text(min_size=1).filter(lambda text: text.strip())


@given(place=st.text(max_size=200))
def test_a_cursor_leads_back_to_its_place(place: str):
    assert read_cursor(make_cursor(place, "pages/uni"), "pages/uni") == place


@pytest.mark.parametrize("cursor", ["!", "a", "ÿ", "%%%", "x" * 5])
def test_a_cursor_made_elsewhere_is_refused(cursor: str):
    with pytest.raises(CursorWrong):
        read_cursor(cursor, "pages/uni")


@pytest.mark.parametrize("listing", ["pages/other", "entities/uni"])
def test_a_cursor_of_another_list_is_refused(listing: str):
    with pytest.raises(CursorWrong, match="for this list"):
        read_cursor(make_cursor("https://uni.example/", "pages/uni"), listing)


def test_the_last_page_of_a_list_has_no_cursor():
    rows = [{"id": "a"}, {"id": "b"}, {"id": "c"}]
    first = make_list(rows, 2, "id", "pages/uni")
    assert [row["id"] for row in first.items] == ["a", "b"]
    assert read_cursor(first.next or "", "pages/uni") == "b"
    assert make_list(rows[2:], 2, "id", "pages/uni").next is None


@given(kind=st.sampled_from(["block", "entity", "topic"]), site=st.from_regex(r"[a-z]{1,9}", fullmatch=True), rest=KEYS)
def test_a_node_name_reads_back_as_the_node(kind: str, site: str, rest: str):
    ref = Ref(kind, site, f"{site}:{rest}")
    assert read_ref(str(ref)) == ref


@given(url=KEYS)
def test_a_page_name_keeps_its_whole_address(url: str):
    assert read_ref(str(Ref("page", "uni", url))).key == url


@pytest.mark.parametrize("text", ["", "page", "page:uni", "page:uni:", "user:uni:1", "block::x"])
def test_what_names_no_node_is_refused(text: str):
    with pytest.raises(RefWrong):
        read_ref(text)


def test_a_hostile_name_cannot_leave_its_quotes_in_the_statement_to_paste():
    ref = Ref("entity", "uni", 'uni:x"}) DETACH DELETE n //')
    assert '\\"})' in paste_around(ref, 10)


def test_overlap_knows_what_all_share_and_what_one_alone_has():
    shared, only = overlap({"A": ["x", "y", "x"], "B": ["y", "z"], "C": ["y"]})
    assert shared == ["y"]
    assert only == {"A": ["x"], "B": ["z"], "C": []}


def test_overlap_of_nothing_is_nothing():
    assert overlap({}) == ([], {})


def read_chat(*messages: tuple[str, object], model: str = "sitequest") -> Question:
    body = {"model": model, "messages": [{"role": role, "content": content} for role, content in messages]}
    return to_question(ChatBody.model_validate(body))


def test_earlier_turns_become_history():
    question = read_chat(
        ("system", "Be kind."), ("user", "Who teaches it?"), ("assistant", "Ada."), ("user", "And where?")
    )
    assert question.text == "And where?"
    assert [(turn.question, turn.answer) for turn in question.history] == [("Who teaches it?", "Ada.")]
    assert question.site is None


def test_a_model_name_is_a_site():
    assert read_chat(("user", "Fees?"), model="uni").site == "uni"


def test_content_in_parts_is_joined():
    assert read_chat(("user", [{"type": "text", "text": "What are "}, {"type": "text", "text": "the fees?"}])).text == (
        "What are the fees?"
    )


@pytest.mark.parametrize(
    "messages",
    [(("assistant", "Hello"),), (("user", "Fees?"), ("assistant", "Yes")), (("user", "?!"),), (("user", "x" * 1001),)],
)
def test_a_chat_that_asks_nothing_is_refused(messages: tuple[tuple[str, str], ...]):
    with pytest.raises(QuestionRefused):
        read_chat(*messages)


def test_an_annotation_stands_where_its_number_stands():
    text, notes = annotate(make_answer(Question(text="What is the fee?")))
    place = notes[0]["url_citation"]
    assert text[place["start_index"] : place["end_index"]] == "[1]"
    assert place["url"] == "https://uni.example/fees#terms"


def test_suggestions_take_turns_between_types():
    odd = {"type": "odd_thing", "value": "?"}
    rows = [
        {"name": "Ada", "type": "person", "relations": [{"type": "email", "value": "ada@uni.example"}]},
        {"name": "Bob", "type": "person", "relations": []},
        {"name": "CS 1", "type": "course", "relations": [odd, {"type": "credits", "value": "6"}]},
        {"name": "沈雨衡", "type": "person", "relations": [{"type": "office", "value": "R14"}]},
    ]
    ideas = list(phrase_questions(rows, "en"))
    assert [idea.text for idea in ideas] == [
        "What is the e-mail of Ada?",
        "How many credits is CS 1?",
        "Who is Bob?",
        "沈雨衡的办公室在哪里？",
    ]
    assert [idea.expected for idea in ideas] == ["ada@uni.example", "6", "", "R14"]


async def test_what_is_answered_surely_and_shortly_is_suggested_first():
    rows = [{"name": name, "type": name, "relations": []} for name in ("Doubt", "Gone", "Sure", "Long")]
    citation = Citation(
        n=1, url="https://c.example/a", anchor=None, title="A", heading_path=(), block_id="b", quote="q"
    )
    common = {"site": "s", "answer": "x", "answered": True, "route": Route(mode="A", confidence=1.0, reason="")}

    async def ask(question: Question) -> Answer:
        name = question.text.removeprefix("What is ").rstrip("?")
        changes = {"Doubt": {"sure": False}, "Gone": {"answered": False}, "Long": {"citations": (citation,) * 9}}
        return Answer(question=question.text, **{**common, **changes.get(name, {})})

    async def read(*_: object, **__: object) -> list[dict[str, Any]]:
        return rows

    services = SimpleNamespace(
        graph=SimpleNamespace(read=read), answering=SimpleNamespace(ask=ask), tries_suggestions=True
    )
    assert await suggest(services, "s", "en", 2) == ["What is Sure?", "What is Doubt?"]


def test_the_journal_survives_being_opened_again(tmp_path: Path):
    path = tmp_path / "deep" / "journal.sqlite"
    Journal(path).add_feedback(question="q", answer="a", helpful=True, comment="", site="uni", mode="A")
    assert Journal(path).feedback()[0]["helpful"] is True


def test_usage_of_nothing_has_no_latency(tmp_path: Path):
    usage = Journal(tmp_path / "journal.sqlite").usage()
    assert (usage["questions"], usage["ms_median"], usage["modes"]) == (0, None, {})


def test_feedback_of_one_site_is_not_shown_for_another(tmp_path: Path):
    journal = Journal(tmp_path / "journal.sqlite")
    for site in ("uni", "other"):
        journal.add_feedback(question="q", answer="a", helpful=False, comment="", site=site, mode="A")
    assert [row["site"] for row in journal.feedback(site="uni")] == ["uni"]


def test_a_chunk_holds_a_block_when_most_of_its_words_stand_there_in_order():
    chunk = "Home Fees The fee is 200 EUR a term. Pay it by 1 October. More about fees can be read"
    assert holds(chunk, "The fee is 200 EUR a term. Pay it by 1 October.")
    assert holds(chunk, "Fees")
    assert not holds(chunk, "October by it pay term a EUR 200 is fee the")
    assert not holds(chunk, "The fee is waived for students who come from partner universities abroad")
    assert not holds(chunk, "")


def test_evidence_of_flat_chunks_counts_as_the_blocks_it_holds():
    chunk = Evidence(block_id="chunk:1", url=PAGE, title="Fees", heading_path=(), text=f"Menu {TEXT} Imprint")
    other = chunk.model_copy(update={"block_id": "chunk:2", "text": "The garden is open in summer."})
    answers = [
        ModeAnswer(mode="A", ms=1, answer=make_answer(Question(text="fee", mode="A"))),
        ModeAnswer(mode="flat", ms=1, evidence=[chunk, other]),
        ModeAnswer(mode="B", ms=1, error="broken"),
    ]
    found = found_of(answers)
    assert found["flat"] == [BLOCK, "chunk:2"]
    shared, only = overlap(found)
    assert shared == [BLOCK]
    assert only["flat"] == ["chunk:2"]
