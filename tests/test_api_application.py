from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from api.access import Access
from api.application import ApiOptions, create_api
from api.services import Services
from core.errors import DatabaseUnreachable, IngestError
from core.records import Evidence, Question
from tests.api_fakes import BLOCK, PAGE, SITE, TEXT, FakeGraph, connect_to


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with open_client(tmp_path) as opened:
        yield opened


def open_client(folder: Path, *, options: ApiOptions | None = None, graph: FakeGraph | None = None) -> TestClient:
    return TestClient(create_api(connect_to(folder, graph), options), raise_server_exceptions=False)


def read_events(text: str) -> list[tuple[str, dict[str, object]]]:
    events = []
    for part in text.replace("\r\n", "\n").split("\n\n"):
        lines = dict(line.split(": ", 1) for line in part.splitlines() if ": " in line)
        if "data" in lines:
            events.append((lines.get("event", ""), json.loads(lines["data"])))
    return events


def ask_stream(client: TestClient, question: str) -> list[tuple[str, dict[str, object]]]:
    answer = client.post("/v1/ask", json={"question": question}, headers={"Accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    return read_events(answer.text)


def test_an_answer_carries_every_public_name(client: TestClient):
    answer = client.post("/v1/ask", json={"question": "What is the fee?"}).json()
    assert {"answer", "sentences", "citations", "pages", "route", "trace", "usage"} <= set(answer)
    citation_names = {"n", "url", "anchor", "title", "heading_path", "quote", "block_id", "entities"}
    assert set(answer["citations"][0]) == citation_names
    assert answer["citations"][0]["heading_path"] == ["Fees", "Terms"]
    assert set(answer["route"]) == {"mode", "confidence", "reason"}
    assert set(answer["usage"]) == {"llm_calls", "prompt_tokens", "completion_tokens"}


def test_events_come_in_the_order_in_which_things_happen(client: TestClient):
    names = [name for name, _ in ask_stream(client, "What is the fee?")]
    assert names == ["step", "route", "step", "step", "evidence", "evidence", "citation", "sentence", "done"]


def test_a_stream_that_is_cut_off_ends_with_an_error(client: TestClient):
    events = ask_stream(client, "a question that is cut off")
    assert events[-1][0] == "error"
    assert "cut off" in str(events[-1][1]["detail"])


def test_a_model_that_breaks_ends_the_stream_with_one_error(client: TestClient):
    events = ask_stream(client, "the model breaks")
    assert [name for name, _ in events].count("error") == 1
    assert "done" not in [name for name, _ in events]


def test_a_refusal_inside_a_stream_is_an_error_event_with_its_status(client: TestClient):
    name, data = ask_stream(client, "this stream fails")[-1]
    assert name == "error"
    assert data == {
        "type": "urn:sitequest:site-unknown",
        "title": "Site unknown",
        "status": 404,
        "detail": "There is no such site.",
    }


def test_an_error_that_retrieval_itself_streams_has_the_fields_of_a_problem_too(client: TestClient):
    data = ask_stream(client, "the model breaks")[-1][1]
    assert data["type"] == "urn:sitequest:llm-error"
    assert (data["title"], data["status"]) == ("Llm error", 503)
    assert "closed the connection" in str(data["detail"])


@pytest.mark.parametrize("text", ["?!", "   ", "。。。", '"'])
def test_a_question_without_a_word_is_refused(client: TestClient, text: str):
    answer = client.post("/v1/ask", json={"question": text})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert "no word" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({}, "question"),
        ({"question": ""}, "question"),
        ({"question": "x" * 1001}, "question"),
        ({"question": "fees", "mode": "Z"}, "mode"),
        ({"question": "fees", "limit": 0}, "limit"),
        ({"question": "fees", "colour": "red"}, "colour"),
    ],
)
def test_a_wrong_field_is_named_in_the_problem(client: TestClient, body: dict[str, object], where: str):
    answer = client.post("/v1/ask", json=body)
    assert answer.status_code == 422
    assert where in answer.json()["detail"]
    assert answer.json()["errors"]


def test_an_unknown_site_is_404_and_an_empty_graph_409(client: TestClient):
    assert client.post("/v1/ask", json={"question": "fees", "site": "nowhere"}).status_code == 404
    empty = client.post("/v1/ask", json={"question": "an empty graph"})
    assert empty.status_code == 409
    assert empty.json()["type"] == "urn:sitequest:graph-empty"


def test_a_bug_is_a_problem_without_its_traceback(client: TestClient):
    answer = client.post("/v1/ask", json={"question": "crash please"})
    assert answer.status_code == 500
    assert "a bug" not in answer.text


