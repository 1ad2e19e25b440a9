"""Pages in, what is wanted of them out: the function behind `sitequest extract`.

    results = await extract([Source(body, url)], question="Which fee?", selector=BuiltinSelector(embedder))

Each result is a plain dictionary, ready to be written as one line of JSON.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.errors import SettingsError
from core.records import ParsedPage, Segment
from ingest.html.page import parse
from ingest.html.rebuild import complete_tables, render
from ingest.html.selection import BlockIndex, BuiltinSelector, Selection, Selector, index_of
from ingest.html.selection.budget import fit_budget
from ingest.html.selection.training import training_samples

Form = Literal["markdown", "html", "text", "json"]
FORMS: tuple[Form, ...] = ("markdown", "html", "text", "json")


@dataclass(frozen=True, slots=True)
class Source:
    """Bytes to extract from, plain or gzipped, with their address (or file name) and declared type."""

    body: bytes
    url: str
    content_type: str = ""


async def extract(
    sources: Iterable[Source],
    *,
    question: str | None = None,
    selector: Selector | None = None,
    form: Form = "markdown",
    budget: int | None = None,
) -> list[dict[str, Any]]:
    """One result a source, in order; a page that cannot be read has its status and reason, never an exception.

    `selector` is the built-in one by default. `budget` (tokens, with a question) keeps the best intervals of all pages
    together. Raises `SettingsError` for an unknown form, or a budget without a question.
    """
    _check(form, question, budget)
    if budget is None:
        return [result async for result in extract_each(sources, question=question, selector=selector, form=form)]
    chooser = selector or BuiltinSelector()
    pages = [parse(source.body, source.url, source.content_type) for source in sources]
    indexes = [index_of(page) for page in pages]
    selections = fit_budget(indexes, [await chooser.select(index, question) for index in indexes], budget)
    return [result_of(page, selection, form) for page, selection in zip(pages, selections, strict=True)]


async def extract_each(
    sources: Iterable[Source],
    *,
    question: str | None = None,
    selector: Selector | None = None,
    form: Form = "markdown",
) -> AsyncIterator[dict[str, Any]]:
    """The same, one by one as they are ready, for many pages in little memory."""
    _check(form, question, None)
    chooser = selector or BuiltinSelector()
    for source in sources:
        page = parse(source.body, source.url, source.content_type)
        yield result_of(page, await chooser.select(index_of(page), question), form)


async def make_samples(
    sources: Iterable[Source], *, question: str | None = None, selector: Selector | None = None
) -> AsyncIterator[dict[str, Any]]:
    """Training samples in the published form, labelled by `selector`."""
    chooser = selector or BuiltinSelector()
    for source in sources:
        index = index_of(parse(source.body, source.url, source.content_type))
        for sample in training_samples(index, await chooser.select(index, question), question):
            yield sample


def _check(form: str, question: str | None, budget: int | None) -> None:
    if form not in FORMS:
        raise SettingsError(f"There is no format {form!r}; choose one of {', '.join(FORMS)}.")
    if budget is not None and not (question and question.strip()):
        raise SettingsError("A budget needs a question: it keeps the best intervals for one. Add --question.")
    if budget is not None and budget < 1:
        raise SettingsError("A budget is a number of tokens above 0.")


def result_of(page: ParsedPage, selection: Selection, form: Form = "markdown") -> dict[str, Any]:
    """One page and its selection as JSON: `blocks` is the whole block index, `intervals` point into it."""
    picked = with_headings(page.segments, selection)
    result: dict[str, Any] = {
        "url": page.url,
        "title": page.meta.title,
        "lang": page.meta.lang,
        "status": str(page.status),
        "reason": page.reason,
        "media_type": page.media_type,
        "answerable": selection.answerable,
        "blocks": [_block(segment) for segment in page.segments],
        "intervals": [[interval.first, interval.last] for interval in selection.intervals],
        "text": render(page.segments, picked, "text"),
        "markdown": render(page.segments, picked, "markdown"),
        "warnings": list(page.warnings),
    }
    if form == "html":
        result["html"] = render(page.segments, picked, "html")
    if selection.counts:
        result["selector"] = dict(selection.counts)
    return result


def shown_of(result: dict[str, Any], form: Form) -> str:
    """What to print of a result in a form other than JSON."""
    return str(result.get(form, result["markdown"]))


def with_headings(segments: Sequence[Segment], selection: Selection) -> list[Segment]:
    """The selected segments with the headings they stand under, so that a reader knows what each is about."""
    wanted = {number for interval in selection.intervals for number in range(interval.first, interval.last + 1)}
    opened: list[Segment] = []
    for segment in segments:
        if segment.kind == "heading":
            del opened[max(0, segment.level - 1) :]
            opened.append(segment)
        elif segment.index in wanted:
            depth = len(segment.heading_path)
            wanted.update(heading.index for heading in opened[:depth] if not heading.chrome)
    return [segment for segment in segments if segment.index in wanted]


def _block(segment: Segment) -> dict[str, Any]:
    return {
        "index": segment.index,
        "kind": segment.kind,
        "heading_path": list(segment.heading_path),
        "text": segment.text,
        "anchor": segment.anchor,
        "main": round(segment.main, 3),
        "visible": segment.visible,
        "region": segment.region,
    }


def tables_completed(index: BlockIndex, picked: Sequence[Segment]) -> Iterator[Segment]:
    """Picked segments with the header rows of their tables."""
    yield from complete_tables(index.segments, picked)
