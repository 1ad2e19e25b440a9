"""The metrics on cases worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluation.metrics import score_answer, score_citations, score_evidence, score_reply, token_f1
from evaluation.records import Found, GoldQuestion, Reply
from evaluation.replies import is_grounded
from evaluation.statistics import estimate, paired_p, percentile, wilson
from evaluation.texts import fold, holds, holds_all, path_of, tokens


def ask(**changes: object) -> GoldQuestion:
    return GoldQuestion(**{"id": "1", "text": "How much?", "kind": "lookup", **changes})  # type: ignore[arg-type]


def found(*urls: str, text: str = "") -> tuple[Found, ...]:
    return tuple(Found(url, text) for url in urls)


def test_page_metrics_of_two_gold_pages_where_one_is_third():
    question = ask(pages=("/a", "/b"))
    scores = score_evidence(question, Reply(evidence=found("/x", "/x", "/a", "/y")))
    assert scores["page_recall"] == 0.5
    assert scores["all_pages"] == 0.0
    assert scores["any_page"] == 1.0
    assert scores["mrr"] == 1 / 2  # the second different page
    assert scores["ndcg"] == pytest.approx((1 / math.log2(3)) / (1 + 1 / math.log2(3)))


def test_only_the_first_five_pieces_of_evidence_count():
    scores = score_evidence(ask(pages=("/a",)), Reply(evidence=found("/1", "/2", "/3", "/4", "/5", "/a")))
    assert scores["any_page"] == 0.0


def test_the_host_and_an_index_page_make_no_difference():
    scores = score_evidence(ask(pages=("/fees/",)), Reply(evidence=found("http://u.example:80/fees/index.html#top")))
    assert scores["all_pages"] == 1.0


def test_evidence_needs_one_form_of_every_group():
    question = ask(groups=(("4 units", "four units"), ("Algebra",)))
    assert score_evidence(question, Reply(evidence=found("/a", text="Algebra, four units")))["evidence"] == 1.0
    assert score_evidence(question, Reply(evidence=found("/a", text="Algebra, 14 units")))["evidence"] == 0.0


def test_block_rank_is_the_first_block_with_the_quote():
    evidence = (Found("/a", "opening hours"), Found("/a", "The fee is €50 a term."))
    assert score_evidence(ask(quotes=("fee is €50",)), Reply(evidence=evidence))["block_mrr"] == 0.5


def test_gold_pages_given_are_those_cited_and_none_where_it_was_refused():
    question = ask(pages=("/a", "/b", "/c", "/d"))
    answered = Reply(answered=True, pages=("http://u.example/a", "/d/index.html", "/x"), citations=())
    assert score_reply(replace(question, pages=("/a", "/b", "/c", "/d/")), answered)["gold_pages_given"] == 0.5
    assert score_reply(question, Reply(answered=False, pages=("/a",), citations=()))["gold_pages_given"] == 0.0
    assert score_reply(question, Reply(error="it broke"))["gold_pages_given"] == 0.0
    assert "gold_pages_given" not in score_reply(replace(question, answerable=False), answered)
    assert "gold_pages_given" not in score_reply(question, Reply(evidence=found("/a")))


def test_gold_pages_given_of_a_list_of_chunks_are_its_pages_whatever_is_answered():
    question = ask(pages=("/a", "/b"))
    for answered in (True, False, None):
        reply = Reply(answered=answered, pages=(), given=("/a", "/x"))
        assert score_reply(question, reply)["gold_pages_given"] == 0.5


@given(st.sets(st.sampled_from("abcdef"), min_size=1), st.sets(st.sampled_from("abcdefgh")))
def test_gold_pages_given_is_a_share_that_more_pages_never_lower(gold: set[str], cited: set[str]):
    question = ask(pages=tuple(f"/{name}" for name in gold))
    shares = [
        score_reply(question, Reply(answered=True, pages=tuple(f"/{name}" for name in pages)))["gold_pages_given"]
        for pages in (cited, cited | gold)
    ]
    assert 0.0 <= shares[0] <= shares[1] == 1.0


def test_a_metric_without_reference_is_absent_and_never_nought():
    assert score_reply(ask(), Reply()) == {}
    assert "route" not in score_reply(ask(mode="A"), Reply())
    assert "citation_precision" not in score_citations(ask(), Reply(answered=True, answer="x", citations=()))


def test_a_right_answer_and_a_wrong_one():
    question = ask(groups=(("€9,600",),), answer="€9,600")
    right = score_answer(question, Reply(answered=True, answer="Tuition is €9600 a year [1]."))
    wrong = score_answer(question, Reply(answered=True, answer="Tuition is €4,800."))
    assert (right["correct"], right["wrong"], right["exact"]) == (1.0, 0.0, 0.0)
    assert (wrong["correct"], wrong["wrong"]) == (0.0, 1.0)


def test_a_refusal_is_not_right_but_not_wrong_either():
    scores = score_answer(ask(groups=(("x",),)), Reply(answered=False, answer="The site does not say."))
    assert (scores["correct"], scores["wrong"], scores["refused_wrongly"]) == (0.0, 0.0, 1.0)


@pytest.mark.parametrize(
    ("answer", "verdict", "right"),
    [
        ("No, that is not required [1].", "no", 1.0),
        ("Yes.", "yes", 1.0),
        ("不能，须先注册。", "no", 1.0),
        ("Nothing of the kind.", "no", 0.0),
        ("No, you may not.", "yes", 0.0),
        ("Students are not required to.", "no", 1.0),
    ],
)
def test_a_yes_or_no_is_right_by_its_opening_or_by_its_forms(answer: str, verdict: str, right: float):
    question = ask(verdict=verdict, groups=(("are not required",),))
    assert score_answer(question, Reply(answered=True, answer=answer))["correct"] == right


def test_where_pages_disagree_both_values_are_wanted_and_the_current_one_first():
    question = ask(groups=(("€3,150",),), current=("€3,150",), outdated=("€2,880",))

    def first(answer: str) -> float:
        return score_answer(question, Reply(answered=True, answer=answer))["current_first"]

    assert first("It is €3,150 (2026); an older page says €2,880.") == 1.0
    assert first("It was €2,880, now €3,150.") == 0.0
    assert first("It is €3,150.") == 0.0


def test_a_sentence_is_grounded_when_its_numbers_and_most_words_stand_in_what_it_cites():
    source = "The reading room opens at 9:00 and closes at 19:00 on weekdays."
    assert is_grounded("The reading room closes at 19:00.", source)
    assert not is_grounded("The reading room closes at 21:00.", source)
    assert not is_grounded("The swimming pool serves breakfast daily.", source)
    assert not is_grounded("The reading room closes at 19:00.", "")
    assert is_grounded("阅览室十九点关闭", "阅览室平日九点开放，十九点关闭。")


def test_shares_of_gold_pages_and_the_first_three_pages():
    question = ask(pages=("/a", "/b"))
    reply = Reply(answered=True, answer="x", pages=("/a",), citations=(), evidence=found("/x", "/y", "/a", "/b"))
    scores = score_reply(question, reply)
    assert scores["gold_pages_cited"] == 0.5
    assert scores["page_in_3"] == 1.0
    assert score_evidence(question, Reply(evidence=found("/x", "/y", "/z", "/a")))["page_in_3"] == 0.0


def test_a_wrong_answer_that_says_it_may_be_none_is_not_wrong_and_sure():
    wrong = Reply(answered=True, answer="Yes", sure=False)
    for question in (ask(answerable=False), ask(groups=(("x",),))):
        assert score_answer(question, wrong)["wrong_and_sure"] == 0.0
        assert score_answer(question, replace(wrong, sure=True))["wrong_and_sure"] == 1.0
        assert score_answer(question, Reply(answered=False))["wrong_and_sure"] == 0.0


def test_refusing_an_unanswerable_question_is_right():
    assert score_answer(ask(answerable=False), Reply(answered=False))["correct"] == 1.0
    assert score_answer(ask(answerable=False), Reply(answered=True, answer="Yes"))["wrong"] == 1.0


def test_coverage_is_the_share_of_groups():
    scores = score_answer(ask(groups=(("alpha",), ("beta",), ("gamma",))), Reply(answered=True, answer="alpha, gamma"))
    assert scores["coverage"] == pytest.approx(2 / 3)
    assert scores["correct"] == 0.0


def test_list_precision_and_recall():
    question = ask(exact=("CSE 100", "CSE 101", "CSE 102"))
    reply = Reply(answered=True, answer="CSE 100; CSE101; CSE 200; CSE 201", items=("a", "b", "c", "d"))
    scores = score_answer(question, reply)
    assert scores["list_precision"] == 0.5
    assert scores["list_recall"] == pytest.approx(2 / 3)
    assert scores["list_f1"] == pytest.approx(4 / 7)
    assert scores["correct"] == 0.0


def test_a_complete_list_without_extras_is_right():
    reply = Reply(answered=True, answer="CSE 100; CSE 101", items=("CSE 100", "CSE 101"))
    assert score_answer(ask(exact=("CSE 100", "CSE 101")), reply)["correct"] == 1.0


def test_citation_metrics_count_valid_ones_and_sentences():
    reply = Reply(
        answered=True,
        answer="x",
        pages=("/a",),
        citations=(("/a", "q", True), ("/b", "r", False)),
        sentences=4,
        supported=3,
        cited=2,
    )
    scores = score_citations(ask(pages=("/a", "/c")), reply)
    assert scores["citation_precision"] == 0.5
    assert scores["citation_recall"] == 0.5
    assert scores["faithfulness"] == 0.75
    assert scores["pages_cited"] == 1.0
    assert score_citations(ask(pages=("/a", "/c"), every_page=True), reply)["pages_cited"] == 0.0


def test_a_route_is_compared_when_both_are_known():
    assert score_reply(ask(mode="C"), Reply(mode="A"))["route"] == 0.0
    assert score_reply(ask(mode="C"), Reply(mode="C"))["route"] == 1.0


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("The fee is 12,500 euros", "12500"),
        ("see CSE100R and CSE 100.", "cse 100"),
        ("takes three years", "3"),
        ("takes 3 years", "three"),
        ("by 3 March 2026", "2026-03-03"),
        ("by March 3rd, 2026", "3 March 2026"),
        ("截止日期是2026年3月3日", "3 March 2026"),
        ("办公室在 M2.03 室", "M2.03"),
        ("Ｆｕｌｌ width", "full width"),
        ("Prerequisites: ECE 20A-B-C.", "ECE 20C"),
        ("Prerequisites: CSE 10, 20 and 30.", "CSE 30"),
        ("CSE100, 101", "cse 101"),
    ],
)
def test_a_form_is_found_however_it_is_spelled(text: str, form: str):
    assert holds(text, form)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("CSE 1000", "CSE 100"),
        ("14 units", "4 units"),
        ("cat", "concat"),
        ("anything", ""),
        ("", "x"),
        ("CSE 12 (2 units)", "CSE 2"),
        ("CSE 12 or MATH 20", "CSE 20"),
        ("CSE 10 and a lab", "CSE 10A"),
        ("CSE 12 and 4.5 units", "CSE 4"),
    ],
)
def test_a_part_of_a_word_is_no_match(text: str, form: str):
    assert not holds(text, form)


def test_no_groups_hold_in_anything():
    assert holds_all("", ())


def test_token_f1_is_symmetric_and_counts_repeats():
    assert token_f1("the big big dog", "big dog") == pytest.approx(0.8)
    assert token_f1("", "") == 1.0
    assert token_f1("a b", "c") == 0.0


@given(st.text(), st.text())
def test_token_f1_lies_between_nought_and_one(left: str, right: str):
    assert 0.0 <= token_f1(left, right) <= 1.0
    assert token_f1(left, right) == pytest.approx(token_f1(right, left))


@given(st.text(max_size=80))
def test_folding_twice_is_folding_once_for_tokens(text: str):
    assert tokens(fold(text)) == tokens(text)


def test_titles_that_are_no_addresses_stay_as_they_are():
    assert path_of("Who Is It? (song) #2") == "Who Is It? (song) #2"
    assert path_of("https://a.example/b/?q=1#c") == "/b/"


def test_wilson_interval_of_nine_in_ten():
    low, high = wilson(9, 10)
    assert (round(low, 3), round(high, 3)) == (0.596, 0.982)


def test_an_estimate_needs_values():
    assert estimate([]) is None
    one = estimate([0.2, 0.4])
    assert one is not None
    assert one.mean == pytest.approx(0.3)
    assert one.n == 2


def test_five_changes_all_one_way_are_hardly_chance():
    assert paired_p([0.0] * 10, [1.0] * 5 + [0.0] * 5) == pytest.approx(2 / 32)
    assert paired_p([1.0] * 4, [1.0] * 4) == 1.0
    assert paired_p([0.0] * 40, [1.0] * 30 + [0.0] * 10) < 0.01


def test_percentiles_by_nearest_rank():
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([float(value) for value in range(1, 101)], 0.95) == 95.0
    assert percentile([], 0.5) is None
