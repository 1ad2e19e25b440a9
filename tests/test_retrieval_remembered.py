"""Example vectors are made once a model and kept; a damaged file costs nothing but making them again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from models.protocols import Vectors
from retrieval.remembered import embed_examples

TEXTS = ["Who teaches it?", "What does it cost?"]


class CountingEmbedder:
    """An embedder that counts its calls; vectors hold the length of the text."""

    def __init__(self, name: str = "counting", size: int = 4) -> None:
        self.name, self.size, self.languages, self.calls = name, size, ("en",), 0

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        self.calls += 1
        return np.array([[len(text)] * self.size for text in texts], dtype=np.float32)

    embed_passages = embed_questions


def test_the_second_process_reads_what_the_first_one_made(tmp_path: Path) -> None:
    first, second = CountingEmbedder(), CountingEmbedder()
    made = embed_examples(first, TEXTS, tmp_path)
    np.testing.assert_array_equal(embed_examples(second, TEXTS, tmp_path), made)
    assert (first.calls, second.calls) == (1, 0)


@pytest.mark.parametrize("other", [CountingEmbedder("other"), CountingEmbedder(size=8)])
def test_another_model_has_vectors_of_its_own(tmp_path: Path, other: CountingEmbedder) -> None:
    embed_examples(CountingEmbedder(), TEXTS, tmp_path)
    assert embed_examples(other, TEXTS, tmp_path).shape == (2, other.size)
    assert other.calls == 1


def test_other_texts_are_embedded_again(tmp_path: Path) -> None:
    embedder = CountingEmbedder()
    embed_examples(embedder, TEXTS, tmp_path)
    embed_examples(embedder, [*TEXTS, "And when?"], tmp_path)
    assert embedder.calls == 2


@pytest.mark.parametrize("damage", [b"", b"no array", b"\x93NUMPY"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, damage: bytes) -> None:
    embedder = CountingEmbedder()
    made = embed_examples(embedder, TEXTS, tmp_path)
    next((tmp_path / "examples").iterdir()).write_bytes(damage)
    np.testing.assert_array_equal(embed_examples(embedder, TEXTS, tmp_path), made)
    assert embedder.calls == 2


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert embed_examples(CountingEmbedder(), TEXTS, tmp_path / "file").shape == (2, 4)


def test_without_a_folder_nothing_is_kept() -> None:
    embedder = CountingEmbedder()
    embed_examples(embedder, TEXTS, None)
    embed_examples(embedder, TEXTS, None)
    assert embedder.calls == 2
