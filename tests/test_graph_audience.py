"""A copy for the public holds nothing that only a login shows, nor anything that was learned from it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from graph.audience import for_audience
from graph.database import Database
from graph.lines import EdgeLine, End, Header, Line, NodeLine, write_line
from graph.portable import Selection, read_graph, write_graph
from tests.graph_samples import sample_lines

SITE = "college"
OPEN: End = ("Page", SITE, "https://college.example/")
INNER: End = ("Page", SITE, "https://intranet.college.example/")
STUB: End = ("Page", SITE, "https://intranet.college.example/salaries")
SECRET = "secret"


def node(end: End, **properties: object) -> NodeLine:
    key = "url" if end[0] == "Page" else "key" if end[0] == "Meta" else "id"
    return NodeLine(end[0], end[1], end[2], {key: end[2], "site": end[1], **properties})


def block(name: str, page: End) -> NodeLine:
    return node(("Block", SITE, f"{SITE}:{name}"), url=page[2], text=SECRET if page == INNER else "open")


def entity(name: str) -> End:
    return "Entity", SITE, f"{SITE}:person:{name}"


def told(*names: str) -> list[str]:
    return [f"{SITE}:{name}" for name in names]


TOPIC: End = ("Topic", SITE, f"{SITE}:community:a")
OTHER: End = ("Topic", SITE, f"{SITE}:community:b")


def intranet() -> Iterator[Line]:
    """A page for all and one for staff; Ann is on both, Bob inside alone, Eve only as the other end of a fact."""
    yield Header(1, (SITE,), {})
    yield node(OPEN, status="ok")
    yield node(INNER, status="ok", audience="staff", title=SECRET)
    yield node(STUB, status="unseen")
    yield block("b1", OPEN)
    yield block("b2", INNER)
    yield node(entity("ann"), name="Ann", aliases=["Ann Lee", SECRET], anchor_url=INNER[2])
    yield node(entity("bob"), name=SECRET)
    yield node(entity("eve"), name="Eve")
    yield node(entity("pay"), name=SECRET, type="value")
    yield node(TOPIC, summary=SECRET, sources=told("b1", "b2"))
    yield node(OTHER, summary="open", sources=told("b1"))
    yield node(("Meta", SITE, f"forgotten:{SITE}"), spellings=[SECRET])
    yield node(("Meta", SITE, f"site:{SITE}"))
    yield EdgeLine("HYPERLINK", OPEN, INNER, {"anchor_text": SECRET})
    yield EdgeLine("HYPERLINK", INNER, STUB, {})
    yield EdgeLine("CONTAINS", OPEN, ("Block", SITE, f"{SITE}:b1"), {})
    yield EdgeLine("CONTAINS", INNER, ("Block", SITE, f"{SITE}:b2"), {})
    yield EdgeLine("MENTIONS", ("Block", SITE, f"{SITE}:b1"), entity("ann"), {"surface": "Ann Lee"})
    yield EdgeLine("MENTIONS", ("Block", SITE, f"{SITE}:b2"), entity("ann"), {"surface": SECRET})
    yield EdgeLine("MENTIONS", ("Block", SITE, f"{SITE}:b2"), entity("bob"), {"surface": SECRET})
    yield EdgeLine("RELATES", entity("ann"), entity("eve"), {"type": "knows", "sources": told("b1", "b2")})
    yield EdgeLine("RELATES", entity("ann"), entity("pay"), {"type": "salary", "sources": told("b2")})
    yield EdgeLine("CONTAINS", TOPIC, entity("ann"), {})
    yield EdgeLine("CONTAINS", OTHER, entity("ann"), {})


def ends(lines: list[Line]) -> set[str]:
    return {line.key for line in lines if isinstance(line, NodeLine)}


def test_the_public_copy_holds_no_word_of_what_a_login_shows():
    lines = list(for_audience(intranet, "public"))
    assert SECRET not in "".join(map(write_line, lines))
    kept = {OPEN[2], f"{SITE}:b1", entity("ann")[2], entity("eve")[2], OTHER[2], f"site:{SITE}"}
    assert ends(lines) == kept
    facts = [line for line in lines if isinstance(line, EdgeLine) and line.type == "RELATES"]
    assert [line.properties["sources"] for line in facts] == [told("b1")]
    ann = next(line for line in lines if isinstance(line, NodeLine) and line.key == entity("ann")[2])
    assert (ann.properties["aliases"], "anchor_url" in ann.properties) == (["Ann Lee"], False)


def test_every_edge_of_a_copy_has_both_its_ends():
    for audience in ("public", "staff", "members"):
        lines = list(for_audience(intranet, audience))
        known = {(line.label, line.site, line.key) for line in lines if isinstance(line, NodeLine)}
        assert all({line.source, line.target} <= known for line in lines if isinstance(line, EdgeLine))


def test_those_who_may_see_a_page_get_what_is_on_it_but_not_the_notes_of_the_operator():
    lines = list(for_audience(intranet, "staff"))
    assert ends(lines) == ends(list(intranet())) - {f"forgotten:{SITE}"}


@pytest.mark.parametrize("audience", ["public", "staff"])
def test_a_site_without_restricted_pages_is_copied_whole(audience: str):
    assert list(for_audience(lambda: sample_lines(SITE), audience)) == list(sample_lines(SITE))


def test_a_copy_can_be_taken_in_again(database: Database):
    write_graph(database, intranet())
    chosen = Selection(SITE, vectors=False)
    copy = list(for_audience(lambda: read_graph(database, chosen), "public"))
    report = write_graph(database, iter(copy), replace=True)
    assert report.dangling == 0
    assert list(read_graph(database, chosen)) == copy
