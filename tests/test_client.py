"""The Python client against a real server: both forms, every call, streams, refusals, and its wheel alone."""

from __future__ import annotations

import asyncio
import inspect
import re
import subprocess
import sys
import threading
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st

from api.access import Access
from api.application import ApiOptions, create_api
from app.server import open_socket
from core.settings import load_settings
from sitequest_client import AsyncSiteQuest, Cut, Refused, SiteQuest, Turn, Unreachable, wishes
from sitequest_client.calls import EventReader
from tests.api_fakes import BLOCK, PAGE, SITE, TEXT, FakeGraph, Pages, connect_to

ROOT = Path(__file__).resolve().parent.parent
KEY = "open sesame"
URLS = [f"{PAGE}/{number}" for number in range(3)]
BLOCK_ROW = {
    "block": {"id": BLOCK, "text": TEXT, "heading_path": ["Fees"], "anchor": "terms", "kind": "paragraph"},
    "page": {"url": PAGE, "title": "Fees", "site": SITE},
    "parent": None,
    "entities": [{"id": "uni:person:bursar", "name": "Bursar", "type": "person", "surface": "Bursar"}],
}
ENTITY = {"id": "uni:person:bursar", "name": "Bursar", "type": "person", "aliases": [], "anchor_url": None}
TOPIC = {"id": "uni:topic:a", "kind": "community", "level": 1, "title": "Money", "summary": ""}
PAGE_NODE = {"kind": "page", "site": SITE, "key": PAGE, "url": PAGE, "name": "Fees", "detail": "en"}


class PagedGraph(FakeGraph):
    """Rows by statement; pages really come one after the other."""

    async def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """Pages after the place asked for, or the rows kept."""
        if name == "explore/api_pages":
            return [{"url": url, "title": "Fees"} for url in URLS if url > params["after"]][: params["limit"]]
        return await super().read(name, **params)


class Crawls:
    """One crawl that ends when it is followed."""

    STATE = {"id": "c1", "site": "new", "url": "https://new.example/", "status": "running"}  # noqa: RUF012

    async def start(self, request: Any) -> dict[str, Any]:
        """Begun."""
        return {**self.STATE, "crawl": {"asked": dict(request)}}

    async def listed(self) -> list[dict[str, Any]]:
        """The one."""
        return [self.STATE]

    async def get(self, crawl_id: str) -> dict[str, Any] | None:
        """The one, ended."""
        return {**self.STATE, "status": "done"} if crawl_id == "c1" else None

    async def cancel(self, crawl_id: str) -> dict[str, Any] | None:
        """Ended."""
        return {**self.STATE, "status": "cancelled"} if crawl_id == "c1" else None

    async def follow(self, crawl_id: str) -> Any:
        """Two states."""
        yield self.STATE
        yield {**self.STATE, "status": "done"}


class Decisions:
    """Entities as people decide of them."""

    async def merged(self, site: str) -> list[dict[str, Any]]:
        """One that took another in."""
        return [{"id": ENTITY["id"], "name": "Bursar", "parts": [["uni:person:treasurer", "same e-mail"]]}]

    async def merge(self, site: str, one: str, other: str) -> dict[str, Any]:
        """The first stays."""
        return {"id": one}

    async def split(self, site: str, raw: str) -> dict[str, Any]:
        """Out of the bursar."""
        return {"id": ENTITY["id"]}

    async def keep_apart(self, site: str, one: str, other: str) -> None:
        """Noted."""

    async def apart(self, site: str) -> list[tuple[str, str]]:
        """None yet."""
        return []


