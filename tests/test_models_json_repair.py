"""JSON as models write it: the shapes of the seven variants seen in public trackers, in our own words, and noise."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.json_repair import NotJSONError, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
HOLDERS = st.lists(VALUES, min_size=1, max_size=4) | st.dictionaries(
    st.text(max_size=8), VALUES, min_size=1, max_size=4
)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('```json\n{"a": [{"b": "c"},], "d": []}\n```', {"a": [{"b": "c"}], "d": []}),
        ('The graph of {course}:\n{"a": [1], "d": []}\nThat is all!', {"a": [1], "d": []}),
        ('<think>Perhaps {"a": [9]}?</think>{"a": [1], "d": []}', {"a": [1], "d": []}),
        ('[{"name": "X1"}]', [{"name": "X1"}]),
        ('{"a": [{"b": null}], "d": [{"e": "f"}]}', {"a": [{"b": None}], "d": [{"e": "f"}]}),
        ("{'a': True, b: None}", {"a": True, "b": None}),
        ('{"a": "line\nbreak"}', {"a": "line\nbreak"}),
        ('{"a": "curly } and \\" quote"}', {"a": 'curly } and " quote'}),
        ("[[2,3],[5,6]]", [[2, 3], [5, 6]]),
        ('one {"a": 1} two {"b": [1, 2, 3]}', {"b": [1, 2, 3]}),
    ],
)
def test_json_is_found_whatever_stands_around_it(text: str, value: object):
    assert read_json(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": [{"n": "whole"}, {"n": "Dr Qui', {"a": [{"n": "whole"}]}),
        ('[{"n": 1}, {"n": 2}, {"n"', [{"n": 1}, {"n": 2}]),
        ("[[2,3],[5,6],[8", [[2, 3], [5, 6]]),
        ('```json\n{"a": {"b": 1}, "c": "half', {"a": {"b": 1}}),
    ],
)
def test_of_a_cut_answer_only_what_was_complete_is_kept(text: str, value: object):
    assert read_json(text) == value


@pytest.mark.parametrize("text", ["", "NA", "I am sorry, I cannot do that.", "{]", "}}{{", "{course}"])
def test_what_holds_no_json_is_refused(text: str):
    with pytest.raises(NotJSONError):
        read_json(text)


@pytest.mark.parametrize(
    "text", ["{" * 200_000, "[" * 100_000, '[{"a":' * 30_000, "[" * 5_000 + "]" * 5_000, '"{' * 9_000]
)
@pytest.mark.timeout(60)
def test_hostile_nesting_ends_soon(text: str):
    with suppress(NotJSONError):
        read_json(text)


@given(HOLDERS, st.sampled_from(["", "Here: ", "```json\n", "Of course!\n"]), st.sampled_from(["", "\n```", " Done."]))
def test_any_json_comes_back_from_between_words(value: object, before: str, after: str):
    assert read_json(before + json.dumps(value) + after) == value


@given(st.text())
def test_any_text_gives_a_value_or_the_one_error(text: str):
    with suppress(NotJSONError):
        assert isinstance(read_json(text), dict | list)


def test_the_handed_variants_are_read(shared: Path):
    parts = (shared / "cases" / "45-model-output.txt").read_text(encoding="utf-8").split("=====\n")[:7]
    read = []
    for part in parts:
        try:
            read.append(read_json(part))
        except NotJSONError:
            read.append(None)
    assert [value is not None for value in read] == [True] * 6 + [False]
    assert read[2] == {"entities": [{"name": "ALG101", "type": "Course"}]}
    assert read[3]["entities"][0]["name"] == "B12"
