"""A small retriever and a small graph, real enough for the HTTP side: the rooms behind it have tests of their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from api.journal import Journal
from api.services import Connect, Services
from core.errors import GraphEmpty, SiteUnknown
from core.records import Answer, Citation, Evidence, PageRef, Question, Route, Sentence, Step
from retrieval.events import Event

SITE = "uni"
PAGE = "https://uni.example/fees"
BLOCK = f"{SITE}:b1"
TEXT = "The fee is 200 EUR a term. Pay it by 1 October."


def make_evidence(mode: str = "A") -> tuple[Evidence, ...]:
    """The block every mode finds, and one that mode alone finds."""
    shared = Evidence(block_id=BLOCK, url=PAGE, title="Fees", heading_path=("Fees", "Terms"), text=TEXT, anchor="terms")
    alone = Evidence(block_id=f"{SITE}:{mode}", url=PAGE, title="Fees", heading_path=(), text=f"Only {mode}.")
    return shared, alone


def make_answer(question: Question) -> Answer:
    """A cited answer about fees."""
    quote = "The fee is 200 EUR a term."
    citation = Citation(
        n=1, url=PAGE, anchor="terms", title="Fees", heading_path=("Fees", "Terms"), quote=quote, block_id=BLOCK
    )
    mode = question.mode or "A"
    return Answer(
        question=question.text,
        site=question.site or SITE,
        answer=f"{quote} [1]",
        answered=True,
        sentences=(Sentence(text=quote, citations=(1,)),),
        citations=(citation,),
        pages=(PageRef(url=PAGE, title="Fees"),),
        route=Route(mode=mode, confidence=0.9, reason="a fee is asked for"),
        trace=(Step(step="route", ms=0.2), Step(step="search", ms=3.5, detail={"found": 2})),
        lang="en",
        evidence=make_evidence(mode),
    )


class FakeRetriever:
    """Answers at once; questions with certain words fail in the ways a real one can."""

    async def ask(self, question: Question) -> Answer:
        """The same answer to every question, or the error that its words call for."""
        if "empty graph" in question.text:
            raise GraphEmpty("The graph is empty; crawl a site first.")
        if question.site not in (None, SITE):
            raise SiteUnknown(f"There is no site named {question.site} in this graph.")
        if "crash" in question.text:
            raise RuntimeError("a bug")
        return make_answer(question)

    async def stream(self, question: Question) -> AsyncIterator[Event]:
        """Route, steps, evidence, citation, sentence, done; cut off or failing when the question says so."""
        if "stream fails" in question.text:
            raise SiteUnknown("There is no such site.")
        answer = make_answer(question)
        yield Event("route", answer.route.model_dump())
        for step in answer.trace:
            yield Event("step", step.model_dump())
            await asyncio.sleep(0)
        if "cut off" in question.text:
            return
        if "model breaks" in question.text:
            said = {"message": "The language model closed the connection.", "status": 503, "type": "LLMError"}
            yield Event("error", said)
            return
        for item in answer.evidence:
            yield Event("evidence", item.model_dump(mode="json"))
        yield Event("citation", answer.citations[0].model_dump(mode="json"))
        yield Event("sentence", answer.sentences[0].model_dump())
        yield Event("done", {"answer": answer.model_dump(mode="json")})


class FakeGraph:
    """Rows by statement name."""

    def __init__(self, **rows: list[dict[str, Any]]) -> None:
        self.rows = {
            "api_sites": [{"site": SITE, "pages": 1, "blocks": 2, "entities": 0, "topics": 0, "languages": ["en"]}],
            "api_indexes": [{"name": "block_vector", "state": "ONLINE", "type": "VECTOR"}],
            **rows,
        }
        self.asked: list[tuple[str, dict[str, Any]]] = []

    async def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """The rows kept under the statement's name, none when there are none."""
        self.asked.append((name, params))
        return self.rows.get(name.removeprefix("explore/"), [])


class Pages:
    """Keeps what a content management system pushes."""

    async def put(self, site: str, url: str, body: bytes, content_type: str) -> dict[str, Any]:
        """Taken in."""
        return {"site": site, "url": url, "status": "written", "bytes": len(body), "content_type": content_type}

    async def delete(self, site: str, url: str) -> dict[str, Any]:
        """Removed."""
        return {"site": site, "url": url, "status": "retired"}


def connect_to(folder: Path, graph: FakeGraph | None = None, **parts: Any) -> Connect:
    """Services over the fakes, as `create_api` wants them."""

    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        yield Services(
            answering=FakeRetriever(), graph=graph or FakeGraph(), journal=Journal(folder / "journal.sqlite"), **parts
        )

    return connect
