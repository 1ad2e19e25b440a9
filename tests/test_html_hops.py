"""The second look: what a question still wants once the best segments of a page are read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.records import Segment
from ingest.html.selection.builtin import load_models, page_features
from ingest.html.selection.evidence import FEATURES, embed, question_features, sections_of
from ingest.html.selection.hops import ANCHORS, HOPS, Look, find_anchors, look_again

QUESTION = "When was the architect of the Selwyn Library born?"
PLACES = {name: len(FEATURES) + place for place, name in enumerate(HOPS)}


class Letters:
    """Vectors that count letters, so that texts of the same words are near each other."""

    name, size, languages = "letters", 26, ("en",)

    def embed_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        counts = np.array([[text.lower().count(chr(97 + place)) for place in range(26)] for text in texts]) + 0.01
        return np.asarray(counts / np.linalg.norm(counts, axis=1, keepdims=True), dtype=np.float32)

    embed_questions = embed_passages


def page(*sections: tuple[str, list[str]]) -> list[Segment]:
    said = [(head, text) for head, texts in sections for text in texts]
    return [
        Segment(place, "paragraph", text, f"<p>{text}</p>", f"/p[{place}]", heading_path=(head,), words=9)
        for place, (head, text) in enumerate(said)
    ]


LIBRARY = page(
    ("Selwyn Library", ["The Selwyn Library was designed by the architect Ada Korn.", "It has nine reading rooms."]),
    ("Ada Korn", ["Ada Korn was born in 1921.", "She kept bees."]),
    ("Harbour", ["The harbour was opened in 1800.", "Ships call there."]),
)


def look(question: str, segments: Sequence[Segment], embedder: Letters | None = None) -> Look:
    embedded = embed(question, segments, embedder)
    features = question_features(question, segments, embedded)
    return look_again(question, segments, features, embedded, embedder)


def test_only_what_says_more_of_the_question_than_the_best_segments_gains() -> None:
    gained = look(QUESTION, LIBRARY).features[:, PLACES["gain"]]
    assert gained[2] > 0
    assert gained[3:].max() == 0


def test_the_first_segment_under_a_heading_that_a_good_one_names_is_a_hop() -> None:
    hops = look(QUESTION, LIBRARY).features[:, PLACES["hop_first"]]
    assert hops[2] > 0
    assert hops[3] == 0


def test_an_anchor_is_the_best_of_its_section_and_none_is_near_itself() -> None:
    assert find_anchors(np.array([0.1, 0.9, 0.5, 0.6, 0.2, 0.3]), sections_of(LIBRARY)) == [1, 3, 5]
    features = look(QUESTION, LIBRARY, Letters()).features
    best = features[:, PLACES["hop_near_best"]]
    assert best[0] == best[1] == 0
    assert best[2:].max() == 0
    assert best[2:].min() < 0


def test_a_page_that_lacks_the_names_of_a_question_says_so() -> None:
    assert look("Which minister signed the treaty of Utrecht?", LIBRARY).named == 0
    assert look(QUESTION, LIBRARY).named == 1
    assert look("what does it cost?", LIBRARY).named == 1


def test_without_an_embedder_nearness_is_nothing() -> None:
    features = look(QUESTION, LIBRARY).features
    assert not features[:, [PLACES[name] for name in HOPS if "near" in name or name == "hop_rank"]].any()


@given(
    st.text("ABab ?1", min_size=1, max_size=30),
    st.lists(st.tuples(st.sampled_from(["One", "Two", ""]), st.text("Aab. 1", max_size=30)), min_size=1, max_size=8),
    st.booleans(),
)
def test_every_number_is_finite_on_any_page(question: str, said: list[tuple[str, str]], dense: bool) -> None:
    segments = page(*((head, [text]) for head, text in said))
    found = look(question, segments, Letters() if dense else None)
    assert found.features.shape == (len(segments), len(FEATURES) + len(HOPS))
    assert np.isfinite(found.features).all()
    assert 0 <= found.named <= 1
    model = load_models()["dense" if dense else "lexical"]
    scores = model.whole.score(found.features)
    assert ((scores >= 0) & (scores <= 1)).all()
    assert np.isfinite(page_features(found, scores)).all()
    assert 0 <= model.answerable(found, scores) <= 1
    assert len(find_anchors(scores, sections_of(segments))) <= ANCHORS
