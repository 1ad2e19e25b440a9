"""Pages to extract from: files, addresses, standard input; and the selector that the settings or options name."""

from __future__ import annotations

import re
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.errors import IngestError, SettingsError
from core.settings import Settings
from core.urls import normalize

if TYPE_CHECKING:
    from ingest.html.extract import Source
    from ingest.html.selection import Selector

MOST_BYTES = 50_000_000
NO_ADDRESS = "https://example.org/"
WEB = frozenset({"http", "https"})
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://")


@dataclass(frozen=True, slots=True)
class ExtractOptions:
    """What `sitequest extract` asks. `url` is the address of a file's page, for its links."""

    question: str | None = None
    selector: str = "builtin"
    form: str = "markdown"
    budget: int | None = None
    url: str | None = None
    allow_private: bool = False


async def extract_sources(
    settings: Settings, sources: Sequence[str], options: ExtractOptions
) -> AsyncIterator[dict[str, Any]]:
    """One result a source, named in `source`, each when it is ready; all at once when there is a budget to share."""
    from ingest.html.extract import extract, extract_each

    check_sources(sources, options)
    selector = make_selector(settings, options.selector, options.question)
    form: Any = "markdown" if options.form == "json" else options.form
    pages = (read_source(source, options) for source in sources)
    names = iter(sources)
    if options.budget is None:
        async for result in extract_each(pages, question=options.question, selector=selector, form=form):
            yield {"source": next(names), **result}
        return
    asked = {"question": options.question, "selector": selector, "form": form, "budget": options.budget}
    for result in await extract(list(pages), **asked):
        yield {"source": next(names), **result}


async def sample_sources(
    settings: Settings, sources: Sequence[str], options: ExtractOptions
) -> AsyncIterator[dict[str, Any]]:
    """Training samples in the published form, labelled by the selector."""
    from ingest.html.extract import make_samples

    check_sources(sources, options)
    selector = make_selector(settings, options.selector, options.question)
    pages = (read_source(source, options) for source in sources)
    async for sample in make_samples(pages, question=options.question, selector=selector):
        yield sample


def check_sources(sources: Sequence[str], options: ExtractOptions) -> None:
    """Raise `SettingsError` for an address that nothing can be fetched from, before anything is read."""
    if options.url is not None and not normalize(options.url):
        raise SettingsError(f"--url {options.url!r} is no address of a page; give one as https://www.example.edu/page.")
    for source in sources:
        scheme = _SCHEME.match(source)
        if scheme and (scheme[1].lower() not in WEB or not normalize(source)):
            raise SettingsError(f"{source} cannot be fetched; give a file, an http(s) address or -.")


def make_selector(settings: Settings, name: str, question: str | None) -> Selector:
    """The built-in selector, with an embedder when there is a question; or the one that asks a language model."""
    from ingest.html.selection import BuiltinSelector, PointingSelector
    from models.factory import make_embedders, make_llm

    embedder = make_embedders(settings).primary if question else None
    if name == "builtin":
        return BuiltinSelector(embedder)
    if name != "llm":
        raise SettingsError(f"There is no selector {name!r}; choose builtin or llm.")
    llm = make_llm(settings)
    if llm is None:
        raise SettingsError("The selector llm needs a language model; set SITEQUEST_LLM_BASE_URL.")
    return PointingSelector(llm)


def read_source(source: str, options: ExtractOptions) -> Source:
    """Bytes, address and content type of a file, of standard input (-), or of an address."""
    from ingest.html.extract import Source

    if source == "-":
        return Source(sys.stdin.buffer.read(), options.url or NO_ADDRESS)
    if _SCHEME.match(source):
        return fetch_source(source, allow_private=options.allow_private)
    try:
        return Source(Path(source).read_bytes(), options.url or NO_ADDRESS)
    except OSError as error:
        raise SettingsError(f"{source} cannot be read ({error.strerror}); give a file, an address or -.") from error


def fetch_source(url: str, *, allow_private: bool) -> Source:
    """A page from the web: public addresses only, within a size limit."""
    import httpx

    from app.fetching import make_guarded_client
    from ingest.html.extract import Source

    body = bytearray()
    try:
        with make_guarded_client(url, allow_private=allow_private) as client, client.stream("GET", url) as answer:
            answer.raise_for_status()
            for piece in answer.iter_bytes():
                body += piece
                if len(body) > MOST_BYTES:
                    raise IngestError(f"{url} is larger than {MOST_BYTES // 1_000_000} MB; save it and cut it.")
            return Source(bytes(body), str(answer.url), answer.headers.get("content-type", ""))
    except httpx.HTTPError as error:
        raise IngestError(f"{url} could not be fetched ({error}); check the address.") from error
