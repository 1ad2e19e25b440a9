"""The statements of the modes on a real Neo4j, over graphs made for each test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from graph.asynchronous import AsyncDatabase
from graph.database import Database
from graph.lines import EdgeLine, End, Header, Line, NodeLine
from graph.portable import write_graph
from graph.schema import latest_version
from retrieval.analysis import analyse
from retrieval.candidates import Context, Probe
from retrieval.events import Trace
from retrieval.linking import Link
from retrieval.modes import direct, entities, named, navigation, overview, walks
from retrieval.options import Options
from retrieval.sites import SiteDirectory
from retrieval.vocabulary import read_wording
from tests.ingest_samples import HashEmbedder, hash_embedders

EMBEDDER = HashEmbedder()
SITE = "s"


def vector(text: str) -> list[float]:
    return [float(number) for number in EMBEDDER.embed_passages([text])[0]]


class Graph:
    """Collects nodes and edges of a small graph and writes them."""

    def __init__(self, *sites: str) -> None:
        self.sites = sites or (SITE,)
        self.nodes: list[NodeLine] = []
        self.edges: list[EdgeLine] = []

    def page(self, url: str, blocks: Sequence[str], site: str = SITE, lang: str = "en", **more: Any) -> list[str]:
        """A page with its blocks; the ids of the blocks."""
        properties = {"site": site, "url": url, "title": url, "lang": lang, "status": "ok", "embedding": vector(url)}
        self.nodes.append(NodeLine("Page", site, url, properties))
        ids = []
        for order, text in enumerate(blocks):
            ident = f"{site}:{url}:{order}"
            values = {"id": ident, "site": site, "url": url, "kind": "paragraph", "text": text, "markdown": text}
            values |= {"heading_path": [url], "headings": url, "order": order, "words": len(text.split()), "main": 1.0}
            values |= {"leaf": True, "lang": lang, "codes": text.lower(), "embedding": vector(text), **more}
            self.nodes.append(NodeLine("Block", site, ident, values))
            self.edge("CONTAINS", ("Page", site, url), ("Block", site, ident), order=order)
            ids.append(ident)
        return ids

    def entity(self, name: str, kind: str, *blocks: str, site: str = SITE) -> End:
        """An entity mentioned by blocks."""
        ident = f"{site}:{kind}:{name.lower()}"
        values = {"id": ident, "site": site, "name": name, "type": kind, "key": name.lower(), "aliases": []}
        self.nodes.append(NodeLine("Entity", site, ident, {**values, "embedding": vector(name)}))
        for block in blocks:
            self.edge("MENTIONS", ("Block", site, block), ("Entity", site, ident), surface=name, start=0, end=1)
        return ("Entity", site, ident)

    def edge(self, kind: str, source: End, target: End, **properties: Any) -> None:
        """An edge."""
        self.edges.append(EdgeLine(kind, source, target, properties))

    def write(self, database: Database) -> None:
        """Put it into the database."""
        write_graph(database, self._lines(database), replace=True)

    def _lines(self, database: Database) -> Iterator[Line]:
        yield Header(latest_version(database.statements), self.sites, {"embedding": (EMBEDDER.name, EMBEDDER.size)})
        yield from sorted(self.nodes, key=lambda node: ["Page", "Block", "Entity", "Topic"].index(node.label))
        yield from sorted(self.edges, key=lambda edge: edge.type)


async def context_of(reader: AsyncDatabase, text: str, site: str = SITE, **options: Any) -> Context:
    facts = await SiteDirectory(reader, 0).find(site)
    languages = options.pop("languages", ())
    trace = Trace(lambda event: None)
    return Context(
        analyse(text),
        facts,
        (Probe(tuple(vector(text))),),
        reader,
        hash_embedders(),
        Options(**options),
        trace,
        languages,
    )


@pytest.mark.parametrize("exact_blocks", [4000, 0])
async def test_a_small_site_beside_a_large_one_is_found_whole(
    database: Database, async_database: AsyncDatabase, exact_blocks: int
):
    graph = Graph("s", "large")
    for number in range(5):
        graph.page(f"page-{number}", [f"tulips and fees number {number}"])
    for number in range(60):
        graph.page(f"other-{number}", [f"tulips and fees of tulips {n} {number}" for n in range(8)], site="large")
    graph.write(database)
    found = await direct.find_blocks(await context_of(async_database, "tulips and fees", exact_blocks=exact_blocks))
    assert len(found) == 5
    assert all(one.id.startswith("s:") for one in found)


@pytest.mark.parametrize("exact_blocks", [4000, 0])
async def test_a_language_filter_that_hides_nearly_all_still_fills_the_result(
    database: Database, async_database: AsyncDatabase, exact_blocks: int
):
    graph = Graph()
    for number in range(40):
        graph.page(f"en-{number}", [f"tulips and fees {n} {number}" for n in range(10)])
    for number in range(4):
        graph.page(f"fr-{number}", [f"tulipes et frais {number}"], lang="fr")
    graph.write(database)
    context = await context_of(async_database, "tulips and fees", exact_blocks=exact_blocks, languages=("fr",))
    assert {one.id for one in await direct.find_blocks(context)} == {f"s:fr-{n}:0" for n in range(4)}


async def test_exact_codes_win_over_their_longer_kin(database: Database, async_database: AsyncDatabase):
    graph = Graph()
    graph.page("a", ["tb- model of drill"])
    graph.page("b", ["tb-500 model of drill", "tb model of drill"])
    graph.write(database)
    found = await direct.find_blocks(await context_of(async_database, "tb-"))
    assert found[0].id == "s:a:0"
    assert found[0].scores["code"] == 1.0


async def test_the_score_of_a_block_is_equation_one_plus_its_path(database: Database, async_database: AsyncDatabase):
    graph = Graph()
    long, short = graph.page("p", ["ada quill studies comets in the long dark winter nights", "comets of ada"])
    graph.entity("Ada Quill", "person", long, short)
    graph.entity("Comets", "research_topic", long)
    graph.write(database)
    context = await context_of(async_database, "ada quill comets", kappa=5, page_penalty=0.0)
    links = [
        Link(f"s:{kind}:{name.lower()}", "entity", name, kind, 1.0, name)
        for name, kind in (("Ada Quill", "person"), ("Comets", "research_topic"))
    ]
    found = {one.id: one for one in await entities.trace_back(context, links, read_wording("", context.site))}
    asked = vector("ada quill comets")
    for block, text, overlap, words in (
        (long, "ada quill studies comets in the long dark winter nights", 2, 10),
        (short, "comets of ada", 1, 3),
    ):
        cosine = sum(a * b for a, b in zip(asked, vector(text), strict=True))
        expected = cosine + overlap / 5 + (1 - words / 10)
        assert found[block].scores["eq1"] == pytest.approx(expected, abs=1e-4)
        assert found[block].score == pytest.approx(expected + found[block].scores["graph"], abs=1e-4)


async def test_two_hops_lead_to_a_block_that_shares_no_word_and_the_path_says_how(
    database: Database, async_database: AsyncDatabase
):
    graph = Graph()
    (first,) = graph.page("comp", ["COMP 20 needs MATH 5"])
    (second,) = graph.page("math", ["Matrices by hand, six units"])
    comp = graph.entity("COMP 20", "course", first)
    math = graph.entity("MATH 5", "course", second)
    graph.edge("RELATES", comp, math, type="requires", sources=[first], weight=1.0)
    graph.write(database)
    found = await entities.find_blocks(await context_of(async_database, "What are the prerequisites of COMP 20?"))
    reached = next(one for one in found if one.id == second)
    assert next((step.source, step.edge, step.target) for step in reached.path) == ("COMP 20", "requires", "MATH 5")
    assert reached.path[-1].target_kind == "block"


async def test_a_hub_is_cut_at_the_degree_cap(database: Database, async_database: AsyncDatabase):
    graph = Graph()
    (home,) = graph.page("hub", ["the hub department"])
    hub = graph.entity("Hub Department", "department", home)
    for number in range(30):
        (block,) = graph.page(f"p{number}", [f"person number {number}"])
        person = graph.entity(f"Person {number}", "person", block)
        graph.edge("RELATES", person, hub, type="member_of", sources=[block], weight=1.0)
    graph.write(database)
    found = await entities.find_blocks(await context_of(async_database, "members of Hub Department", degree=5))
    assert len({one.id for one in found if one.path and one.path[0].source == "Hub Department"}) <= 6 + 5


async def test_every_side_of_a_comparison_keeps_its_quota(database: Database, async_database: AsyncDatabase):
    graph = Graph()
    graph.page("music", [f"music ba fees and terms {n}" for n in range(30)])
    graph.page("dance", ["dance ba costs"])
    graph.write(database)
    context = await context_of(async_database, "What is the difference between the Music BA and the Dance BA?", quota=4)
    found = await navigation.find_blocks(context)
    assert "dance" in {one.url for one in found[:6]}, [(one.url, one.group, one.score) for one in found]
    assert sum(one.url == "music" for one in found) <= 8


async def test_a_page_over_a_named_link_is_reached_and_chrome_is_damped(
    database: Database, async_database: AsyncDatabase
):
    graph = Graph()
    graph.page("start", ["visa advice is described on another page"])
    graph.page("far", ["bring two photographs"])
    graph.page("menu", ["nothing of use"])
    ends = {name: ("Page", SITE, name) for name in ("start", "far", "menu")}
    graph.edge("HYPERLINK", ends["start"], ends["far"], anchor_text="visa advice", region="main", count=1)
    graph.edge("HYPERLINK", ends["start"], ends["menu"], anchor_text="menu", region="chrome", count=1)
    graph.write(database)
    without = await navigation.find_blocks(await context_of(async_database, "visa advice", hops=0, pages=1))
    found = await navigation.find_blocks(await context_of(async_database, "visa advice", hops=1, pages=1))
    assert {one.url for one in without} == {"start"}
    pulls = {one.url: one.scores["page"] for one in found}
    assert pulls["far"] > 2 * pulls.get("menu", 0.0)
    path = next(one.path for one in found if one.url == "far")
    assert (path[0].source, path[0].edge, path[0].target) == ("start", "visa advice", "far")


async def test_a_topic_leads_to_the_blocks_of_its_summary(database: Database, async_database: AsyncDatabase):
    graph = Graph()
    (block,) = graph.page("lab", ["quarks are weighed every night"])
    graph.page("other", ["tulips are watered"])
    topic = ("Topic", SITE, "s:community:1")
    values = {"id": topic[2], "site": SITE, "kind": "community", "level": 1, "title": "Physics research strengths"}
    values |= {"summary": "", "sources": [block], "embedding": vector("research strengths physics")}
    graph.nodes.append(NodeLine("Topic", SITE, topic[2], values))
    graph.write(database)
    found = await overview.find_blocks(await context_of(async_database, "research strengths physics"))
    assert found[0].id == block
    assert found[0].path[0].source == "Physics research strengths"
    off = await overview.find_blocks(await context_of(async_database, "research strengths physics", topics=False))
    assert all(not one.path for one in off)


@pytest.mark.parametrize("exact_blocks", [4000, 0])
async def test_a_page_does_not_win_by_being_long_and_has_its_best_blocks_in_the_overview(
    database: Database, async_database: AsyncDatabase, exact_blocks: int
):
    graph = Graph()
    graph.page("sea", ["the sea is studied with ships", "tides of the sea and ships"])
    graph.page("all", ["ships of the sea", *[f"item {number} of {number % 7} things" for number in range(80)]])
    graph.page("zh", ["the sea is studied with ships"], lang="zh")
    graph.write(database)
    context = await context_of(async_database, "sea studied ships", exact_blocks=exact_blocks, languages=("en",))
    found = [one for one in await overview.find_blocks(context) if "page" in one.scores]
    fits = {one.url: one.scores["page"] for one in found}
    assert found[0].url == "sea"
    assert fits["sea"] > fits["all"]
    assert "zh" not in fits
    assert sum(one.url == "all" for one in found) == overview.BLOCKS


async def test_a_relation_to_a_topic_is_told_by_the_title_of_the_topic(
    database: Database, async_database: AsyncDatabase
):
    graph = Graph()
    (block,) = graph.page("lab", ["quarks are weighed every night"])
    ada = graph.entity("Ada Quill", "person", block)
    topic = ("Topic", SITE, "s:keyword:quarks")
    values = {"id": topic[2], "site": SITE, "kind": "keyword", "level": 0, "title": "quarks"}
    graph.nodes.append(NodeLine("Topic", SITE, topic[2], {**values, "embedding": vector("something else")}))
    facts = {"type": "about", "sources": [block], "weight": 1.0, "group": "", "text": "Ada Quill about quarks"}
    graph.edge("RELATES", ada, topic, **facts, embedding=vector("quarks"))
    graph.write(database)
    found = await overview.find_blocks(await context_of(async_database, "ada quill quarks"))
    steps = [step for one in found for step in one.path if step.edge == "about"]
    assert ("quarks", "topic") in {(step.target, step.target_kind) for step in steps}


def _college() -> Graph:
    """A programme that requires a course, its coordinator and her e-mail; another course may stand in its place."""
    graph = Graph()
    (needs,) = graph.page("programme", ["Required: Knots 10 or Ropes 10. Coordinator: Ada Quill."])
    (profile,) = graph.page("quill", ["Ada Quill. E-mail: quill@college.example"])
    knots, ropes = graph.entity("Knots 10", "course", needs), graph.entity("Ropes 10", "course", needs)
    degree = graph.entity("BSc Rigging", "programme", needs)
    ada = graph.entity("Ada Quill", "person", needs, profile)
    mail = graph.entity("quill@college.example", "value", profile)
    for course in (knots, ropes):
        graph.edge("RELATES", degree, course, type="requires", sources=[needs], weight=1.0, group="or:1")
    graph.edge("RELATES", ada, degree, type="coordinates", sources=[needs], weight=1.0, group="")
    graph.edge("RELATES", ada, mail, type="email", sources=[profile], weight=1.0, group="")
    return graph


def _knots() -> list[Link]:
    return [Link("s:course:knots 10", "entity", "Knots 10", "course", 1.0, "Knots 10")]


async def test_a_walk_ends_at_the_value_and_names_the_block_of_every_step(
    database: Database, async_database: AsyncDatabase
):
    _college().write(database)
    text = "What is the e-mail of the coordinator of the programme that requires Knots 10?"
    found = await walks.find_stops(await context_of(async_database, text), _knots())
    assert found is not None
    (stop,) = found.stops
    assert (stop.name, stop.value, stop.block_id) == ("Ada Quill", "quill@college.example", "s:quill:0")
    assert stop.stated == ("s:programme:0", "s:programme:0")
    assert [step.edge for step in stop.path] == ["← requires", "← coordinates"]
    assert [one.id for one in found.candidates()] == ["s:quill:0", "s:programme:0"]


async def test_what_may_replace_a_thing_is_of_its_group(database: Database, async_database: AsyncDatabase):
    _college().write(database)
    found = await walks.find_stops(await context_of(async_database, "What can I take instead of Knots 10?"), _knots())
    assert found is not None
    assert [stop.name for stop in found.stops] == ["Ropes 10"]


async def test_a_walk_without_the_value_asked_for_finds_nothing(database: Database, async_database: AsyncDatabase):
    graph = _college()
    graph.edges = [edge for edge in graph.edges if edge.properties.get("type") != "email"]
    other = graph.entity("Bo Lark", "person")
    graph.edge("RELATES", other, graph.entity("b@college.example", "value"), type="email", sources=["s:quill:0"])
    graph.write(database)
    text = "What is the e-mail of the coordinator of the programme that requires Knots 10?"
    assert await walks.find_stops(await context_of(async_database, text), _knots()) is None


FILM = (
    "The Salt Road is a film directed by Ines Marlow. It took eleven weeks to make, half of them in rain, and most of "
    "its scenes were shot in Port Grey."
)


def _films(*, linked: bool = True) -> Graph:
    """A film that names its director and its town, in links or not, and their pages, which say nothing of the film."""
    graph = Graph()
    graph.page("The Salt Road", [FILM])
    graph.page("Ines Marlow", ["She was born in Tavira and studied geology."])
    graph.page("Port Grey", ["A town with two bridges."])
    for target in ("Ines Marlow", "Port Grey") if linked else ():
        ends = ("Page", SITE, "The Salt Road"), ("Page", SITE, target)
        graph.edge("HYPERLINK", *ends, anchor_text=target, region="main", count=1)
    for number in range(30):
        graph.page(f"Film {number}", [f"A film whose director was born in town number {number}."])
    return graph


async def test_a_page_named_by_its_title_lifts_what_its_links_are_asked_for(
    database: Database, async_database: AsyncDatabase
):
    _films().write(database)
    found = await named.find_blocks(await context_of(async_database, "Where was the director of The Salt Road born?"))
    lifts = {one.url: one.scores["lift"] for one in found}
    assert set(lifts) == {"The Salt Road", "Ines Marlow", "Port Grey"}
    assert lifts["Ines Marlow"] > lifts["Port Grey"] > 0
    bridge = next(one for one in found if one.url == "Ines Marlow")
    assert [step.edge for step in bridge.path] == ["Ines Marlow"]


async def test_a_title_in_the_text_of_a_named_page_counts_as_a_link_where_there_is_none(
    database: Database, async_database: AsyncDatabase
):
    graph = _films(linked=False)
    graph.page("Rain", ["Water that falls."])
    graph.page("weeks", ["Seven days each."])
    graph.page("Salt Roads of Tavira", ["A walk along salt roads."])
    graph.write(database)
    found = await named.find_blocks(await context_of(async_database, "Where was the director of The Salt Road born?"))
    lifts = {one.url: one.scores["lift"] for one in found}
    assert set(lifts) == {"The Salt Road", "Ines Marlow", "Port Grey"}
    assert lifts["Ines Marlow"] > lifts["Port Grey"] > 0
    bridge = next(one for one in found if one.url == "Ines Marlow")
    assert [(step.source, step.edge) for step in bridge.path] == [("The Salt Road", "names")]


async def test_a_title_of_one_word_in_a_text_counts_only_where_it_is_written_as_a_name(
    database: Database, async_database: AsyncDatabase
):
    graph = Graph()
    graph.page("The Salt Road", ["A film about Tavira and the tide."])
    graph.page("Tavira", ["A town with two bridges."])
    graph.page("Tide", ["Water that comes and goes."])
    graph.write(database)
    found = await named.find_blocks(await context_of(async_database, "Which town is The Salt Road about?"))
    assert {one.url for one in found} == {"The Salt Road", "Tavira"}


async def test_a_question_that_names_no_page_is_lifted_nowhere(database: Database, async_database: AsyncDatabase):
    _films().write(database)
    assert await named.find_blocks(await context_of(async_database, "Where was the director born?")) == []