def test_an_unknown_path_is_a_problem_too(client: TestClient):
    answer = client.get("/v1/nothing")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")
    assert (answer.json()["type"], answer.json()["title"]) == ("about:blank", "Not Found")
    assert answer.json()["detail"].startswith("There is nothing at /v1/nothing")
    wrong = client.patch("/v1/ask").json()
    assert (wrong["title"], wrong["detail"]) == (
        "Method Not Allowed",
        "/v1/ask does not answer PATCH; it answers OPTIONS, POST.",
    )


def test_comparing_modes_tells_shared_evidence_from_what_one_alone_found(client: TestClient):
    answer = client.post("/v1/compare", json={"question": "What is the fee?", "modes": ["A", "B"]}).json()
    assert answer["shared"] == [BLOCK]
    assert answer["only"] == {"A": [f"{SITE}:A"], "B": [f"{SITE}:B"]}
    assert [item["answer"]["route"]["mode"] for item in answer["answers"]] == ["A", "B"]


def test_the_flat_baseline_stands_beside_the_modes_where_there_is_one(tmp_path: Path):
    class Chunks:
        async def prepare(self, site: str) -> None:
            assert site == SITE

        async def find(self, question: Question) -> tuple[str, tuple[Evidence, ...]]:
            if "nothing" in question.text:
                raise IngestError("No page of uni is stored on this machine.")
            return "bm25", (Evidence(block_id="chunk:1", url=PAGE, title="", heading_path=(), text=f"Menu {TEXT}"),)

    with TestClient(create_api(connect_to(tmp_path, baseline=Chunks()))) as client:
        found = client.post("/v1/compare", json={"question": "What is the fee?"}).json()
        assert [item["mode"] for item in found["answers"]] == ["A", "B", "C", "G", "hybrid", "flat"]
        assert found["answers"][-1]["searched"] == "bm25"
        assert found["shared"] == [BLOCK]
        silent = client.post("/v1/compare", json={"question": "nothing", "modes": ["flat"]}).json()
        assert "stored" in silent["answers"][0]["error"]
    with open_client(tmp_path) as client:
        without = client.post("/v1/compare", json={"question": "fee", "modes": ["A", "flat"]}).json()
        assert without["answers"][1]["error"]


def test_searching_gives_evidence_without_an_answer(client: TestClient):
    answer = client.post("/v1/search", json={"question": "fee"}).json()
    assert answer["evidence"][0]["block_id"] == BLOCK
    assert "answer" not in answer


def test_live_is_true_at_once_and_ready_once_connected(tmp_path: Path):
    gate = asyncio.Event()

    @asynccontextmanager
    async def slow() -> AsyncIterator[Services]:
        await gate.wait()
        async with connect_to(tmp_path)() as services:
            yield services

    with TestClient(create_api(slow)) as client:
        assert client.get("/health/live").json()["status"] == "starting"
        starting = client.get("/health/ready")
        assert (starting.status_code, starting.json()["type"]) == (503, "urn:sitequest:starting")
        assert client.post("/v1/ask", json={"question": "fees"}).status_code == 503
        assert client.portal is not None
        client.portal.call(gate.set)
        client.portal.call(settle)
        assert client.get("/health/ready").status_code == 200


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_database_that_is_down_at_first_is_tried_again(tmp_path: Path):
    tries: list[int] = []

    @asynccontextmanager
    async def flaky() -> AsyncIterator[Services]:
        tries.append(1)
        if len(tries) == 1:
            raise DatabaseUnreachable("Nothing answers at bolt://127.0.0.1:1.")
        async with connect_to(tmp_path)() as services:
            yield services

    api = create_api(flaky)
    with TestClient(api) as client:
        assert client.portal is not None
        client.portal.call(until_connected, api.state.backend)
        assert client.get("/health/ready").status_code == 200
    assert len(tries) == 2


async def until_connected(backend: object) -> None:
    async with asyncio.timeout(10):
        while getattr(backend, "services", None) is None:  # noqa: ASYNC110  the state has no event of its own
            await asyncio.sleep(0.01)


def test_ready_says_indexing_while_an_index_is_being_filled(tmp_path: Path):
    graph = FakeGraph(api_indexes=[{"name": "block_vector", "state": "POPULATING", "type": "VECTOR"}])
    with open_client(tmp_path, graph=graph) as client:
        answer = client.get("/health/ready")
    assert (answer.status_code, answer.json()["type"]) == (503, "urn:sitequest:indexing")
    assert "block_vector" in answer.json()["detail"]


