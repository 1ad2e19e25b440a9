"""The flat baseline of the Compare page over the stored pages of a real crawl of a small site."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from app.flatchunks import FlatChunks
from core.errors import IngestError
from core.records import Question
from tests.ingest_samples import HashEmbedder
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, missing, page, serve

TEXTS = {"/": "The college lies between two rivers.", "/fees": "The fee is 200 EUR a term.", "/gym": "The gym is open."}


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    made = Crawls(tmp_path)
    with serve(lambda asked: answer(asked)) as server:
        made.run(server.url)
    return made


def answer(asked: Asked) -> object:
    return page(asked.path, *TEXTS, text=TEXTS[asked.path]) if asked.path in TEXTS else missing()


def await_vectors() -> None:
    for thread in threading.enumerate():
        if thread.name == "flat vectors":
            thread.join()


async def test_chunks_are_found_by_words_at_once_and_by_vectors_too_when_those_are_made(crawls: Crawls):
    flat = FlatChunks(crawls.settings.model_copy(update={"cache": crawls.home / "cache"}), HashEmbedder())
    await flat.prepare(SITE)
    how, found = await flat.find(Question(text="What is the fee a term?", site=SITE, limit=1))
    assert how in ("bm25", "rrf")
    assert "200 EUR" in found[0].text
    assert (found[0].kind, found[0].block_id.startswith("chunk:")) == ("chunk", True)
    await_vectors()
    how, found = await flat.find(Question(text="What is the fee a term?", site=SITE, limit=2))
    assert how == "rrf"
    assert "200 EUR" in found[0].text


async def test_a_site_without_stored_pages_says_so(tmp_path: Path):
    flat = FlatChunks(Crawls(tmp_path).settings, HashEmbedder())
    with pytest.raises(IngestError, match="No page of elsewhere is stored"):
        await flat.prepare("elsewhere")
