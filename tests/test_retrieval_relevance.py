"""What the stages of one question share: coverage by remembered stems, and work that is done once."""

from __future__ import annotations

import pytest

from retrieval.analysis import analyse
from retrieval.answers.confidence import find_absent
from retrieval.answers.scoring import score_spans
from retrieval.relevance import Relevance, find_missing
from tests.retrieval_samples import item

TEXTS = ["The boat house opens at six.", "Boats are kept by Ivo Marsh.", "Nothing of the kind."]


def test_work_is_done_once_for_the_same_things_and_again_for_equal_ones() -> None:
    relevance, made = Relevance(analyse("When does the boat house open?"), TEXTS), list[int]()

    def make() -> int:
        made.append(len(made))
        return len(made)

    first, equal = [TEXTS], [list(TEXTS)]
    assert (relevance.once(first, make), relevance.once(first, make), relevance.once(equal, make)) == (1, 1, 2)


def test_spans_of_one_question_are_scored_once_and_each_caller_has_a_list_of_its_own() -> None:
    analysis = analyse("When does the boat house open?")
    relevance, evidence = Relevance(analysis, TEXTS), [item(text) for text in TEXTS]
    first = score_spans(analysis, relevance, evidence)
    assert first
    again = score_spans(analysis, relevance, evidence)
    assert [one is other for one, other in zip(first, again, strict=True)] == [True] * len(first)
    again.clear()
    assert score_spans(analysis, relevance, evidence) == first


def test_a_text_covers_what_it_holds_and_its_context_counts_for_less() -> None:
    relevance = Relevance(analyse("boat house hours"), TEXTS)
    assert relevance.cover("boat house hours") == 1.0
    assert relevance.cover("hours", "boat", "house") < 1.0
    assert relevance.cover("hours", "boat house") == relevance.cover("hours", "boat", "house")
    assert relevance.covered(["the boats", "a house"]) == {"boat", "hous"}


def test_a_name_that_only_an_entity_of_a_candidate_bears_is_not_absent() -> None:
    analysis = analyse("What does Ivo Marsh do in Port Elkin?")
    pool = [item("The keeper of the boats.", entities=("Ivo Marsh",)), item("The harbour of Elkin.")]
    assert find_absent(analysis, pool) == ()
    assert find_absent(analysis, pool[1:]) == ("Ivo Marsh",)


def test_a_word_of_the_same_meaning_counts_less_and_least_in_the_context() -> None:
    relevance = Relevance(analyse("boat house fee"), TEXTS)
    own, alike, around = (relevance.cover(*texts) for texts in (["fee"], ["tuition"], ["rowing", "tuition"]))
    assert own > alike > around > relevance.cover("rowing", "racing")


def test_what_a_story_names_before_its_question_is_not_absent() -> None:
    evidence = [item("Boats are kept by Ivo Marsh."), item("The boat house opens at six.")]
    told = "In 2018 I came from Port Alder. I'm keen to row. When does the boat house open?"
    assert find_absent(analyse(told), evidence) == ()
    assert find_absent(analyse("When did the boat house open in 2018?"), evidence) == ("2018",)


def test_what_is_missing_is_told_in_the_words_of_the_question() -> None:
    analysis = analyse("Compare the harbours and lighthouses of both islands")
    relevance = Relevance(analysis, ["The island has one harbour."])
    assert find_missing(analysis, relevance) == ["lighthouses"]


@pytest.mark.parametrize("question", ["What is the telephone number of the mill?", "What is the mill's phone number?"])
def test_what_only_names_the_form_of_an_answer_need_not_be_repeated(question: str) -> None:
    relevance = Relevance(analyse(question), ["Mill: telephone 0555 12", "A number of ducks"])
    assert relevance.cover("Mill: telephone 0555 12") > 0.8


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("email of Ivo Marsh", "Ivo Marsh, imarsh@a.example", []),
        ("phone of Ivo Marsh", "Ivo Marsh, (858) 534-4856", []),
        ("phone of Ivo Marsh", "Ivo Marsh keeps 100-999 boats", ["phone"]),
    ],
)
def test_what_shows_by_its_form_need_not_be_named(question: str, text: str, missing: list[str]) -> None:
    analysis = analyse(question)
    assert find_missing(analysis, Relevance(analysis, [text])) == missing
