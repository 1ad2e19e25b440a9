"""The real language model server: plumbing with a tiny model, and answers of JSON by schema with a useful one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from core.errors import LLMError, ModelError, ModelMissing
from core.settings import load_settings
from models.json_repair import read_json
from models.llm import OpenAIModel
from models.local_llm import LocalServer

pytestmark = pytest.mark.model


def start(name: str) -> Iterator[str]:
    pytest.importorskip("xllamacpp", reason="the extra llm is not installed")
    try:
        with LocalServer(load_settings(), name) as server:
            yield server.base_url
    except ModelMissing as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def tiny() -> Iterator[str]:
    yield from start("smollm2-135m")


async def test_a_real_server_answers_and_counts(tiny: str):
    model = OpenAIModel(tiny, "any", timeout=120)
    done = await model.complete("You are terse.", "Say the word hello.", max_tokens=12)
    await model.close()
    assert done.text
    assert done.prompt_tokens > 5
    assert 0 < done.completion_tokens <= 12


async def test_a_real_server_keeps_to_a_schema(tiny: str):
    schema = {
        "type": "object",
        "properties": {"mode": {"enum": ["A", "B"]}},
        "required": ["mode"],
        "additionalProperties": False,
    }
    model = OpenAIModel(tiny, "any", timeout=120)
    done = await model.complete("Choose a mode.", "Which professors teach algebra?", schema=schema, max_tokens=40)
    await model.close()
    assert read_json(done.text)["mode"] in ("A", "B")


async def test_a_real_stream_ends_with_its_cost(tiny: str):
    model = OpenAIModel(tiny, "any", timeout=120)
    reply = model.stream("You are terse.", "Count to three.", max_tokens=200)
    try:
        pieces = [piece async for piece in reply]
    except LLMError:  # a tiny model may ramble on until the limit
        pieces = [" "]
    else:
        assert reply.completion is not None
        assert reply.completion.completion_tokens > 0
    await model.close()
    assert pieces


async def test_a_real_stream_that_hits_its_limit_is_cut_off(tiny: str):
    model = OpenAIModel(tiny, "any", timeout=120)
    with pytest.raises(LLMError, match="cut off"):
        async for _ in model.stream("Tell long stories.", "Tell me the story of a whale, in full.", max_tokens=5):
            pass
    await model.close()


def test_weights_that_are_none_end_with_a_sentence(tmp_path: Path):
    pytest.importorskip("xllamacpp", reason="the extra llm is not installed")
    from models import local_llm

    wrong = tmp_path / "wrong.gguf"
    wrong.write_bytes(b"no weights")
    server = LocalServer.__new__(LocalServer)
    server._weights = wrong
    server._command = [*local_llm.sys.executable.split("\0"), "-m", "models.local_llm", "--weights", str(wrong)]
    server._process = None
    with pytest.raises(ModelError, match="did not start"):
        server.__enter__()


@pytest.mark.soak
async def test_a_useful_model_finds_entities_in_json():
    for url in start("qwen2.5-coder-1.5b"):
        model = OpenAIModel(url, "any", timeout=300)
        schema = {"type": "array", "items": {"type": "string"}}
        text = "Professor Ada Lind of the Department of Rivers teaches HYD 101."
        done = await model.complete("List the names in the text as JSON.", text, schema=schema, max_tokens=80)
        await model.close()
        assert any("Lind" in name for name in json.loads(done.text))
