"""The whole path on a real Neo4j: the demo site crawled once for this module, then asked in every way there is."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest
import uvicorn
from fastapi.testclient import TestClient
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

from api.access import Access
from api.application import ApiOptions, create_api
from api.mcp import Opened, make_tools
from api.services import Services
from app.embedding import reembed
from app.forgetting import forget
from app.pages import PushedPages
from app.pipeline import CrawlOptions, run_crawl
from app.removal import delete_site
from app.server import make_api, open_services, open_socket
from app.state import read_state
from core.errors import SiteUnknown
from core.settings import Settings, load_settings
from demo.server import serve
from graph.database import open_database
from graph.server import ServerInfo
from tests.conftest import WIPE, clean_environment

ROOT = Path(__file__).resolve().parent.parent
SITE = "northmere"
QUESTION = "What does a new student card cost if I lost mine?"
SUNDIAL = "How many kilograms does the sundial of Northmere weigh?"


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    with serve() as (_, url):
        yield url


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def site_settings(home: Path, server: ServerInfo) -> Settings:
    return load_settings(home=home, neo4j_uri=server.uri, neo4j_password=server.password, llm_base_url=None)


@pytest.fixture(scope="module")
def first(site_settings: Settings, origin: str) -> dict[str, object]:
    with open_database(site_settings) as database, database.driver.session() as session:
        session.run(WIPE).consume()
    return crawl(site_settings, origin)


def crawl(settings: Settings, origin: str) -> dict[str, object]:
    options = CrawlOptions(
        seeds=(origin,), site=SITE, allow_private=True, politeness="none", exclude=("/events/calendar*",)
    )
    return run_crawl(settings, options, quiet=True)


@pytest.fixture
def client(site_settings: Settings, first: dict[str, object]) -> Iterator[TestClient]:
    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        async with open_services(site_settings) as services:
            yield services

    api = create_api(connect, ApiOptions(access=Access("key")))
    with TestClient(api, headers={"Authorization": "Bearer key"}) as opened:
        assert opened.portal is not None
        opened.portal.call(until_connected, api.state.backend)
        yield opened


async def until_connected(backend: object) -> None:
    import asyncio

    async with asyncio.timeout(60):
        while getattr(backend, "services", None) is None:  # noqa: ASYNC110  the state has no event of its own
            await asyncio.sleep(0.02)


def run_cli(settings: Settings, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "app.main", *arguments]
    environment = environment_of(settings)
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


def environment_of(settings: Settings) -> dict[str, str]:
    assert settings.neo4j_password is not None
    return clean_environment() | {
        "SITEQUEST_HOME": str(settings.home),
        "NEO4J_URI": str(settings.neo4j_uri),
        "NEO4J_PASSWORD": settings.neo4j_password.get_secret_value(),
    }


def test_a_first_crawl_takes_every_page_in(first: dict[str, object]):
    assert first["exit_code"] == 0
    assert first["crawl"]["fetched"] > 50
    assert first["ingest"]["written"] > 50
    assert first["ingest"]["failed"] == 0


def test_a_second_crawl_changes_nothing(first: dict[str, object], site_settings: Settings, origin: str):
    again = crawl(site_settings, origin)
    assert again["exit_code"] == 0
    assert again["crawl"]["changed"] == again["crawl"]["new"] == again["crawl"]["gone"] == 0
    assert again["ingest"].get("written", 0) == 0


def test_ask_prints_json_with_the_public_names(first: dict[str, object], site_settings: Settings):
    result = run_cli(site_settings, "ask", QUESTION, "--json")
    assert result.returncode == 0, result.stderr
    answer = json.loads(result.stdout)
    assert {"answer", "sentences", "citations", "pages", "route", "trace", "usage"} <= set(answer)
    assert "15" in answer["answer"]
    assert answer["site"] == SITE
    assert answer["usage"] == {"llm_calls": 0, "prompt_tokens": 0, "completion_tokens": 0}
    assert isinstance(answer["citations"][0]["heading_path"], list)


def test_every_citation_quotes_its_block_word_for_word(client: TestClient):
    answer = client.post("/v1/ask", json={"question": QUESTION}).json()
    assert answer["citations"]
    for citation in answer["citations"]:
        block = client.get(f"/v1/blocks/{citation['block_id']}").json()
        whole = [*block["heading_path"], block["text"]]
        assert " ".join(citation["quote"].split()) in " ".join(" ".join(whole).split())
        assert block["page"]["url"] == citation["url"]


def test_ask_prints_an_answer_and_where_it_stands(first: dict[str, object], site_settings: Settings, origin: str):
    result = run_cli(site_settings, "ask", QUESTION, "--why")
    assert result.returncode == 0
    assert "[1]" in result.stdout
    assert origin in result.stdout
    assert "Mode " in result.stdout


def test_an_unknown_site_is_refused_with_the_ones_there_are(first: dict[str, object], site_settings: Settings):
    result = run_cli(site_settings, "ask", "What is the fee?", "--site", "nowhere")
    assert result.returncode != 0
    assert "nowhere" in result.stderr


def test_sites_and_status_count_what_is_there(first: dict[str, object], site_settings: Settings):
    rows = json.loads(run_cli(site_settings, "sites", "list", "--json").stdout)
    assert [row["site"] for row in rows] == [SITE]
    assert rows[0]["pages"] > 50
    assert {"en", "zh"} <= set(rows[0]["languages"])
    state = read_state(site_settings)
    assert state["sites"][0]["waiting"] == 0


def test_pages_are_listed_by_cursor_without_gap_or_double(client: TestClient):
    seen: list[str] = []
    cursor = ""
    while cursor is not None:
        page = client.get("/v1/pages", params={"limit": 20, "cursor": cursor}).json()
        seen += [item["url"] for item in page["items"]]
        cursor = page["next"]
    assert len(seen) == len(set(seen)) == client.get("/v1/sites").json()["items"][0]["pages"]


def test_a_page_shows_its_section_tree_and_its_links(client: TestClient, origin: str):
    page = client.get(f"/v1/pages/{origin}fees/").json()
    assert page["url"] == f"{origin}fees/"
    parents = {block["id"] for block in page["blocks"]}
    assert all(block["parent"] is None or block["parent"] in parents for block in page["blocks"])
    assert [block["order"] for block in page["blocks"]] == sorted(block["order"] for block in page["blocks"])
    assert page["links_in"]


def test_a_block_shows_its_neighbours_in_their_order(client: TestClient):
    evidence = client.post("/v1/search", json={"question": QUESTION}).json()["evidence"]
    block = client.get(f"/v1/blocks/{evidence[0]['block_id']}").json()
    offsets = [other["offset"] for other in block["around"]]
    assert offsets == sorted(offsets)
    assert 0 not in offsets


def test_entities_show_facts_with_the_blocks_that_state_them(client: TestClient):
    found = client.get("/v1/entities", params={"contains": "Féaugier"}).json()["items"]
    entities = [client.get(f"/v1/entities/{item['id']}").json() for item in found]
    sources = [source for entity in entities for fact in entity["facts"] for source in fact["sources"] or ()]
    assert sources
    assert client.get(f"/v1/blocks/{sources[0]}").status_code == 200


@pytest.mark.parametrize("path", ["/v1/blocks/none", "/v1/entities/none", "/v1/topics/none", "/v1/pages/none"])
def test_what_is_not_there_is_404(client: TestClient, path: str):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_graph_view_finds_expands_and_joins(client: TestClient):
    person = client.get("/v1/graph/find", params={"text": "Jonah"}).json()["items"][0]
    around = client.get("/v1/graph/neighbors", params={"node": person["ref"], "limit": 5}).json()
    assert 1 < len(around["nodes"]) <= 6
    refs = {node["ref"] for node in around["nodes"]}
    assert all({edge["source"], edge["target"]} <= refs for edge in around["edges"])
    assert around["cypher"].startswith("MATCH")
    block = client.post("/v1/search", json={"question": "What is the tuition fee?"}).json()["evidence"][0]["block_id"]
    path = client.get("/v1/graph/path", params={"source": person["ref"], "target": f"block:{block}"}).json()
    assert path["nodes"][0]["ref"] == person["ref"]
    assert path["nodes"][-1]["ref"] == f"block:{block}"
    assert len(path["edges"]) == len(path["nodes"]) - 1


def test_the_drawing_of_an_answer_holds_its_blocks_and_pages(client: TestClient):
    evidence = client.post("/v1/search", json={"question": QUESTION}).json()["evidence"]
    ids = [item["block_id"] for item in evidence]
    drawing = client.get("/v1/graph/subgraph", params={"block": ids}).json()
    refs = {node["ref"] for node in drawing["nodes"]}
    assert {f"block:{block}" for block in ids} <= refs
    assert {f"page:{SITE}:{item['url']}" for item in evidence} <= refs


@pytest.mark.parametrize("node", ["", "page:x", "nothing:demo:1", "entity", "page::"])
def test_a_node_name_that_is_none_is_refused(client: TestClient, node: str):
    assert client.get("/v1/graph/neighbors", params={"node": node}).status_code == 422


def test_suggested_questions_are_answered(client: TestClient):
    items = client.get("/v1/suggestions").json()["items"]
    assert items
    for item in items[:3]:
        assert client.post("/v1/ask", json={"question": item["question"]}).json()["answered"]


def test_compare_answers_in_every_mode_asked(client: TestClient):
    answer = client.post("/v1/compare", json={"question": QUESTION, "modes": ["A", "C", "hybrid"]}).json()
    assert [item["mode"] for item in answer["answers"]] == ["A", "C", "hybrid"]
    assert all(item["answer"] or item["error"] for item in answer["answers"])


def test_extract_over_http_gives_markdown(client: TestClient):
    html = "<html><body><main><h1>Fees</h1><p>The fee is 200 EUR a term, to be paid by the first of October.</p>"
    answer = client.post("/v1/extract", json={"html": html}).json()
    assert "The fee is 200 EUR" in answer["markdown"]


@pytest.fixture
def served(site_settings: Settings, first: dict[str, object]) -> Iterator[str]:
    """The whole server on a port of its own."""
    settings = load_settings(**site_settings.model_dump(exclude_unset=True) | {"port": 0})
    with open_socket(settings) as opened:
        config = uvicorn.Config(make_api(settings), log_level="error", lifespan="on")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        url = f"http://127.0.0.1:{opened.getsockname()[1]}"
        await_ready(url)
        yield url
        server.should_exit = True
        thread.join()


def await_ready(url: str) -> None:
    for _ in range(600):
        with suppress(httpx.HTTPError):
            if httpx.get(f"{url}/health/ready", timeout=5).status_code == 200:
                return
        time.sleep(0.05)
    raise AssertionError("never ready")


def test_the_openai_library_reads_answers_and_their_sources(served: str, origin: str):
    with openai.OpenAI(base_url=f"{served}/v1", api_key="none") as assistant:
        assert SITE in [model.id for model in assistant.models.list()]
        message = [{"role": "user", "content": QUESTION}]
        whole = assistant.chat.completions.create(model=SITE, messages=message).choices[0].message
        assert "15" in (whole.content or "")
        assert whole.annotations[0].url_citation.url.startswith(origin)
        pieces = list(assistant.chat.completions.create(model=SITE, messages=message, stream=True))
        assert "".join(piece.choices[0].delta.content or "" for piece in pieces) == whole.content
        assert pieces[-1].choices[0].finish_reason == "stop"


def test_the_first_event_comes_long_before_the_answer(served: str):
    names = []
    headers = {"Accept": "text/event-stream"}
    with httpx.stream("POST", f"{served}/v1/ask", json={"question": QUESTION}, headers=headers, timeout=60) as answer:
        names = [line.removeprefix("event: ") for line in answer.iter_lines() if line.startswith("event: ")]
    assert names[0] == "step"
    assert names[-1] == "done"
    assert {"route", "evidence", "citation", "sentence"} <= set(names)
    assert names.index("route") < names.index("evidence") < names.index("citation") < names.index("done")


@asynccontextmanager
async def tools_in_this_process(settings: Settings) -> AsyncIterator[object]:
    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        async with open_services(settings) as services:
            yield services

    yield make_tools(Opened(connect))


@asynccontextmanager
async def tools_over_a_pipe(settings: Settings) -> AsyncIterator[object]:
    yield StdioServerParameters(
        command=sys.executable, args=["-m", "app.main", "mcp"], env=environment_of(settings), cwd=ROOT
    )


@asynccontextmanager
async def tools_over_http(settings: Settings) -> AsyncIterator[object]:
    command = [sys.executable, "-m", "app.main", "mcp", "--http", "--port", "0"]
    process = await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=environment_of(settings), stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    try:
        yield (await process.stderr.readline()).decode().split()[1]
    finally:
        process.terminate()
        await process.communicate()


@pytest.mark.parametrize("tools", [tools_in_this_process, tools_over_a_pipe, tools_over_http])
async def test_an_mcp_client_asks_searches_reads_and_walks(
    first: dict[str, object], site_settings: Settings, tools: Callable[[Settings], AbstractAsyncContextManager[Any]]
):
    async with tools(site_settings) as server, Client(server) as agent:
        names = {tool.name for tool in (await agent.list_tools()).tools}
        assert {"ask", "search", "read_block", "neighbors", "path"} <= names
        asked = (await agent.call_tool("ask", {"question": QUESTION})).structured_content
        assert "15" in asked["answer"]
        block = asked["citations"][0]["block_id"]
        read = (await agent.call_tool("read_block", {"block_id": block})).structured_content
        assert read["page"]["url"] == asked["citations"][0]["url"]
        near = await agent.call_tool("neighbors", {"node": f"block:{block}"})
        assert near.structured_content["result"]
        found = (await agent.call_tool("search", {"question": QUESTION, "limit": 3})).structured_content["result"]
        assert block in [item["block_id"] for item in found]
        ends = {"source": f"block:{block}", "target": near.structured_content["result"][0]["ref"]}
        walked = (await agent.call_tool("path", ends)).structured_content["result"]
        assert [node["ref"] for node in walked] == list(ends.values())
        wrong = await agent.call_tool("ask", {"question": "?!"})
        assert wrong.is_error


def test_openais_own_library_is_told_the_tokens_at_the_end_of_a_stream(served: str):
    message = [{"role": "user", "content": QUESTION}]
    with openai.OpenAI(base_url=f"{served}/v1", api_key="none") as assistant:
        assert assistant.models.retrieve(SITE).id == SITE
        wish = {"stream": True, "stream_options": {"include_usage": True}}
        pieces = list(assistant.chat.completions.create(model=SITE, messages=message, **wish))
    assert pieces[-1].usage is not None
    assert pieces[-1].choices == []


def test_as_many_entities_are_counted_of_a_site_as_are_listed(client: TestClient):
    counted = next(row["entities"] for row in client.get("/v1/sites").json()["items"] if row["site"] == SITE)
    listed, cursor = 0, ""
    while cursor is not None:
        found = client.get("/v1/entities", params={"site": SITE, "limit": 200, "cursor": cursor}).json()
        listed, cursor = listed + len(found["items"]), found["next"]
    assert counted == listed > 20


def test_crawls_over_http_refuse_private_addresses(client: TestClient, origin: str):
    answer = client.post("/v1/crawls", json={"url": origin, "site": "inside"})
    assert answer.status_code == 400
    assert [run for run in client.get("/v1/crawls").json()["items"] if run["site"] == "inside"] == []
    assert client.get("/v1/crawls/none").status_code == 404


async def test_a_pushed_page_is_answered_from_and_gone_when_deleted(
    first: dict[str, object], site_settings: Settings, origin: str
):
    url = f"{origin}pushed/sundial.html"
    html = "<html><body><main><h1>The sundial</h1><p>The sundial of Northmere weighs 812 kilograms.</p></main>"
    async with PushedPages(site_settings, quiet=3600) as pages:
        assert (await pages.put(SITE, url, html.encode(), "text/html"))["status"] == "written"
        assert (await pages.put(SITE, url, html.encode(), "text/html"))["status"] == "unchanged"
        answer = json.loads(run_cli(site_settings, "ask", SUNDIAL, "--json").stdout)
        assert [item for item in answer["evidence"] if "812" in item["text"]]
        await pages.settle()
        assert (await pages.delete(SITE, url))["status"] == "retired"
    gone = json.loads(run_cli(site_settings, "ask", SUNDIAL, "--json").stdout)
    assert not [item for item in gone["evidence"] if "812" in item["text"]]


def test_a_forgotten_page_stays_out_at_the_next_crawl(first: dict[str, object], site_settings: Settings, origin: str):
    url = f"{origin}housing/"
    result = forget(site_settings, url, SITE)
    assert result["retired"] == 1
    crawl(site_settings, origin)
    with open_database(site_settings) as database:
        rows = database.read("explore/api_pages", site=SITE, after="", contains="/housing/", limit=10)
    assert url not in [row["url"] for row in rows]


def test_export_and_diff_see_no_change_between_two_exports(
    first: dict[str, object], site_settings: Settings, tmp_path: Path
):
    for name in ("a.jsonl", "b.jsonl"):
        assert run_cli(site_settings, "graph", "export", "--output", str(tmp_path / name)).returncode == 0
    same = run_cli(site_settings, "graph", "diff", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl"))
    assert same.returncode == 0, same.stdout
    lines = (tmp_path / "b.jsonl").read_text(encoding="utf-8").splitlines()
    (tmp_path / "b.jsonl").write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")
    assert run_cli(site_settings, "graph", "diff", str(tmp_path / "a.jsonl"), str(tmp_path / "b.jsonl")).returncode == 1


def test_reembedding_with_the_same_models_makes_nothing(first: dict[str, object], site_settings: Settings):
    assert reembed(site_settings, quiet=True) == {SITE: 0}


def test_a_deleted_site_leaves_nothing_behind(first: dict[str, object], site_settings: Settings):
    assert delete_site(site_settings, SITE)["pages"] > 50
    assert not [row for row in read_state(site_settings)["sites"] if row["site"] == SITE]
    assert not os.listdir(site_settings.home / "snapshots")  # noqa: PTH208
    with pytest.raises(SiteUnknown):
        delete_site(site_settings, SITE)
