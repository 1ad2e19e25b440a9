"""The tools of the Model Context Protocol, through the SDK's own client, over small fakes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from mcp.client import Client
from mcp.server.transport_security import TransportSecuritySettings

from api.mcp import Opened, make_tools
from api.services import Services
from core.errors import DatabaseUnreachable
from tests.api_fakes import BLOCK, PAGE, SITE, FakeGraph, connect_to

NODE = {"kind": "page", "site": SITE, "key": PAGE, "url": PAGE, "name": "Fees", "detail": "en"}


@asynccontextmanager
async def agent_of(folder: Path, **rows: list[dict[str, Any]]) -> AsyncIterator[Client]:
    async with Client(make_tools(Opened(connect_to(folder, FakeGraph(**rows))))) as agent:
        yield agent


async def call(agent: Client, name: str, **arguments: object) -> Any:
    found = await agent.call_tool(name, arguments)
    assert not found.is_error, found.content
    return found.structured_content


async def test_every_tool_says_what_it_does_and_takes(tmp_path: Path):
    async with agent_of(tmp_path) as agent:
        tools = (await agent.list_tools()).tools
    assert {tool.name for tool in tools} == {"ask", "search", "read_block", "find_nodes", "neighbors", "path"}
    assert all(tool.description and tool.input_schema["properties"] for tool in tools)


async def test_an_answer_comes_with_its_sources_and_a_search_with_blocks(tmp_path: Path):
    async with agent_of(tmp_path) as agent:
        answer = await call(agent, "ask", question="What is the fee?")
        found = await call(agent, "search", question="fee", limit=2)
    assert answer["citations"][0]["url"] == PAGE
    assert "evidence" not in answer
    assert found["result"][0]["block_id"] == BLOCK


async def test_nodes_are_found_and_walked_from(tmp_path: Path):
    near = {**NODE, "key": "b", "edge": "HYPERLINK", "edge_type": "more", "outgoing": True}
    async with agent_of(tmp_path, api_find=[NODE], api_neighbors=[near], api_path=[{"nodes": [NODE]}]) as agent:
        ref = (await call(agent, "find_nodes", text="fees"))["result"][0]["ref"]
        assert ref == f"page:{SITE}:{PAGE}"
        assert (await call(agent, "neighbors", node=ref))["result"][0]["label"] == "more"
        assert (await call(agent, "path", source=ref, target=f"page:{SITE}:b"))["result"][0]["ref"] == ref


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("ask", {"question": "?!"}, "no word"),
        ("ask", {"question": "x" * 1001}, "longer than 1000"),
        ("ask", {"question": "fees", "site": "nowhere"}, "no site named nowhere"),
        ("search", {"question": "an empty graph"}, "graph is empty"),
        ("read_block", {"block_id": "uni:none"}, "no block uni:none"),
        ("find_nodes", {"text": "fees", "site": "nowhere"}, "no site named nowhere"),
        ("neighbors", {"node": "nonsense"}, "is no node"),
        ("path", {"source": "block:a:1", "target": "block:b:1"}, "different sites"),
    ],
)
async def test_a_refusal_is_one_sentence(tmp_path: Path, name: str, arguments: dict[str, object], said: str):
    async with agent_of(tmp_path) as agent:
        found = await agent.call_tool(name, arguments)
    assert found.is_error
    assert said in found.content[0].text
    assert "Traceback" not in found.content[0].text


async def test_a_client_is_greeted_before_the_database_is_there_and_its_call_waits(tmp_path: Path):
    tries: list[int] = []

    @asynccontextmanager
    async def slow() -> AsyncIterator[Services]:
        tries.append(1)
        if len(tries) == 1:
            raise DatabaseUnreachable("Nothing answers at bolt://127.0.0.1:1.")
        async with connect_to(tmp_path)() as services:
            yield services

    async with Client(make_tools(Opened(slow))) as agent:
        assert (await agent.list_tools()).tools
        assert (await call(agent, "ask", question="What is the fee?"))["answered"]
    assert len(tries) == 2


async def test_services_are_opened_once_for_all_sessions_and_closed_with_the_last(tmp_path: Path):
    states: list[str] = []

    @asynccontextmanager
    async def counted() -> AsyncIterator[Services]:
        states.append("open")
        async with connect_to(tmp_path)() as services:
            yield services
        states.append("closed")

    opened = Opened(counted)
    tools = make_tools(opened)
    async with Client(tools) as first:
        async with Client(tools) as second:
            await call(first, "ask", question="What is the fee?")
            await call(second, "ask", question="What is the fee?")
        assert states == ["open"]
        await call(first, "ask", question="What is the fee?")
    assert states == ["open", "closed"]


async def test_a_page_elsewhere_cannot_reach_the_tools_by_a_name_of_its_own(tmp_path: Path):
    guard = TransportSecuritySettings(enable_dns_rebinding_protection=True, allowed_hosts=["127.0.0.1"])
    app = make_tools(Opened(connect_to(tmp_path))).streamable_http_app(transport_security=guard)
    headers = {"Accept": "application/json, text/event-stream", "Host": "evil.example"}
    reached = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")
    async with app.router.lifespan_context(app), reached as client:
        answer = await client.post("/mcp", json={"jsonrpc": "2.0", "id": 1, "method": "ping"}, headers=headers)
    assert answer.status_code == 421


async def test_a_missing_site_is_named_as_the_argument_it_is_here(tmp_path: Path):
    sites = [{"site": name, "pages": 1} for name in ("arts", "law")]
    async with agent_of(tmp_path, api_sites=sites) as agent:
        found = await agent.call_tool("find_nodes", {"text": "fees"})
    assert found.is_error
    assert "(arts, law); say which one you mean, as the argument `site`." in found.content[0].text
    assert "--" not in found.content[0].text
