"""Damaged copies of a site: what is missing is gone without a trace, what is wrong is wrong, and the site stays."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from evaluation.breaking import drop_pages, open_damaged, rename_site, swap_names
from graph.database import Database
from graph.lines import EdgeLine, Header, NodeLine
from graph.sites import count_site, list_sites
from tests.retrieval_samples import PAGES, ingest


def node(label: str, key: str, **properties: object) -> NodeLine:
    return NodeLine(label, "s", key, {"site": "s", "id": key, **properties})


def edge(kind: str, source: tuple[str, str], target: tuple[str, str], **properties: object) -> EdgeLine:
    return EdgeLine(kind, (source[0], "s", source[1]), (target[0], "s", target[1]), dict(properties))


LINES = [
    Header(1, ("s",)),
    NodeLine("Page", "s", "/a", {"site": "s", "url": "/a"}),
    NodeLine("Page", "s", "/b", {"site": "s", "url": "/b"}),
    node("Block", "s:1", url="/a"),
    node("Block", "s:2", url="/b"),
    node("Entity", "s:person:ann", name="Ann", aliases=["A."], type="person"),
    node("Entity", "s:person:bo", name="Bo", aliases=["B."], type="person"),
    node("Topic", "s:t:1", sources=["s:1", "s:2"], summary="both"),
    edge("CONTAINS", ("Page", "/a"), ("Block", "s:1")),
    edge("CONTAINS", ("Page", "/b"), ("Block", "s:2")),
    edge("HYPERLINK", ("Page", "/a"), ("Page", "/b")),
    edge("MENTIONS", ("Block", "s:1"), ("Entity", "s:person:ann")),
    edge("MENTIONS", ("Block", "s:2"), ("Entity", "s:person:bo")),
    edge(
        "RELATES",
        ("Entity", "s:person:ann"),
        ("Entity", "s:person:bo"),
        sources=["s:1", "s:2"],
        type="knows",
        key="s:person:ann\tknows\t\ts:person:bo",
    ),
]


def keys(lines: list, label: str) -> set[str]:
    return {line.key for line in lines if isinstance(line, NodeLine) and line.label == label}


def test_a_missing_page_takes_with_it_what_only_it_supports():
    left = drop_pages(LINES, 0.5, random.Random(1))
    (page,) = keys(left, "Page")
    block = {"/a": "s:1", "/b": "s:2"}[page]
    assert keys(left, "Block") == {block}
    assert keys(left, "Topic") == set()  # its summary may say what the missing page said
    edges = [line for line in left if isinstance(line, EdgeLine)]
    relation = next(line for line in edges if line.type == "RELATES")
    assert relation.properties["sources"] == [block]
    assert not any(line.type == "HYPERLINK" for line in edges)


def test_a_wrong_entity_has_the_names_of_another_of_its_type():
    damaged = swap_names(LINES, 1.0, random.Random(1))
    named = {line.key: line.properties for line in damaged if isinstance(line, NodeLine) and line.label == "Entity"}
    assert (named["s:person:ann"]["name"], named["s:person:ann"]["aliases"]) == ("Bo", ["B."])
    assert named["s:person:bo"]["name"] == "Ann"
    assert len(damaged) == len(LINES)


def test_none_damaged_is_the_same_graph():
    assert swap_names(LINES, 0.0, random.Random(1)) == LINES


def test_a_copy_has_keys_and_sources_of_its_own():
    renamed = list(rename_site(LINES, "s", "t"))
    assert renamed[0].sites == ("t",)
    assert keys(renamed, "Block") == {"t:1", "t:2"}
    assert keys(renamed, "Page") == {"/a", "/b"}
    topic = next(line for line in renamed if isinstance(line, NodeLine) and line.label == "Topic")
    assert (topic.site, topic.properties["site"], topic.properties["id"]) == ("t", "t", "t:t:1")
    assert topic.properties["sources"] == ["t:1", "t:2"]
    relation = next(line for line in renamed if isinstance(line, EdgeLine) and line.type == "RELATES")
    assert relation.properties["key"] == "t:person:ann\tknows\t\tt:person:bo"


def test_a_real_site_is_copied_damaged_and_left_as_it_was(database: Database, tmp_path: Path):
    ingest(database, tmp_path, PAGES)
    before = count_site(database, "college")
    wanted = [("missing", 0.5), ("corrupt", 0.3)]
    with open_damaged(database, "college", wanted) as sites:
        assert sites == {"50 % missing": "college~missing50", "30 % corrupt": "college~corrupt30"}
        missing, corrupt = (count_site(database, name) for name in sites.values())
        assert 0 < missing.blocks < before.blocks
        assert missing.entities < before.entities
        assert (corrupt.pages, corrupt.blocks, corrupt.entities) == (before.pages, before.blocks, before.entities)
    assert list_sites(database) == ["college"]
    assert count_site(database, "college") == before


def test_copies_of_a_run_that_was_killed_are_taken_out(database: Database, tmp_path: Path):
    ingest(database, tmp_path, PAGES)
    left = open_damaged(database, "college", [("missing", 0.5)])
    left.__enter__()
    assert len(list_sites(database)) == 2
    with open_damaged(database, "college", []) as sites:
        assert sites == {}
        assert list_sites(database) == ["college"]


@pytest.mark.parametrize("share", [0.1, 0.9])
def test_so_many_pages_are_missing_as_were_asked_for(share: float):
    lines = [Header(1, ("s",)), *(node("Block", f"s:{n}", url=f"/{n}") for n in range(20))]
    assert len(keys(drop_pages(lines, share, random.Random(1)), "Block")) == round(20 * (1 - share))
