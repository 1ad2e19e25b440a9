"""Late interaction: what is kept of a text, how texts are compared by it, and that it costs no second pass."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelMissing
from core.settings import load_settings
from models import late
from models.factory import DEFAULT_EMBEDDER, make_embedder
from models.lazy import LazyEmbedder
from models.protocols import Embedder, Vectors

SIZE = 4


def rows(*values: tuple[float, ...]) -> Vectors:
    return np.array(values, dtype=np.float32)


def unit(number: int) -> tuple[float, ...]:
    return tuple(1.0 if place == number else 0.0 for place in range(SIZE))


class Plain:
    """An embedder of somebody else: it has no states to give."""

    name, size, languages = "plain", SIZE, ("en",)

    def embed_passages(self, texts: list[str]) -> Vectors:
        return np.ones((len(texts), SIZE), dtype=np.float32) / 2

    def embed_questions(self, texts: list[str]) -> Vectors:
        return self.embed_passages(texts)


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    try:
        return make_embedder(load_settings(), DEFAULT_EMBEDDER)
    except ModelMissing as error:
        pytest.skip(str(error))


def test_every_token_of_the_question_is_met_by_its_nearest_one():
    question = rows(unit(0), unit(1))
    both, half, none = (late.pack(rows(*map(unit, places))) for places in ((1, 0, 3), (0, 2), (2, 3)))
    assert late.compare(question, [both, half, none]) == pytest.approx([1.0, 0.5, 0.0])


def test_order_and_length_of_a_passage_decide_nothing():
    question = rows(unit(0), unit(1))
    short, long = late.pack(rows(unit(0), unit(1))), late.pack(rows(*[unit(3)] * 50, unit(1), unit(0)))
    first, second = late.compare(question, [short, long])
    assert first == pytest.approx(second)


def test_a_passage_without_tokens_has_no_likeness():
    question, told = rows(unit(0)), late.pack(rows(unit(0)))
    assert late.compare(question, [b"", told, None]) == [None, pytest.approx(1.0), None]
    assert late.compare(question, [None, b""]) == [None, None]
    assert late.compare(question, []) == []


@pytest.mark.parametrize("damaged", [b"\x01", b"\x09" + late.pack(rows(unit(0)))[1:], late.pack(rows(unit(0)))[:-1]])
def test_bytes_of_another_version_or_cut_short_count_as_none(damaged: bytes):
    assert late.compare(rows(unit(0)), [damaged]) == [None]


def test_rows_of_another_size_count_as_none():
    other = late.pack(np.ones((2, SIZE + 1), dtype=np.float32))
    assert late.compare(rows(unit(0)), [other]) == [None]


@given(st.lists(st.lists(st.floats(-1, 1, width=32), min_size=SIZE, max_size=SIZE), min_size=1, max_size=6))
def test_a_packed_row_keeps_its_direction(values: list[list[float]]):
    given_rows = np.array(values, dtype=np.float32)
    back = late.unpack(late.pack(given_rows), SIZE).astype(np.float32)
    lengths = np.linalg.norm(given_rows, axis=1)
    for row, again in zip(given_rows[lengths > 0.01], back[lengths > 0.01], strict=True):
        assert float(row @ again) / np.linalg.norm(row) / np.linalg.norm(again) > 0.995


def test_common_words_and_signs_are_left_out_unless_there_is_nothing_else():
    vocabulary = {"[CLS]": 0, "the": 1, "library": 2, "?": 3, "##s": 4}
    common = late.find_common(vocabulary)
    states = rows(unit(0), unit(1), unit(2))
    assert common.tolist() == [True, True, False, True, False]
    assert late.leave_out([1, 2, 3], states, common).tolist() == [list(unit(1))]
    assert len(late.leave_out([1, 3, 1], states, common)) == 3


def test_an_embedder_without_states_gives_vectors_alone():
    embedder = LazyEmbedder("plain", SIZE, ("en",), Plain)
    for one in (Plain(), embedder):
        vectors, packed = late.embed_passages(one, ["a", "b"])
        assert (vectors.shape, packed) == ((2, SIZE), [b"", b""])
        vector, tokens = late.embed_question(one, "a")
        assert (vector.shape, tokens) == ((SIZE,), None)
    assert late.load_projection("plain") is None


@pytest.mark.model
def test_the_same_pass_gives_the_same_vectors(embedder: Embedder):
    texts = ["The library opens at nine in the morning.", "", "of the and", "?!", "图书馆"]
    vectors, packed = late.embed_passages(embedder, texts)
    assert np.allclose(vectors, embedder.embed_passages(texts), atol=1e-5)
    assert packed[1] == b""
    vector, tokens = late.embed_question(embedder, "When does the library open?")
    assert np.allclose(vector, embedder.embed_questions(["When does the library open?"])[0], atol=1e-5)
    assert tokens is not None
    assert np.allclose(np.linalg.norm(tokens, axis=1), 1, atol=1e-4)
    assert late.embed_question(embedder, "")[1] is None


@pytest.mark.model
def test_the_text_that_answers_in_other_words_comes_first(embedder: Embedder):
    texts = [
        "Students may borrow up to ten books for four weeks.",
        "The dean welcomes students and books of all kinds to the fair.",
        "Parking is free on Sundays.",
    ]
    _, packed = late.embed_passages(embedder, texts)
    _, tokens = late.embed_question(embedder, "How long can I keep a volume that I took out?")
    assert tokens is not None
    likeness = [value or 0.0 for value in late.compare(tokens, packed)]
    assert int(np.argmax(likeness)) == 0


@pytest.mark.model
def test_a_long_text_keeps_a_bounded_number_of_bytes(embedder: Embedder):
    words = " ".join(f"meadow river stone {number}" for number in range(300))
    (packed,) = late.embed_passages(embedder, [words])[1]
    assert len(packed) == 2 + late.MOST_TOKENS * packed[1]


@pytest.mark.bench
def test_fifty_blocks_are_compared_in_ten_milliseconds():
    random = np.random.default_rng(1)
    packed = [late.pack(random.normal(size=(70, 48)).astype(np.float32)) for _ in range(50)]
    question = random.normal(size=(12, 48)).astype(np.float32)
    times = []
    for _ in range(20):
        started = time.perf_counter()
        late.compare(question, packed)
        times.append(time.perf_counter() - started)
    assert sorted(times)[10] < 0.01
