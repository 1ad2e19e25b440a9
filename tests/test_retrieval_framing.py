"""What people say around a question changes nothing of what is read as the question, nor of its answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.records import Question
from graph.asynchronous import AsyncDatabase
from graph.database import Database
from retrieval.analysis import analyse, conditions
from retrieval.framing import Unframed, unframe
from retrieval.texts import words
from tests.retrieval_samples import CHINESE, PAGES, ingest, make_retriever

DEMO = Path(__file__).parent.parent / "demo" / "questions.json"
FRAMES = (
    "Hi! {q}",
    "Hello there, I hope you are well. {q} Thanks in advance!",
    "Could you please tell me {e}?",
    "I was wondering if you could tell me {e}.",
    "My daughter is starting in fall and I would like to know {e}.",
    "Excuse me, quick question: {e}?",
    "I'm a new student here and still a bit lost. {q}",
    "Do you happen to know {e}?",
    "Dear Sir or Madam, I am writing to ask {e}. Kind regards, Tom",
    "Sorry to bother you, but {e}? Thank you!",
    "I have been looking all over the website and cannot find it. {q}",
    "{q} I can't find it anywhere, any help would be appreciated.",
    "We are planning a visit next month with the whole family. {q}",
    "please can someone tell me {e}",
    "Just out of curiosity: {e}?",
    "Good morning, this is Maria. I need to know {e} as soon as possible.",
    "My friend told me to ask here. {q}",
    "So I've been thinking about this for a while now and I'd love to find out {e}.",
    "{q} Asking for a friend :)",
    "hey guys, anyone know {e}??",
    "Good evening everybody! {q}",
    "Might I ask {e}?",
    "I'd be grateful if you could let me know {e}.",
    "My parents keep asking me about it, so: {e}?",
    "As a mother of two I worry a lot. Would you mind telling me {e}?",
    "Can anybody help me out here? {q}",
    "I have a question for you. {q}",
    "What I'd really like to find out is {e}.",
    "My cousin and I had an argument about this yesterday. {q} Cheers",
    "I just moved to town and don't know anybody yet. {q}",
    "{q} It's quite urgent, please reply soon.",
    "Not sure if this is the right place to ask, but {e}?",
    "Is there any way to find out {e}?",
    "Tell me, {e}?",
    "ok so basically {e}",
    "To whom it may concern: {q} Best wishes, Anna Miller",
    "I'm thinking about applying next year and my teacher recommended you. {q}",
    "I tried to call but nobody picked up. {q}",
    "any idea {e}? thx",
    "Yesterday I spoke with a colleague who did not know it either. Can you tell me {e}?",
)
CHINESE_FRAMES = (
    "您好，{q}",
    "请问{q}谢谢！",
    "老师好，我是新来的，想问一下{q}",
    "不好意思打扰了，{q}",
    "麻烦告诉我{q}",
    "我想知道{q}",
    "{q}在网站上找不到，谢谢您。",
    "我女儿秋天要入学，想了解一下{q}",
    "你好！有个问题想请教：{q}",
    "有人知道{q}",
    "早上好，想咨询一下，{q}",
    "能不能告诉我{q}",
    "我刚搬来这里，什么都不清楚。{q}",
    "请教各位，{q}多谢",
    "朋友让我来问问，{q}",
    "可以帮我查一下吗？{q}",
    "求问{q}",
    "我找了很久都没找到，{q}",
    "劳驾，{q}",
    "哈喽～{q}麻烦尽快回复",
)


def questions(lang: str) -> list[str]:
    """The demo site's questions that stand alone."""
    rows = json.loads(DEMO.read_text("utf-8"))["questions"]
    return [row["question"] for row in rows if row["lang"] == lang and not row["history"]]


def put(frame: str, question: str) -> str:
    bare = question.rstrip("?？ ")
    lower = bare if bare.split()[0].isupper() else bare[:1].lower() + bare[1:]
    return frame.replace("{q}", question).replace("{e}", lower)


def plain(text: str) -> list[str]:
    return words(text.replace("，", ""))


