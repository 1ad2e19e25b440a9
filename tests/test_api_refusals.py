"""What the API refuses or takes for granted: sites that are not named, bodies, cursors and paths of no use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.application import create_api
from api.paging import make_cursor
from tests.api_fakes import PAGE, SITE, FakeGraph, Pages, connect_to


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with open_client(tmp_path, FakeGraph()) as opened:
        yield opened


def open_client(folder: Path, graph: FakeGraph) -> TestClient:
    return TestClient(create_api(connect_to(folder, graph)))


@pytest.mark.parametrize("path", ["/v1/blocks", "/v1/ask/", "/v1/sites/"])
def test_a_path_of_another_spelling_is_not_redirected_but_not_found(client: TestClient, path: str):
    assert client.get(path, follow_redirects=False).status_code == 404


@pytest.mark.parametrize("path", ["/v1/ask", "/v1/feedback", "/v1/chat/completions"])
def test_a_body_that_is_no_json_is_a_request_that_cannot_be_read(client: TestClient, path: str):
    answer = client.post(path, content="{bad", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["type"]) == (400, "urn:sitequest:body-unreadable")
    assert "at character 1" in answer.json()["detail"]
    assert "400" in client.get("/openapi.json").json()["paths"][path]["post"]["responses"]


def test_a_cursor_of_another_list_or_hand_is_refused(client: TestClient):
    for cursor in ("bnVsbA==", make_cursor("https://uni.example/", "feedback/None"), make_cursor(5, "pages/uni")):
        answer = client.get("/v1/feedback", params={"cursor": cursor})
        assert (answer.status_code, answer.json()["type"]) == (422, "urn:sitequest:cursor-wrong")
    assert client.get("/v1/pages", params={"cursor": "bnVsbA=="}).status_code == 422


@pytest.mark.parametrize("path", ["/v1/ask", "/v1/search", "/v1/compare"])
def test_with_several_sites_a_question_must_name_one(tmp_path: Path, path: str):
    sites = [{"site": name, "pages": 1} for name in ("arts", "law")]
    with open_client(tmp_path, FakeGraph(api_sites=sites, api_first_sites=sites)) as client:
        answer = client.post(path, json={"question": "When does it open?"})
        streamed = client.post(path, json={"question": "fees"}, headers={"Accept": "text/event-stream"})
    assert (answer.status_code, streamed.status_code) == (422, 422)
    assert "(arts, law); say which one you mean, in the field `site`." in answer.json()["detail"]


def test_the_only_site_is_taken_where_none_is_named_without_counting_it(tmp_path: Path):
    graph = FakeGraph(api_first_sites=[{"site": SITE}])
    with open_client(tmp_path, graph) as client:
        assert client.post("/v1/ask", json={"question": "fees"}).json()["site"] == SITE
    assert [name for name, _ in graph.asked] == ["explore/api_first_sites"]


def test_feedback_without_a_site_is_about_the_one_that_answered(tmp_path: Path):
    sites = [{"site": name, "pages": 1} for name in ("arts", SITE)]
    with open_client(tmp_path, FakeGraph(api_sites=sites)) as client:
        said = {"question": "What is the fee?", "helpful": True}
        assert client.post("/v1/feedback", json=said).status_code == 422
        client.post("/v1/ask", json={"question": "What is the fee?", "site": SITE})
        assert client.post("/v1/feedback", json=said).status_code == 201
        assert client.post("/v1/feedback", json={**said, "site": "nowhere"}).status_code == 404
        assert [row["site"] for row in client.get("/v1/feedback").json()["items"]] == [SITE]


def test_extraction_without_an_address_shows_none(tmp_path: Path):
    async def cut(body: bytes, url: str, question: str | None) -> dict[str, object]:
        return {"title": "Fees", "markdown": "# Fees", "url": url}

    with TestClient(create_api(connect_to(tmp_path, extract=cut))) as client:
        assert "url" not in client.post("/v1/extract", json={"html": "<p>Fees"}).json()
        given = client.post("/v1/extract", json={"html": "<p>Fees", "url": PAGE}).json()
        assert given["url"] == PAGE


def test_a_query_parameter_that_is_not_known_is_refused_by_its_name(client: TestClient):
    answer = client.get("/v1/pages", params={"site": SITE, "contain": "fees"})
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:sitequest:parameter-unknown")
    assert answer.json()["detail"] == "This endpoint has no query parameter contain; did you mean contains?"
    assert client.post("/v1/ask?stream=1", json={"question": "fees"}).json()["detail"].endswith(", nor any other.")


def test_addresses_of_the_page_and_paths_of_other_clients_keep_their_own_parameters(client: TestClient):
    assert client.get("/", params={"q": "fees", "utm_source": "mail"}).status_code == 200
    assert client.get("/v1/models", params={"api-version": "2026-01-01"}).status_code == 200


def test_every_endpoint_says_that_a_parameter_may_be_wrong(client: TestClient):
    for path, methods in client.get("/openapi.json").json()["paths"].items():
        if path.startswith("/v1/") and not path.startswith("/v1/models"):
            assert all("422" in method["responses"] for method in methods.values()), path


def test_a_page_pushed_to_a_misspelt_site_begins_none(tmp_path: Path):
    page = {"params": {"url": PAGE, "site": "unii"}, "content": "<p>Fees"}
    with TestClient(create_api(connect_to(tmp_path, pages=Pages()))) as client:
        refused = client.put("/v1/pages", **page)
        page["params"]["new"] = "true"
        assert client.put("/v1/pages", **page).status_code == 200
    assert (refused.status_code, refused.json()["type"]) == (404, "urn:sitequest:site-unknown")
    assert f"it holds {SITE}. To begin a new site with this page, add new=true." in refused.json()["detail"]


def test_the_first_page_of_an_empty_graph_begins_its_site(tmp_path: Path):
    with TestClient(create_api(connect_to(tmp_path, FakeGraph(api_sites=[]), pages=Pages()))) as client:
        assert client.put("/v1/pages", params={"url": PAGE, "site": SITE}, content="<p>Fees").status_code == 200
