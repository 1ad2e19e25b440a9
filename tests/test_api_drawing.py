from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.application import create_api
from api.pasting import paste_around, paste_evidence, paste_nodes
from api.refs import KINDS, Ref
from api.routes.books import distinct_groups
from graph.database import Database
from tests.api_fakes import SITE, FakeGraph, connect_to

A = {"kind": "page", "site": SITE, "key": "https://uni.example/", "url": "https://uni.example/", "name": "Home"}
E = {"kind": "entity", "site": SITE, "key": "uni:person:ann", "url": None, "name": "Ann"}


def open_client(folder: Path, **rows: list[dict[str, Any]]) -> TestClient:
    return TestClient(create_api(connect_to(folder, FakeGraph(**rows))), raise_server_exceptions=False)


def test_an_overview_says_when_there_is_more(tmp_path: Path):
    with open_client(tmp_path, api_overview_pages=[A, {**A, "key": "b", "url": "b"}]) as client:
        assert client.get("/v1/graph/overview?limit=1").json()["truncated"] is True
        assert len(client.get("/v1/graph/overview?limit=2").json()["nodes"]) == 2


def test_edges_among_nodes_carry_the_references_of_their_ends(tmp_path: Path):
    edge = {"edge": "HYPERLINK", "edge_type": "home", "from_key": A["key"], "to_key": A["key"]}
    with open_client(tmp_path, api_links_among=[edge]) as client:
        ref = f"page:{SITE}:{A['key']}"
        found = client.post("/v1/graph/links", json={"nodes": [ref]}).json()
    assert found["edges"] == [{"source": ref, "target": ref, "type": "HYPERLINK", "label": "home"}]


def test_a_reference_that_is_none_is_refused(tmp_path: Path):
    with open_client(tmp_path) as client:
        assert client.post("/v1/graph/cypher", json={"nodes": ["nonsense"]}).status_code == 422
        assert client.post("/v1/graph/cypher", json={"nodes": []}).status_code == 422
        assert client.get("/v1/graph/overview?kind=secrets").status_code == 422


def test_a_value_that_looks_like_a_parameter_is_not_filled_again():
    statement = paste_nodes([{**E, "key": "uni:person:$urls $site"}], SITE)
    assert '"uni:person:$urls $site"' in statement


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(key=st.text(min_size=1).filter(lambda text: "\x00" not in text and text.isprintable()))
def test_any_key_is_quoted_so_that_the_statement_still_runs(database: Database, key: str):
    with database.driver.session() as session:
        assert session.run(paste_nodes([{**E, "key": key}, {**A, "key": key}], SITE)).data() == []
        assert session.run(paste_evidence([key])).data() == []
        assert all(session.run(paste_around(Ref(kind, SITE, key), 5)).data() == [] for kind in KINDS)


def test_entities_that_share_several_names_come_once():
    pair = [{"id": "a"}, {"id": "b"}]
    rows = [{"name": "ann", "entities": pair}, {"name": "ann lee", "entities": pair}, {"name": "x", "entities": []}]
    assert [row["name"] for row in distinct_groups(rows)] == ["ann", "x"]


def test_the_books_need_the_part_that_keeps_them(tmp_path: Path):
    with open_client(tmp_path) as client:
        assert client.get(f"/v1/sites/{SITE}/report").status_code == 501
        assert client.post(f"/v1/sites/{SITE}/merge", json={"one": "abc", "other": "abd"}).status_code == 501
        assert client.get(f"/v1/sites/{SITE}/changes?since=yesterday").status_code == 422
        assert client.get(f"/v1/sites/{SITE}/review").json()["items"] == []