@pytest.mark.parametrize("frame", FRAMES)
def test_a_question_in_a_frame_is_read_as_the_question(frame: str):
    for question in questions("en"):
        framed = unframe(put(frame, question))
        assert plain(framed.text) == plain(unframe(question).text), frame
        assert framed.told == ""


@pytest.mark.parametrize("frame", CHINESE_FRAMES)
def test_a_chinese_question_in_a_frame_is_read_as_the_question(frame: str):
    for question in questions("zh"):
        assert plain(unframe(put(frame, question)).text) == plain(unframe(question).text)


async def test_a_question_in_a_frame_has_the_same_answer(
    database: Database, async_database: AsyncDatabase, tmp_path: Path
):
    ingest(database, tmp_path / "college", {**PAGES, **CHINESE})
    retriever = make_retriever(async_database)
    for question in ("When does the reading room open?", "How many units is COMP 20 worth?", "What does desk R14 do?"):
        answer = await retriever.ask(Question(text=question))
        assert answer.answered
        for frame in FRAMES:
            framed = await retriever.ask(Question(text=put(frame, question)))
            assert framed.answer == answer.answer, (frame, framed.answer)


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("Can you tell me whether the pool is open on Sundays?", "is the pool open on Sundays?"),
        ("I'd like to know what the deadline for the thesis is.", "what is the deadline for the thesis?"),
        ("Do you know if I can park behind the hall?", "can I park behind the hall?"),
        ("Could you tell me the opening hours of the library?", "the opening hours of the library?"),
        ("I have a question about parking.", "tell me about parking?"),
        ("Hello! Please list all labs.", "list all labs."),
        ("ok so what does desk R14 do", "what does desk R14 do?"),
        ("Can I ask my professor for an extension?", "Can I ask my professor for an extension?"),
        ("What if I don't know which course to take?", "What if I don't know which course to take?"),
        ("Tell me about the boat house.", "Tell me about the boat house."),
        ("parking permit cost visitor", "parking permit cost visitor"),
        ("And in spring?", "And in spring?"),
    ],
)
def test_what_is_asked_is_put_as_one_asks_it(asked: str, read: str):
    assert unframe(asked) == Unframed(read)


@pytest.mark.parametrize(
    ("asked", "text", "told"),
    [
        (
            "As an international student, I was wondering whether I need a visa.",
            "do I need a visa as an international student?",
            "",
        ),
        (
            "I manage a hospital ward. By which date is the application due in spring?",
            "By which date is the application due in spring?",
            "I manage a hospital ward.",
        ),
        ("我在外省医院的病理科上班。图书馆周末几点关门？", "图书馆周末几点关门？", "我在外省医院的病理科上班"),
    ],
)
def test_what_is_told_beside_a_question_is_kept_apart(asked: str, text: str, told: str):
    assert unframe(asked) == Unframed(text, told)


def test_a_question_that_leans_on_its_story_stays_with_it():
    asked = "My brother says there is a course where teams build a model car. Which one is that?"
    assert unframe(asked) == Unframed(asked)


def test_a_question_whose_story_names_things_stays_with_it():
    asked = "Gull House and Heron Court were opened in one year. Which was the first to have a kitchen?"
    assert unframe(asked) == Unframed(asked)


def test_who_asks_counts_in_full_and_the_rest_of_a_story_does_not():
    analysis = analyse("How do I apply for a room?", "I am an international student and play chess")
    assert "chess" in analysis.beside
    assert "chess" in analysis.stems
    assert analysis.beside.isdisjoint(conditions())
    assert {"apply", "room"}.isdisjoint(analysis.beside)


SAID = """I was wondering if you could tell me please thanks hi, so what is the pool open? which fee. my friend says and
but 您好 请问 图书馆 在哪 ？ 谢谢 。 ! the know whether a can MATH 20 : - , do i anyone"""
WORDS = st.lists(st.sampled_from(SAID.split()), min_size=1, max_size=20)


@given(WORDS)
def test_something_is_always_left_of_a_question(parts: list[str]):
    assert unframe(" ".join(parts)).text.strip()
