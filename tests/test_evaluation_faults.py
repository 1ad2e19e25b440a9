"""What went wrong is named by the place where it arose."""

from __future__ import annotations

import pytest

from evaluation.faults import CLASSES, Texts, classify_fault
from evaluation.metrics import score_reply
from evaluation.records import Found, GoldQuestion, Place, Reply

BLOCKS = (
    ("s:1", "http://u.example/fees/", "Tuition is 12,500 euros a year."),
    ("s:2", "http://u.example/fees/", "Payment is due in August."),
    ("s:3", "http://u.example/old/", "Tuition was 900 euros in 1990."),
)
HERE = Place(True, frozenset({"s:1"}))


def ask(**changes: object) -> GoldQuestion:
    return GoldQuestion(**{"id": "1", "text": "How much?", "kind": "lookup", **changes})  # type: ignore[arg-type]


def found(text: str = "", url: str = "/z") -> tuple[Found, ...]:
    return (Found(url, text),)


@pytest.mark.parametrize(
    ("reply", "place", "fault"),
    [
        (Reply(error="boom"), None, "failed"),
        (Reply(answered=True, answer="x", evidence=found("x")), None, ""),
        (Reply(answered=True, answer="y", evidence=found()), Place(False, frozenset()), "not crawled"),
        (Reply(answered=True, answer="y", evidence=found()), Place(True, frozenset()), "not in a block"),
        (Reply(answered=True, answer="y", evidence=found()), HERE, "not retrieved"),
        (Reply(answered=True, answer="y", evidence=found(), candidates=("s:9",)), HERE, "not retrieved"),
        (Reply(answered=True, answer="y", evidence=found(), candidates=("s:1",)), HERE, "cut"),
        (Reply(answered=True, answer="y", evidence=found("x")), HERE, "answered wrongly"),
        (Reply(answered=False, evidence=found("x")), HERE, "refused wrongly"),
        (Reply(answered=False, evidence=found("x")), None, "refused wrongly"),
        (Reply(evidence=found()), HERE, "not retrieved"),
    ],
)
def test_a_fault_is_named_by_where_it_arose(reply: Reply, place: Place | None, fault: str):
    question = ask(groups=(("x",),))
    named = classify_fault(question, reply, score_reply(question, reply), place)
    assert named == fault
    assert named == "" or named in CLASSES


def test_an_invented_answer_is_named():
    question = ask(answerable=False)
    reply = Reply(answered=True, answer="It is 5.")
    assert classify_fault(question, reply, score_reply(question, reply)) == "invented"


def test_a_right_answer_that_cites_no_gold_page_is_cited_wrongly():
    question = ask(groups=(("x",),), pages=("/a",))
    reply = Reply(answered=True, answer="x", pages=("/b",), citations=(("/b", "x", True),), evidence=found("x", "/a"))
    assert classify_fault(question, reply, score_reply(question, reply)) == "cited wrongly"


def test_gold_is_looked_for_on_the_gold_pages_only():
    place = Texts(BLOCKS).locate(ask(groups=(("900 euros",),), pages=("/fees/",)))
    assert place == Place(True, frozenset())
    place = Texts(BLOCKS).locate(ask(groups=(("12500 euros",), ("August",)), pages=("/fees/",)))
    assert place == Place(True, frozenset({"s:1", "s:2"}))


def test_without_gold_pages_any_block_may_hold_the_words():
    assert Texts(BLOCKS).locate(ask(groups=(("900 euros",),))) == Place(None, frozenset({"s:3"}))


def test_a_page_that_is_not_there_was_not_crawled():
    texts = Texts(BLOCKS, pages=("http://u.example/empty/",))
    assert texts.locate(ask(groups=(("x",),), pages=("/missing/",))).crawled is False
    assert texts.locate(ask(groups=(("x",),), pages=("/empty/",))).crawled is True
    assert texts.locate(ask(groups=(("x",),), pages=("/fees/", "/missing/"))).crawled is True
    assert texts.locate(ask(groups=(("x",),), pages=("/fees/", "/missing/"), every_page=True)).crawled is False


def test_where_pages_are_the_gold_any_of_their_blocks_is_what_is_looked_for():
    assert Texts(BLOCKS).locate(ask(pages=("/fees/",))) == Place(True, frozenset({"s:1", "s:2"}))


def test_items_of_a_list_may_stand_in_different_blocks():
    place = Texts(BLOCKS).locate(ask(exact=("12,500", "August")))
    assert place.blocks == {"s:1", "s:2"}
    assert Texts(BLOCKS).locate(ask(exact=("12,500", "September"))).blocks == frozenset()
