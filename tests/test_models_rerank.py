"""The rerankers: what each signal rewards, the HTTP form against a stand-in, and how long fifty candidates take."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import httpx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelError, ModelMissing
from core.settings import load_settings
from models.factory import make_reranker
from models.protocols import RerankPair
from models.rerank import BuiltinReranker, NoReranker
from models.rerank_http import HttpReranker
from models.signals import NAMES, measure, measure_late, read_terms, stem


def pair(text: str, title: str = "", path: tuple[str, ...] = (), **scores: float) -> RerankPair:
    return RerankPair(text, title, path, scores)


def signal(name: str, question: str, *pairs: RerankPair) -> list[float]:
    return [round(float(value), 3) for value in measure(question, pairs)[:, NAMES.index(name)]]


def best(question: str, *pairs: RerankPair) -> int:
    return int(np.argmax(BuiltinReranker().score(question, pairs)))


def test_the_block_that_says_it_comes_first():
    assert (
        best("How much is the tuition fee?", pair("Our campus is green."), pair("The tuition fee is 900 euros.")) == 1
    )


def test_the_heading_speaks_for_its_block():
    pairs = (pair("It is 900.", path=("Housing",)), pair("It is 900.", path=("Tuition fees",)))
    assert best("What is the tuition fee?", *pairs) == 1


def test_an_exact_code_beats_a_near_one():
    pairs = (
        pair("CSE 1000. Long talk on prerequisites.", lexical=3.0),
        pair("CSE 100. Prerequisites: CSE 21.", lexical=3.0),
    )
    assert best("prerequisites of cse100", *pairs) == 1


def test_the_graph_and_the_vector_count():
    assert best("who teaches it", pair("One text here.", graph=0.0), pair("One text here.", graph=1.0)) == 1
    assert best("who teaches it", pair("One text here.", dense=0.2), pair("One text here.", dense=0.8)) == 1


def test_chinese_is_weighed_by_pairs_of_signs():
    assert best("图书馆几点开门？", pair("学费每年九百。"), pair("图书馆早上九点开门。")) == 1


def test_words_that_all_candidates_share_decide_nothing():
    pairs = [pair(f"university course {word}") for word in ("alpha", "beta", "gamma")]
    assert (
        signal("coverage", "university course beta", *pairs)[1]
        > 1.2 * signal("coverage", "university course beta", *pairs)[0]
    )


def test_nearness_counts_terms_within_twelve_words():
    near, far = pair("tuition fee"), pair("tuition " + "other " * 30 + "fee")
    assert signal("near", "tuition fee", near, far) == [1.0, 0.5]
    assert signal("phrase", "tuition fee", near, far) == [1.0, 0.0]


def test_a_title_that_the_question_names_is_seen():
    assert signal(
        "title_named", "Who directed Green Rivers?", pair("x", title="Green Rivers"), pair("x", title="Blue Hills")
    ) == [1, 0]


def test_scores_are_shares_in_the_order_given():
    scores = BuiltinReranker().score("tuition", [pair("a"), pair("tuition"), pair("b")])
    assert len(scores) == 3
    assert all(0.0 <= score <= 1.0 for score in scores)
    assert BuiltinReranker().score("tuition", []) == []


@given(st.text(max_size=60), st.lists(st.text(max_size=120), max_size=5), st.floats(-1, 1), st.floats(0, 1e6))
def test_any_text_has_a_finite_score(question: str, texts: list[str], dense: float, lexical: float):
    pairs = [pair(text, text, (text,), dense=dense, lexical=lexical) for text in texts]
    scores = BuiltinReranker().score(question, pairs)
    assert len(scores) == len(pairs)
    assert all(np.isfinite(score) for score in scores)


@pytest.mark.parametrize(
    ("word", "root"), [("studies", "study"), ("classes", "class"), ("fees", "fee"), ("its", "its")]
)
def test_words_lose_their_endings(word: str, root: str):
    assert stem(word) == stem(root)


def test_terms_of_mixed_text():
    assert read_terms("MATH-20C 学费 fee") == ["math", "20c", "学费", "fee"]


@pytest.mark.bench
def test_fifty_candidates_take_thirty_milliseconds():
    chance = np.random.default_rng(1)
    words = [f"word{number}" for number in range(3000)]
    pairs = [pair(" ".join(chance.choice(words, 150)), "A title", ("Part", "CSE 100"), dense=0.5) for _ in range(50)]
    reranker = BuiltinReranker()
    taken = []
    for _ in range(10):
        started = time.process_time()
        reranker.score("What are the prerequisites of CSE 100 word5 word7?", pairs)
        taken.append(time.process_time() - started)
    assert min(taken) <= 0.030


def test_no_reranker_keeps_the_order():
    assert NoReranker().score("q", [pair("a"), pair("b"), pair("c")]) == [0.0, -1.0, -2.0]


def http(answer: Any, status: int = 200, seen: list[Any] | None = None) -> HttpReranker:
    """A reranker whose server is a function: a stand-in for the wire form only."""

    def respond(request: httpx.Request) -> httpx.Response:
        if seen is not None:
            seen.append((str(request.url), json.loads(request.content)))
        return httpx.Response(status, json=answer)

    return HttpReranker("http://rerank.example/v1", client=httpx.Client(transport=httpx.MockTransport(respond)))


def test_the_http_form_is_asked_and_read():
    seen: list[Any] = []
    answer = {"results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]}
    scores = http(answer, seen=seen).score("q", [pair("one", "T", ("H",)), pair("two")])
    assert scores == [0.1, 0.9]
    assert seen[0][0] == "http://rerank.example/v1/rerank"
    assert seen[0][1]["query"] == "q"
    assert seen[0][1]["documents"] == ["T > H\none", "two"]


def test_the_bare_list_form_is_read_too():
    assert http([{"index": 0, "score": 2.0}]).score("q", [pair("one")]) == [2.0]


@pytest.mark.parametrize(
    ("answer", "status"),
    [({"results": []}, 200), ({"results": [{"index": 7, "score": 1}]}, 200), ({"oops": 1}, 200), ([], 503), ("x", 200)],
)
def test_a_wrong_answer_of_the_server_is_one_clear_error(answer: Any, status: int):
    with pytest.raises(ModelError, match="check the setting reranker"):
        http(answer, status).score("q", [pair("one")])


def test_the_settings_choose_the_reranker():
    assert make_reranker(load_settings()).name == "builtin"
    assert make_reranker(load_settings(reranker="none")).name == "none"
    assert make_reranker(load_settings(reranker="http://127.0.0.1:1/rerank")).name == "http://127.0.0.1:1/rerank"


def test_a_cross_encoder_without_its_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    with pytest.raises(ModelMissing, match="transformers"):
        make_reranker(load_settings(reranker="some/cross-encoder"))


def test_the_likeness_of_tokens_counts_where_most_have_one():
    pairs = (pair("One text here.", late=0.7), pair("One text here.", late=0.9))
    assert best("who teaches it", *pairs) == 1
    assert best("who teaches it", *reversed(pairs)) == 0


def test_a_likeness_that_few_candidates_have_changes_nothing():
    bare = [pair(f"Text number {number}.", dense=number / 10) for number in range(5)]
    told = [pair(bare[0].text, dense=0.0, late=0.99), pair(bare[1].text, dense=0.1, late=0.2), *bare[2:]]
    assert measure_late(told) is None
    assert BuiltinReranker().score("text", told) == BuiltinReranker().score("text", bare)


def test_a_candidate_without_a_likeness_stands_between_the_others():
    low, none, high = pair("One text.", late=0.6), pair("One text."), pair("One text.", late=0.9)
    scores = BuiltinReranker().score("where", [low, none, high])
    assert scores[0] < scores[1] < scores[2]


def test_given_weights_hold_with_and_without_a_likeness():
    weights = np.ones(len(NAMES), dtype=np.float32)
    plain, told = pair("One text."), pair("One text.", late=0.9)
    assert BuiltinReranker(weights).score("text", [told]) == BuiltinReranker(weights).score("text", [plain])
