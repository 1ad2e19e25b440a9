"""A corpus of documents as a small site, so that what was made for documents can be asked of the graph."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from pathlib import Path

from core.errors import SettingsError
from evaluation.records import Dataset, GoldQuestion, Passage

BASE_URL = "https://corpus.example"


def take_part(dataset: Dataset, passages: int, questions: int = 0) -> Dataset:
    """A corpus of so many documents: those that the first questions need, then the first others.

    Questions are taken in their order, so many at most (0: no limit), as long as the documents that they need fit in;
    those of all the questions that are left are there. Raises `SettingsError` when there are none.
    """
    known = {passage.url for passage in dataset.passages}
    needed: dict[str, None] = {}
    taken: list[GoldQuestion] = []
    for question in dataset.questions:
        more = needed | dict.fromkeys(page for page in question.pages if page in known)
        if len(more) <= passages and len(taken) < (questions or len(dataset.questions)):
            needed = more
            taken.append(question)
    if not dataset.passages or not taken:
        raise SettingsError(f"--passages {passages} takes a part of a corpus; {dataset.name} has none that small.")
    others = [passage.url for passage in dataset.passages if passage.url not in needed]
    kept = needed.keys() | set(others[: passages - len(needed)])
    part = tuple(passage for passage in dataset.passages if passage.url in kept)
    return replace(dataset, name=f"{dataset.name}-{passages}", passages=part, questions=tuple(taken))


def as_site(dataset: Dataset) -> Dataset:
    """The dataset with its documents under paths, `/00001.html` and so on, in passages and gold pages alike."""
    paths = {passage.url: f"/{number:05d}.html" for number, passage in enumerate(dataset.passages, 1)}
    passages = tuple(replace(passage, url=paths[passage.url]) for passage in dataset.passages)
    questions = tuple(
        replace(question, pages=tuple(paths.get(page, page) for page in question.pages))
        for question in dataset.questions
    )
    return replace(dataset, passages=passages, questions=questions)


def write_site(dataset: Dataset, folder: Path) -> int:
    """Write every document as an HTML page below the folder; how many. The dataset is one that `as_site` gave."""
    folder.mkdir(parents=True, exist_ok=True)
    for passage in dataset.passages:
        (folder / passage.url.removeprefix("/")).write_text(_page(passage), encoding="utf-8")
    return len(dataset.passages)


def _page(passage: Passage) -> str:
    title = escape(passage.title or passage.url)
    parts = [part.strip() for part in passage.text.split("\n") if part.strip()]
    body = "".join(f"<p>{escape(part)}</p>" for part in parts)
    head = f"<!doctype html><html><head><title>{title}</title></head>"
    return f"{head}<body><main><h1>{title}</h1>{body}</main></body></html>"