def test_feedback_is_kept_and_listed_newest_first_page_by_page(client: TestClient):
    for number in range(3):
        body = {"question": f"Question {number}", "helpful": number != 1, "comment": "<b>bold</b>", "site": SITE}
        assert client.post("/v1/feedback", json=body).status_code == 201
    first = client.get("/v1/feedback", params={"limit": 2}).json()
    assert [item["question"] for item in first["items"]] == ["Question 2", "Question 1"]
    rest = client.get("/v1/feedback", params={"limit": 2, "cursor": first["next"]}).json()
    assert [item["question"] for item in rest["items"]] == ["Question 0"]
    assert rest["next"] is None
    assert first["items"][0]["comment"] == "<b>bold</b>"


def test_usage_counts_questions_without_keeping_their_words(client: TestClient, tmp_path: Path):
    client.post("/v1/ask", json={"question": "What is the secret fee?"})
    usage = client.get("/v1/usage").json()
    assert (usage["questions"], usage["answered"], usage["modes"]) == (1, 1, {"A": 1})
    assert b"secret" not in (tmp_path / "journal.sqlite").read_bytes()


def test_operator_endpoints_want_the_key_when_there_is_one(tmp_path: Path):
    with open_client(tmp_path, options=ApiOptions(access=Access("s3cret"))) as client:
        assert client.get("/v1/feedback").status_code == 401
        assert client.get("/v1/feedback", headers={"Authorization": "Bearer wrong"}).status_code == 401
        assert client.get("/v1/feedback", headers={"Authorization": "Bearer s3cret"}).status_code == 200
        assert client.post("/v1/ask", json={"question": "fees"}).status_code == 200


def test_without_a_key_a_caller_from_elsewhere_is_no_operator(tmp_path: Path):
    api = create_api(connect_to(tmp_path))
    with TestClient(api, client=("203.0.113.9", 1234)) as client:
        assert client.get("/v1/usage").status_code == 401
    with TestClient(api, client=("127.0.0.1", 1234)) as client:
        assert client.get("/v1/usage").status_code == 200
        assert client.get("/v1/usage", headers={"X-Forwarded-For": "203.0.113.9"}).status_code == 401


def test_a_name_that_is_not_ours_is_refused(tmp_path: Path):
    with open_client(tmp_path, options=ApiOptions(hosts=("testserver",))) as client:
        assert client.get("/health/live").status_code == 200
        assert client.get("/health/live", headers={"Host": "evil.example"}).status_code == 400


def test_parts_that_were_not_handed_in_answer_501(client: TestClient):
    assert client.get("/v1/crawls").status_code == 501
    assert client.delete("/v1/pages", params={"site": "uni", "url": "https://uni.example/"}).status_code == 501


def test_every_endpoint_has_a_summary_and_every_body_an_example(client: TestClient):
    document = client.get("/openapi.json").json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation.get("summary"), f"{method} {path}"
    for name, schema in document["components"]["schemas"].items():
        if name.endswith("Body"):
            fields = schema["properties"].values()
            assert schema.get("examples") or any(field.get("examples") for field in fields), name


def test_the_page_and_the_documents_ask_no_other_host(client: TestClient):
    for path in ("/", "/docs", "/web/main.js", "/embed"):
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "https://cdn" not in answer.text


def test_only_the_embed_box_may_be_framed_elsewhere(client: TestClient):
    assert "frame-ancestors *" in client.get("/embed").headers["content-security-policy"]
    assert "frame-ancestors 'self'" in client.get("/").headers["content-security-policy"]


def test_a_refusal_of_chat_is_also_in_the_form_of_openai(client: TestClient):
    answer = client.post("/v1/chat/completions", json={"model": "sitequest", "messages": []})
    assert answer.status_code == 422
    assert answer.json()["error"] == {
        "message": answer.json()["detail"],
        "type": "invalid_request_error",
        "param": "messages",
        "code": "field_wrong",
    }
    assert "error" not in client.post("/v1/ask", json={}).json()


def test_a_missing_site_is_named_as_the_field_it_is_here(tmp_path: Path):
    sites = [{"site": name, "pages": 1} for name in ("arts", "law")]
    with open_client(tmp_path, graph=FakeGraph(api_sites=sites)) as client:
        answer = client.get("/v1/pages")
    assert answer.status_code == 422
    assert answer.json()["detail"].endswith("(arts, law); say which one you mean, in the field `site`.")
    assert "--" not in answer.json()["detail"]