async def cut(body: bytes, url: str, question: str | None) -> dict[str, Any]:
    return {"title": "Fees", "markdown": f"# {len(body)} {url} {question}"}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    rows: dict[str, list[dict[str, Any]]] = {
        "api_page": [{"page": {"site": SITE, "url": PAGE, "title": "Fees"}, "links_out": [], "links_in": []}],
        "api_page_blocks": [{"id": BLOCK, "parent": None, "kind": "paragraph", "heading_path": [], "text": TEXT}],
        "api_block": [BLOCK_ROW],
        "api_block_around": [{"id": "uni:b0", "text": "Before.", "offset": -1}],
        "api_entities": [ENTITY],
        "api_entity": [{"entity": ENTITY, "facts": [{"type": "room", "outgoing": True, "id": "v"}], "mentions": []}],
        "api_topics": [TOPIC],
        "api_topic": [{"topic": TOPIC, "parents": [], "members": [], "entities": []}],
        "api_find": [PAGE_NODE],
        "api_node": [PAGE_NODE],
        "api_neighbors": [{**PAGE_NODE, "key": URLS[0], "edge": "HYPERLINK", "edge_type": "x", "outgoing": True}],
        "api_path": [{"nodes": [PAGE_NODE], "edges": []}],
    }
    parts = {"pages": Pages(), "crawls": Crawls(), "extract": cut, "entities": Decisions()}
    api = create_api(
        connect_to(tmp_path_factory.mktemp("client"), PagedGraph(**rows), **parts), ApiOptions(access=Access(KEY))
    )
    with open_socket(load_settings(port=0)) as opened:
        server = uvicorn.Server(uvicorn.Config(api, log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"http://127.0.0.1:{opened.getsockname()[1]}"
        server.should_exit = True
        thread.join()


@pytest.fixture
def quest(address: str) -> Iterator[SiteQuest]:
    with SiteQuest(address, key=KEY) as opened:
        yield opened


CALLS: dict[str, tuple[Any, ...]] = {
    "ask": ("What is the fee?",),
    "search": ("What is the fee?",),
    "compare": ("What is the fee?",),
    "extract": ("<p>Fees</p>",),
    "sites": (),
    "suggestions": (),
    "pages": (),
    "page": (PAGE,),
    "block": (BLOCK,),
    "entities": (),
    "entity": (ENTITY["id"],),
    "topics": (),
    "topic": (TOPIC["id"],),
    "neighbors": (f"page:{SITE}:{PAGE}",),
    "path": (f"page:{SITE}:{PAGE}", f"page:{SITE}:{URLS[0]}"),
    "subgraph": ([BLOCK],),
    "find": ("fees",),
    "give_feedback": ("What is the fee?", True),
    "feedback": (),
    "usage": (),
    "start_crawl": ("https://new.example/",),
    "crawls": (),
    "crawl": ("c1",),
    "cancel_crawl": ("c1",),
    "overview": (),
    "links": ([f"page:{SITE}:{PAGE}"],),
    "cypher": ([f"page:{SITE}:{PAGE}"],),
    "models": (),
    "model": (SITE,),
    "chat": ([{"role": "user", "content": "What is the fee?"}],),
    "conflicts": (SITE,),
    "review": (SITE,),
    "merged": (SITE,),
    "merge": (SITE, ENTITY["id"], "uni:person:treasurer"),
    "apart": (SITE, ENTITY["id"], "uni:person:treasurer"),
    "split": (SITE, "uni:person:treasurer"),
    "live": (),
    "put_page": (SITE, PAGE, "<p>Fees</p>"),
    "delete_page": (SITE, PAGE),
    "ready": (),
}
NEEDS_BOOKS = {"report": (SITE,), "changes": (SITE,)}


@pytest.mark.parametrize("name", CALLS)
def test_both_clients_get_the_same_typed_result(address: str, name: str):
    async def ask_async() -> Any:
        async with AsyncSiteQuest(address, key=KEY) as quest:
            found = getattr(quest, name)(*CALLS[name])
            return [item async for item in found] if hasattr(found, "__aiter__") else await found

    with SiteQuest(address, key=KEY) as quest:
        found = getattr(quest, name)(*CALLS[name])
        first = list(found) if hasattr(found, "__next__") else found
    assert type(first).__module__ != "builtins" or isinstance(first, list | dict) or name == "apart"
    if name not in ("give_feedback", "feedback", "usage", "compare", "chat"):  # what counts up or takes its time
        assert asyncio.run(ask_async()) == first


def test_every_call_has_its_test_here():
    names = {
        name for name, part in inspect.getmembers(wishes, inspect.isfunction) if part.__module__ == wishes.__name__
    }
    assert names == {*CALLS, *NEEDS_BOOKS}
    for client in (SiteQuest, AsyncSiteQuest):
        assert all(callable(getattr(client, name)) for name in names)


def test_every_operation_of_the_api_has_its_call():
    document = create_api(lambda: None).openapi()  # type: ignore[arg-type,return-value]
    offered = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    calls = [getattr(wishes, name)(*given) for name, given in {**CALLS, **NEEDS_BOOKS}.items()]
    reached = {
        (method, path)
        for method, path in offered
        for call in calls
        if call.method == method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", path), call.path)
    }
    assert offered - reached == set()


def test_an_empty_question_is_refused_as_one_and_not_as_a_missing_one(quest: SiteQuest):
    with pytest.raises(Refused, match="at least 1 character"):
        quest.ask("")
    with pytest.raises(Refused, match="at least 1 character"):
        list(quest.find(""))


@pytest.mark.parametrize("ask", ["ask", "stream"])
def test_a_server_that_is_not_there_is_said_in_one_sentence(ask: str):
    async def ask_async() -> None:
        async with AsyncSiteQuest("http://127.0.0.1:9") as quest:
            found = getattr(quest, ask)("hello")
            [event async for event in found] if hasattr(found, "__aiter__") else await found

    with SiteQuest("http://127.0.0.1:9") as quest, pytest.raises(Unreachable, match=r"at http://127\.0\.0\.1:9"):
        list(getattr(quest, ask)("hello"))
    with pytest.raises(Unreachable, match="is it running"):
        asyncio.run(ask_async())


def test_a_refusal_in_a_stream_is_of_the_same_type_as_one_of_a_whole_answer(quest: SiteQuest):
    with pytest.raises(Refused) as caught:
        list(quest.stream("this stream fails"))
    assert (caught.value.status, caught.value.type) == (404, "urn:sitequest:site-unknown")


@pytest.mark.parametrize("name", NEEDS_BOOKS)
def test_a_part_that_the_server_lacks_is_refused_by_name(quest: SiteQuest, name: str):
    read: Any = {"report": quest.report, "changes": lambda site: list(quest.changes(site))}[name]
    with pytest.raises(Refused) as caught:
        read(*NEEDS_BOOKS[name])
    assert (caught.value.status, caught.value.type) == (501, "urn:sitequest:not-here")


def test_an_answer_is_a_record_with_its_citations(quest: SiteQuest):
    answer = quest.ask("What is the fee?", mode="C", history=[Turn(question="Hello", answer="Hi")])
    assert answer.citations[0].quote == "The fee is 200 EUR a term."
    assert answer.route.mode == "C"


def test_events_come_one_by_one_and_end_with_the_answer(quest: SiteQuest):
    events = list(quest.stream("What is the fee?"))
    assert [event.type for event in events][:2] == ["step", "route"]
    assert events[-1].answer is not None
    assert events[-1].answer.answered
    assert events[0].answer is None


def test_a_list_is_read_to_its_end_page_by_page(quest: SiteQuest):
    assert [page.url for page in quest.pages(limit=1)] == URLS


def test_an_address_with_slashes_and_query_reads_back(quest: SiteQuest):
    assert quest.page("https://uni.example/a/b?c=d&e=ü#f").url == PAGE


def test_a_page_is_pushed_as_it_is(quest: SiteQuest):
    change = quest.put_page(SITE, PAGE, "<p>Gebühren</p>")
    assert (change.status, change.model_extra) == ("written", {"bytes": 16, "content_type": "text/html; charset=utf-8"})


def test_a_crawl_is_followed_to_its_end(quest: SiteQuest):
    assert [event.data["status"] for event in quest.follow_crawl("c1")] == ["running", "done", "done"]


@pytest.mark.parametrize(
    ("question", "error"),
    [("a question that is cut off", Cut), ("the model breaks", Refused), ("this stream fails", Refused)],
)
def test_a_stream_that_fails_says_how(address: str, question: str, error: type[Exception]):
    async def read() -> None:
        async with AsyncSiteQuest(address) as quest:
            async for _ in quest.stream(question):
                pass

    with SiteQuest(address) as quest, pytest.raises(error):
        list(quest.stream(question))
    with pytest.raises(error):
        asyncio.run(read())


def test_a_refusal_carries_status_type_and_sentence(quest: SiteQuest):
    with pytest.raises(Refused) as caught:
        quest.ask("fees", site="nowhere")
    assert (caught.value.status, caught.value.type) == (404, "urn:sitequest:site-unknown")
    assert "no site named nowhere" in str(caught.value)
    with pytest.raises(Refused):
        next(iter(quest.stream("?!")))


def test_the_operators_calls_want_the_key(address: str):
    with SiteQuest(address, key="wrong") as quest, pytest.raises(Refused) as caught:
        quest.usage()
    assert caught.value.status == 401


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(texts=st.lists(TEXTS, max_size=5), ends=st.sampled_from(["\n", "\r\n", "\r"]), step=st.integers(1, 7))
def test_events_read_back_however_the_stream_is_cut_into_pieces(texts: list[str], ends: str, step: int):
    import json

    sent = [json.dumps({"text": text}, ensure_ascii=False) for text in texts]
    stream = "".join(f"event: token{ends}data: {data}{ends}{ends}" for data in sent) + f": ping{ends}{ends}"
    reader = EventReader()
    pieces = [stream[at : at + step] for at in range(0, len(stream), step)]
    found = [event for piece in pieces for event in reader.feed(piece)]
    found += list(reader.feed("\n\n")) if ends == "\r" else []
    assert [event.data["text"] for event in found] == texts


def test_the_models_are_those_of_the_server():
    command = [sys.executable, "scripts/make_client.py", "--check"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_wheel_holds_the_client_alone(tmp_path: Path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT / "client", check=True, capture_output=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        names = wheel.namelist()
        metadata = next(name for name in names if name.endswith("METADATA"))
        needs = [line for line in wheel.read(metadata).decode().splitlines() if line.startswith("Requires-Dist")]
    assert {name.split("/")[0] for name in names if not name.startswith("sitequest_client-")} == {"sitequest_client"}
    assert "sitequest_client/py.typed" in names
    assert sorted(line.split(":")[1].split(">")[0].strip() for line in needs) == ["httpx", "pydantic"]
