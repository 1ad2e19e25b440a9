"""Bridges to foreign libraries: the program that is asked line by line, and what it may see of ours."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import ModelError
from evaluation.bridge import LIBRARIES, Bridge, find_python, program_of
from tests.foreign_fakes import make_environment

BRIDGES = Path(__file__).resolve().parent.parent / "evaluation" / "bridges"
SCRIPT = """
import json, sys, time
for line in sys.stdin:
    asked = json.loads(line)
    if "die" in asked: sys.exit(3)
    if "hang" in asked: time.sleep(60)
    if "fail" in asked: print(json.dumps({"error": "ValueError: no"}), flush=True)
    else: print(json.dumps({"ok": asked}), flush=True)
"""


@pytest.fixture
def bridge(tmp_path: Path) -> Iterator[Bridge]:
    with Bridge([sys.executable, "-c", SCRIPT], tmp_path) as found:
        yield found


def test_a_bridge_answers_line_by_line_and_survives_an_error(bridge: Bridge):
    assert bridge.request(question="日本?\n") == {"question": "日本?\n"}
    with pytest.raises(ModelError, match="ValueError: no"):
        bridge.request(fail=True)
    assert bridge.request(again=1) == {"again": 1}


def test_a_program_that_ends_is_told_at_each_request(bridge: Bridge):
    for _ in range(2):
        with pytest.raises(ModelError, match=r"its program ended; .*log\.txt says why"):
            bridge.request(die=True)


def test_a_program_that_is_silent_is_ended(tmp_path: Path):
    bridge = Bridge([sys.executable, "-c", SCRIPT], tmp_path, quiet=0.5)
    with bridge, pytest.raises(ModelError, match="nothing was heard"):
        bridge.request(hang=True)


def test_a_bridge_that_is_not_open_or_is_asked_nonsense_says_so_and_goes_on(tmp_path: Path):
    make_environment(tmp_path, "lightrag")
    python = find_python(LIBRARIES["lightrag"], tmp_path)
    with Bridge([str(python), str(program_of(LIBRARIES["lightrag"]))], tmp_path / "work") as bridge:
        with pytest.raises(ModelError, match="the library is not open"):
            bridge.request(question="Who?", answer=True)
        with pytest.raises(ModelError, match="KeyError"):
            bridge.request(open={})


def test_no_key_of_ours_reaches_a_foreign_program(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    show = "import json, os, sys; sys.stdin.readline(); print(json.dumps({'ok': dict(os.environ)}), flush=True)"
    with Bridge([sys.executable, "-c", show], tmp_path) as bridge:
        seen = bridge.request(any=1)
    assert "OPENAI_API_KEY" not in seen
    assert not [name for name in seen if name.startswith("SITEQUEST_")]
    assert seen["NO_PROXY"] == "127.0.0.1"


def test_bridges_import_nothing_of_ours():
    for path in BRIDGES.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        rooms = ("api", "app", "core", "crawler", "evaluation", "graph", "ingest", "models", "retrieval")
        assert not [room for room in rooms if f"from {room}" in text or f"import {room}" in text]


@given(st.text())
def test_a_text_survives_the_tokenizer_of_the_lightrag_bridge(text: str):
    if str(BRIDGES) not in sys.path:
        sys.path.append(str(BRIDGES))
    from run_lightrag import Pieces

    pieces = Pieces()
    numbers = pieces.encode(text)
    assert pieces.decode(numbers) == text
    assert pieces.encode(text) == numbers
