"""Which entities a question is found to name."""

from __future__ import annotations

from typing import Any

import pytest

from retrieval.analysis import analyse
from retrieval.linking import choose


def person(name: str) -> dict[str, Any]:
    ident = f"s:person:{name.lower()}"
    return {
        "id": ident, "kind": "entity", "name": name, "type": "person", "aliases": [], "near": 0.0, "anchor_url": None,
        "degree": 1,
    }  # fmt: skip


@pytest.mark.parametrize("text", ["Who is Professor Quill?", "Where does dr. quill work?", "What is Quill's title?"])
def test_a_surname_alone_names_the_only_person_who_bears_it(text: str):
    links = choose(analyse(text), [person("Odile Quill"), person("Ana Reed")])
    assert (links[0].name, links[0].weight) == ("Odile Quill", 0.9)


def test_a_surname_that_two_people_bear_names_neither_surely():
    links = choose(analyse("Who is Professor Quill?"), [person("Odile Quill"), person("Ana Quill")])
    assert all(link.weight < 0.9 for link in links)


def test_a_surname_behind_another_first_name_is_another_person():
    links = choose(analyse("Who is Bruno Quill?"), [person("Odile Quill")])
    assert all(link.weight < 0.9 for link in links)
