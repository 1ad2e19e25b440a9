"""Communities without a database: the hybrid graph, its clusters and levels, and titles of keyword topics."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.topics.clusters import S_MAX, S_MIN, Method, cluster
from ingest.topics.hierarchy import build_levels
from ingest.topics.hybrid import MAX_SHARING, HybridGraph, build_hybrid, find_sharing, smooth
from ingest.topics.summaries import Member, by_closeness, closeness_of, summarise
from ingest.topics.titles import best_spellings

Mentions = list[tuple[str, str]]


def made_graph(groups: int = 12, each: int = 20, seed: int = 5) -> HybridGraph:
    """Groups of blocks and entities that mention each other, with vectors around a centre of their own."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((groups, 16))
    vectors = {
        f"{kind}{group:02}-{place:02}": (centres[group] + 0.3 * random.standard_normal(16)).tolist()
        for group in range(groups)
        for place in range(each)
        for kind in "be"
    }
    mentions = [
        (f"b{group:02}-{place:02}", f"e{group:02}-{(place + step) % each:02}")
        for group in range(groups)
        for place in range(each)
        for step in range(3)
    ]
    relations = [(f"e{group:02}-00", f"e{group:02}-05", 2.0) for group in range(groups)]
    return build_hybrid(vectors, mentions, relations)


def test_edges_are_sorted_summed_and_without_loops():
    vectors = {"a": [1.0, 0.0], "b": [0.0, 1.0], "c": [1.0, 1.0]}
    graph = build_hybrid(vectors, [("b", "a"), ("a", "c"), ("a", "x")], [("a", "b", 2.0), ("c", "c", 9.0)])
    edges = list(zip(graph.sources.tolist(), graph.targets.tolist(), graph.weights.tolist(), strict=True))
    assert edges == [(0, 1, 3.0), (0, 2, 1.0)]


def test_a_site_without_any_edge_or_node_is_a_graph_too():
    assert build_hybrid({}, [], []).size == 0
    lone = build_hybrid({"a": [1.0, 0.0]}, [], [])
    assert (lone.size, len(lone.sources)) == (1, 0)
    assert smooth(lone).tolist() == [[1.0, 0.0]]


def test_blocks_that_share_more_than_three_entities_are_joined():
    mentions = [(block, f"e{number}") for block in ("a", "b") for number in range(4)]
    mentions += [("c", f"e{number}") for number in range(3)]
    assert find_sharing(mentions) == [("a", "b", 4)]
    assert find_sharing([*mentions, *mentions]) == [("a", "b", 4)]
    assert find_sharing([]) == []


def test_an_entity_that_very_many_blocks_mention_joins_none():
    everywhere = [(f"b{block:03}", f"hub{number}") for block in range(MAX_SHARING + 1) for number in range(5)]
    assert find_sharing(everywhere) == []


@given(st.lists(st.tuples(st.sampled_from("abcde"), st.sampled_from("1234567")), max_size=40), st.integers(0, 3))
def test_sharing_counts_what_two_blocks_have_in_common(mentions: Mentions, shared: int):
    of = {block: {entity for one, entity in mentions if one == block} for block in "abcde"}
    wanted = [(a, b, len(of[a] & of[b])) for a, b in combinations("abcde", 2) if len(of[a] & of[b]) > shared]
    assert find_sharing(mentions, shared) == wanted


def test_smoothing_takes_the_mean_of_a_node_and_its_neighbours():
    graph = build_hybrid({"a": [1.0, 0.0], "b": [0.0, 1.0]}, [("a", "b")], [])
    half = 2**-0.5
    assert np.allclose(smooth(graph, rounds=1), [[half, half], [half, half]])


@pytest.mark.parametrize("method", ["leiden", "hashing"])
def test_every_node_is_in_one_cluster_of_a_fair_size(method: Method):
    graph = made_graph()
    clusters = cluster(graph, smooth(graph), method)
    assert sorted(node for nodes in clusters for node in nodes) == list(range(graph.size))
    assert all(S_MIN <= len(nodes) <= S_MAX for nodes in clusters)


def test_nodes_that_belong_together_fall_together():
    graph = made_graph()
    clusters = cluster(graph, smooth(graph))
    mixed = [nodes for nodes in clusters if len({graph.ids[node][1:3] for node in nodes}) > 1]
    assert not mixed


@pytest.mark.parametrize("method", ["leiden", "hashing"])
def test_the_same_graph_gives_the_same_levels(method: Method):
    one, other = (build_levels(made_graph(), "demo", method) for _ in range(2))
    assert one == other
    assert {row.level for row in one} >= {1, 2}


def test_a_level_holds_every_community_of_the_one_below():
    levels = build_levels(made_graph(groups=40), "demo")
    for level in range(2, max(row.level for row in levels) + 1):
        below = {row.id for row in levels if row.level == level - 1}
        held = [name for row in levels if row.level == level for name in row.members]
        assert sorted(held) == sorted(below)


def test_the_most_central_member_comes_first_and_equals_go_by_id():
    members = [Member("b", [1.0, 0.0], "B"), Member("c", [0.0, 1.0], "C"), Member("a", [1.0, 0.0], "A")]
    assert [one.id for one in by_closeness(members, closeness_of(members, (1.0, 0.1)))] == ["a", "b", "c"]
    assert by_closeness([], closeness_of([], (1.0,))) == []


def test_how_close_a_block_is_does_not_depend_on_the_others():
    random = np.random.default_rng(3)
    members = [Member(f"b{place}", random.standard_normal(48).tolist(), "Text") for place in range(40)]
    centre = random.standard_normal(48).tolist()
    together = closeness_of(members, centre)
    assert {name: near for one in members for name, near in closeness_of([one], centre).items()} == together


def test_only_blocks_are_close_to_a_centre():
    assert closeness_of([Member("e", [1.0, 0.0], name="Ada")], (1.0, 0.0)) == {}


def test_a_summary_takes_its_sentences_from_the_closest_blocks():
    texts = {f"b{place}": f"At place {place} stands Ada Quill. More is to come." for place in range(8)}
    members = [Member(name, (), text, ("Rivers",)) for name, text in texts.items()]
    members.append(Member("e", (), name="Ada Quill", weight=8))
    summary = summarise(members, {name: -place / 10 for place, name in enumerate(texts)})
    assert summary.sources == tuple(texts)[:6]
    assert summary.text.split("\n")[0] == "At place 0 stands Ada Quill."
    assert summary.title == "Rivers: Ada Quill"


def test_a_topic_is_titled_as_it_is_written_most_often():
    written = [("deep learning", 2), ("Deep Learning", 3), ("DEEP  LEARNING", 1), ("Mud", 1), ("mud", 1)]
    assert best_spellings(written) == {"deep learning": "Deep Learning", "mud": "Mud"}


@given(st.lists(st.tuples(st.sampled_from(["Mud", "mud", "MUD", "Tides", "tides"]), st.integers(1, 3)), max_size=8))
def test_the_order_in_which_spellings_come_changes_no_title(written: list[tuple[str, int]]):
    assert best_spellings(written) == best_spellings(written[::-1])
