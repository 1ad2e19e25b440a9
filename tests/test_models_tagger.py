"""The spaCy tagger with a real pipeline where one is installed, and with a rule pipeline of spaCy's own elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import ModelMissing
from models.tagger import SpacyTagger


@pytest.fixture
def ruled(tmp_path: Path) -> str:
    spacy = pytest.importorskip("spacy", reason="the extra ner is not installed")
    pipeline = spacy.blank("en")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns(
        [
            {"label": "PERSON", "pattern": "Ada Lind"},
            {"label": "GPE", "pattern": "Oulu"},
            {"label": "DATE", "pattern": "Monday"},
        ]
    )
    pipeline.to_disk(tmp_path / "ruled")
    return str(tmp_path / "ruled")


def test_names_come_with_type_and_span(ruled: str):
    text = "On Monday Ada Lind went to Oulu."
    (names,) = SpacyTagger(ruled).tag([text])
    assert [(name.text, name.type) for name in names] == [("Ada Lind", "person"), ("Oulu", "place")]
    assert all(text[name.start : name.end] == name.text for name in names)


def test_every_text_has_its_list(ruled: str):
    assert [len(names) for names in SpacyTagger(ruled).tag(["", "Ada Lind", "nobody"])] == [0, 1, 0]


def test_a_missing_pipeline_says_what_to_install():
    with pytest.raises(ModelMissing, match="pip install"):
        SpacyTagger("no_such_pipeline")


@pytest.mark.model
def test_a_real_pipeline_finds_a_person():
    try:
        tagger = SpacyTagger()
    except ModelMissing as error:
        pytest.skip(str(error))
    names = tagger.tag(["Professor Margaret Hill teaches chemistry at the University of Leeds."])[0]
    assert any(name.type == "person" and "Hill" in name.text for name in names)
