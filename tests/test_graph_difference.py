"""How two graphs differ."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as some

from graph.difference import Change, Difference, diff_graphs
from graph.lines import EdgeLine, NodeLine, write_line
from tests.graph_samples import block_end, page_end, sample_lines

LINES = list(sample_lines())
TEXTS = [write_line(line) for line in LINES]


def test_a_graph_does_not_differ_from_itself() -> None:
    assert not diff_graphs(TEXTS, TEXTS)


@given(some.randoms(use_true_random=False))
def test_the_order_of_lines_is_of_no_matter(draw: Random) -> None:
    mixed = TEXTS[1:]
    draw.shuffle(mixed)
    assert not diff_graphs(TEXTS, [TEXTS[0], *mixed])


def test_a_node_and_its_edges_that_went_are_named() -> None:
    gone = block_end("demo", 1, 2)
    left = [text for text in TEXTS if f'"{gone[2]}"' not in text]
    found = diff_graphs(TEXTS, left)
    assert gone in found.removed
    assert ("CONTAINS", *page_end("demo", 1), *gone) in found.removed
    assert (found.added, found.changed) == ((), ())


def test_what_was_lost_one_way_was_gained_the_other() -> None:
    there, back = diff_graphs(TEXTS, TEXTS[:-3]), diff_graphs(TEXTS[:-3], TEXTS)
    assert there.removed == back.added
    assert len(there.removed) == 3


def test_a_changed_property_is_named() -> None:
    node = next(line for line in LINES if isinstance(line, NodeLine) and line.label == "Page")
    other = replace(node, properties={**node.properties, "title": "Other", "extra": 1})
    texts = [write_line(other if line is node else line) for line in LINES]
    assert diff_graphs(TEXTS, texts) == Difference((), (), (Change(page_end("demo", 0), ("extra", "title")),))


def test_parallel_edges_are_counted() -> None:
    edge = next(line for line in LINES if isinstance(line, EdgeLine) and line.type == "MENTIONS")
    key = (edge.type, *edge.source, *edge.target)
    twice = [*TEXTS, write_line(edge)]
    assert diff_graphs(TEXTS, twice).added == (key,)
    moved = replace(edge, properties={**edge.properties, "start": 7})
    found = diff_graphs(twice, [*TEXTS, write_line(moved)])
    assert found.changed == (Change(key, ("start",)),)
