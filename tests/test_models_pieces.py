"""A tokenizer of a few pieces cuts a text as the one with the whole vocabulary does."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer

from core.errors import ModelMissing
from core.settings import load_settings
from models.fetch import ensure_model
from models.multilingual import TOKENIZER, prepare
from models.pieces import PieceTable, substrings, write_pieces
from models.sentencepiece import make_unigram, read_characters

LIMIT = 512
QUESTIONS = (
    "How tall is the climbing wall?",
    "攀岩墙有多高？香港科技大学在哪里？",
    "計算機科学の必修科目は何ですか",
    "컴퓨터 과학 전공의 필수 과목은?",
    "Wie hoch ist die Kletterwand im Überseezentrum?",
    "ما هي شروط القبول؟",
    "¿Qué asignaturas piden ＣＳＥ １００ (½ crédito)?",
    "𝔘𝔫𝔦 🎉 naïve co\u0301te \u200b zero-width",
    "<s> </s> <unk> extra_token_id_1",
    "",
    "   ",
)


@pytest.fixture(scope="module")
def folder() -> Path:
    try:
        folder = ensure_model(load_settings(), "use-multilingual-v3")
    except ModelMissing as error:
        pytest.skip(str(error))
    prepare(folder)
    return folder


@pytest.fixture(scope="module")
def whole(folder: Path) -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.enable_truncation(LIMIT)
    return tokenizer


@pytest.fixture(scope="module")
def table(folder: Path) -> PieceTable:
    return PieceTable(folder)


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_gets_the_tokens_of_the_whole_vocabulary(table: PieceTable, whole: Tokenizer, question: str):
    assert table.encode([question], LIMIT) == [whole.encode(question).ids]


def test_several_texts_keep_their_order(table: PieceTable, whole: Tokenizer):
    expected = [encoding.ids for encoding in whole.encode_batch(list(QUESTIONS))]
    assert table.encode(QUESTIONS, LIMIT) == expected


def test_a_long_text_is_cut_at_the_limit(table: PieceTable):
    [ids] = table.encode(["one two three four five six"], 4)
    assert len(ids) == 4


@settings(max_examples=60, deadline=None)
@given(text=st.text(st.characters(exclude_categories=("Cs",)), max_size=60))
def test_any_text_is_cut_as_well_as_by_the_whole_vocabulary(
    table: PieceTable, whole: Tokenizer, folder: Path, text: str
):
    scores = np.load(folder / "scores.npy")
    [ids] = table.encode([text], LIMIT)
    expected = whole.encode(text).ids
    assert scores[ids].sum() == pytest.approx(scores[expected].sum())  # of equal cuts either is right


def test_the_parts_of_a_word_are_all_there_once_by_place():
    assert list(substrings("abc", 2)) == ["a", "ab", "b", "bc", "c"]


def test_a_written_table_needs_no_file_of_the_whole_vocabulary(tmp_path: Path, folder: Path):
    characters = read_characters(folder / "sp.model")
    pieces = [("<unk>", 0.0), ("<s>", 0.0), ("</s>", 0.0), ("▁dog", -2.0), ("▁d", -3.0), ("og", -3.5), ("▁", -9.0)]
    write_pieces(tmp_path, pieces, lambda few: make_unigram(few, characters), lambda path, array: np.save(path, array))
    assert PieceTable(tmp_path).encode(["dog d"], LIMIT) == [[1, 3, 4, 2]]
