from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from core.settings import Settings
from graph.database import open_database
from tests.web_samples import ROOT, SITE, Watch

pytestmark = pytest.mark.browser
ALL = "document.querySelector('.drawing').graph.nodes()"
SHOWN = "filter((one) => !one.hasClass('away'))"
NODES = f"{ALL}.{SHOWN}.map((node) => node.data())"
CHOSEN = "document.querySelector('.drawing').graph.$('.chosen').id()"
LEFT = "document.querySelector('.drawing').graph.edges('[type = \"RELATES\"]:visible').length"


def open_graph_view(watch: Watch, query: str = "") -> Page:
    watch.page.goto(f"{watch.origin}/graph{query}")
    expect(watch.page.locator(".graph-foot [role=status]")).to_contain_text("edges")
    return watch.page


def names(page: Page) -> set[str]:
    return {node["name"] for node in page.evaluate(NODES)}


def search(page: Page, text: str, title: str) -> None:
    page.fill("#graph-search", text)
    page.locator("[role=option]", has_text=title).first.click()


def test_the_site_map_comes_first_and_says_how_much_it_shows(watch: Watch):
    page = open_graph_view(watch)
    assert any("Library" in name for name in names(page))
    assert {node["kind"] for node in page.evaluate(NODES)} == {"page"}
    assert page.evaluate("document.querySelector('.drawing').graph.edges().length") > 2


def test_the_evidence_of_an_answer_is_drawn_from_names_to_blocks_to_pages(watch: Watch):
    watch.page.goto(f"{watch.origin}/?q=When+does+the+reading+room+open%3F")
    watch.page.locator("summary", has_text="Why this answer").first.click()
    watch.page.get_by_role("link", name="Evidence as a graph").click()
    expect(watch.page.locator(".graph-foot [role=status]")).to_contain_text("edges")
    kinds = {node["kind"] for node in watch.page.evaluate(NODES)}
    assert {"block", "page"} <= kinds
    places = watch.page.evaluate(f"Object.fromEntries({ALL}.map((n) => [n.data('kind'), n.position('x')]))")
    assert places["block"] < places["page"]


def test_a_name_found_by_search_is_drawn_with_its_details_and_where_they_were_read(watch: Watch):
    page = open_graph_view(watch)
    search(page, "Ann Lee", "Ann Lee")
    details = page.locator("aside")
    expect(details.get_by_role("heading", name="Ann Lee")).to_be_visible()
    expect(details).to_contain_text("Mentioned in")
    details.locator("ul", has_text="Ann Lee").locator("button").first.click()
    expect(details).to_contain_text("In the drawing")


def test_expanding_a_node_brings_its_neighbours_and_keeps_the_rest(watch: Watch):
    page = open_graph_view(watch, "?view=entities")
    before = names(page)
    search(page, "Library", "Library |")
    page.get_by_role("button", name="Expand", exact=True).click()
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("New nodes")
    assert before < names(page)


def test_a_shortest_path_is_marked_and_its_length_said(watch: Watch):
    page = open_graph_view(watch)
    search(page, "Library", "Library |")
    expect(page.locator("aside h2")).to_contain_text("Library")
    page.get_by_role("button", name="Path from here").click()
    search(page, "Bo Marsh", "Bo Marsh |")
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("A path of")
    assert page.evaluate("document.querySelector('.drawing').graph.$('.path').length") >= 3


def test_escape_gives_a_path_up(watch: Watch):
    page = open_graph_view(watch)
    search(page, "Library", "Library |")
    page.get_by_role("button", name="Path from here").click()
    page.locator(".drawing").press("Escape")
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("edges")


def test_kinds_edges_and_types_can_be_filtered_out(watch: Watch):
    page = open_graph_view(watch, "?view=topics")
    assert {"topic", "entity"} <= {node["kind"] for node in page.evaluate(NODES)}
    everything = said_edges(page)
    page.get_by_role("checkbox", name="entity").uncheck()
    assert {node["kind"] for node in page.evaluate(NODES)} == {"topic"}
    assert said_edges(page) < everything
    page.get_by_role("checkbox", name="entity").check()
    assert said_edges(page) == everything
    page.wait_for_function(f"() => {LEFT} > 0")
    page.get_by_role("checkbox", name="relates").uncheck()
    assert said_edges(page) < everything
    page.wait_for_function(f"() => {LEFT} === 0")


def said_edges(page: Page) -> int:
    """The edges that the line under the drawing counts; it must be true at once, not with the next frame."""
    return int(page.locator(".graph-foot [role=status]").inner_text().split(",")[1].split()[0])


def test_an_answer_that_comes_late_stays_out_of_the_next_drawing(watch: Watch):
    page = open_graph_view(watch)
    held: list[Route] = []
    late = re.compile("/v1/graph/overview.*kind=entities")
    page.route(late, lambda route: held.append(route))
    page.select_option("#graph-view", "entities")
    page.select_option("#graph-view", "topics")
    expect(page.locator("#graph-view")).to_have_value("topics")
    page.wait_for_function(f"() => {ALL}.some((node) => node.data('kind') === 'topic')")
    with page.expect_response(late):
        held[0].continue_()
    page.wait_for_function(f"() => {ALL}.length > 0")
    assert page.locator("#graph-view").input_value() == "topics"
    assert "topic" in {node["kind"] for node in page.evaluate(NODES)}


def test_a_fault_of_the_server_is_said_under_the_drawing(watch: Watch):
    page = open_graph_view(watch)
    body = json.dumps({"detail": "The database rests.", "status": 503})
    page.route("**/v1/graph/neighbors*", lambda route: route.fulfill(status=503, body=body))
    search(page, "Ann Lee", "Ann Lee")
    expect(page.locator(".graph-foot [role=status]")).to_have_text("The database rests.")
    watch.complaints.clear()


def test_topics_stand_in_columns_by_their_level(watch: Watch):
    page = open_graph_view(watch, "?view=topics")
    places = page.evaluate(f"Object.fromEntries({ALL}.map((n) => [n.data('name'), n.position('x')]))")
    assert places["Whole college"] < places["Teaching"] < places["robots"]


def test_the_sections_of_a_page_are_drawn_as_a_tree_in_their_order(watch: Watch):
    page = open_graph_view(watch)
    search(page, "Library", "Library |")
    page.get_by_role("button", name="Draw its sections").click()
    expect(page.locator("#graph-view")).to_have_value("tree")
    rows = page.evaluate(NODES)
    assert [row["name"] for row in rows if row["name"] in ("Opening", "Loans")] == ["Opening", "Loans"]
    assert max(row["depth"] for row in rows) >= 2


def test_the_drawing_can_be_walked_with_the_keyboard_alone(watch: Watch):
    page = open_graph_view(watch)
    drawing = page.locator(".drawing")
    drawing.focus()
    drawing.press("ArrowRight")
    expect(page.locator("aside h2")).not_to_be_empty()
    first = page.locator("aside h2").inner_text()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
        drawing.press(key)
    expect(page.locator("#live")).to_contain_text("edges")
    drawing.press("Enter")
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("n")
    assert first


def test_a_path_can_be_found_with_the_keyboard_alone(watch: Watch):
    page = open_graph_view(watch)
    drawing = page.locator(".drawing")
    drawing.press("ArrowRight")
    expect(page.locator("aside h2")).not_to_be_empty()
    drawing.press("p")
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("Path from")
    start = page.evaluate(CHOSEN)
    for key in ("ArrowRight", "ArrowDown", "ArrowUp", "ArrowLeft"):
        if page.evaluate(CHOSEN) == start:
            drawing.press(key)
    assert page.evaluate(CHOSEN) != start
    drawing.press("Enter")
    expect(page.locator(".graph-foot [role=status]")).to_contain_text(re.compile("A path of|No path"))


def test_the_list_holds_the_same_nodes_and_expands_them_too(watch: Watch):
    page = open_graph_view(watch)
    drawn = names(page)
    page.get_by_role("button", name="List").click()
    rows = page.locator(".node-list tbody tr")
    assert rows.count() == len(drawn)
    page.get_by_role("button", name="Expand: Library").click()
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("New nodes")
    assert rows.count() > len(drawn)


def test_the_picture_is_a_png_of_the_whole_drawing(watch: Watch):
    page = open_graph_view(watch)
    with page.expect_download() as caught:
        page.get_by_role("button", name="Save as picture").click()
    assert caught.value.suggested_filename == f"{SITE}-pages.png"
    assert caught.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_view_as_cypher_names_every_node_and_runs(watch: Watch, web_settings: Settings):
    page = open_graph_view(watch)
    page.locator("summary", has_text="The same in Neo4j Browser").click()
    expect(page.locator("pre.code")).to_contain_text("MATCH (n:Page)")
    statement = page.locator("pre.code").inner_text()
    assert json.dumps(ROOT + "library.html") in statement
    with open_database(web_settings) as database, database.driver.session() as session:
        assert len(session.run(statement).data()) == len(names(page))


def test_clearing_leaves_an_empty_drawing_that_search_fills_again(watch: Watch):
    page = open_graph_view(watch)
    page.get_by_role("button", name="Clear").click()
    assert names(page) == set()
    search(page, "COMP 20", "COMP 20")
    expect(page.locator("aside h2")).to_contain_text("COMP 20")
    assert len(names(page)) > 1


def test_newcomers_lie_on_no_node_that_is_drawn_already(watch: Watch):
    page = open_graph_view(watch)
    old = set(page.evaluate(f"{ALL}.map((node) => node.id())"))
    search(page, "Library", "Library |")
    page.get_by_role("button", name="Expand", exact=True).click()
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("New nodes")
    places = page.evaluate(f"{ALL}.map((node) => [node.id(), node.position('x'), node.position('y')])")
    fresh = [place for place in places if place[0] not in old]
    assert fresh
    near = [
        (one[0], other[0])
        for one in fresh
        for other in places
        if other[0] != one[0] and (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2 < 24**2
    ]
    assert near == []


def test_things_of_one_name_are_told_apart_by_their_pages(watch: Watch):
    page = open_graph_view(watch)
    found = page.request.get(f"{watch.origin}/v1/graph/find", params={"text": "Ann Lee", "site": SITE}).json()
    [entity, *_] = [item for item in found["items"] if item["kind"] == "entity"]
    assert entity["url"] == ROOT + "people/ann-lee.html"
    twin = {**entity, "ref": entity["ref"] + "@2", "url": ROOT + "staff/a%20lee.html"}
    page.route("**/v1/graph/find*", lambda route: route.fulfill(json={"items": [entity, twin], "next": None}))
    page.fill("#graph-search", "Ann Lee")
    options = page.locator("[role=option]")
    expect(options).to_have_count(2)
    expect(options.nth(0)).to_contain_text("people/ann-lee.html")
    expect(options.nth(1)).to_contain_text("staff/a lee.html")


def test_the_rest_steps_back_while_a_path_is_shown(watch: Watch):
    page = open_graph_view(watch)
    search(page, "Library", "Library |")
    page.get_by_role("button", name="Path from here").click()
    search(page, "Bo Marsh", "Bo Marsh |")
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("A path of")
    back = "document.querySelector('.drawing').graph.$('.back').length"
    assert page.evaluate(back) > 0
    assert page.evaluate("document.querySelector('.drawing').graph.$('.path.back').length") == 0
    page.locator(".drawing").press("Escape")
    assert page.evaluate(back) == 0


def test_labels_that_are_shown_lie_above_every_dot(watch: Watch):
    page = open_graph_view(watch)
    page.wait_for_function(f"() => {ALL}.some((node) => node.hasClass('named'))")
    page.evaluate("() => { document.querySelector('.drawing').graph.zoom(0.2); }")
    page.wait_for_timeout(300)
    depths = page.evaluate(f"{ALL}.map((node) => [node.hasClass('named'), node.style('z-index')])")
    assert {depth for named, depth in depths if not named} <= {0, "0"}
    assert all(float(depth) > 0 for named, depth in depths if named)


def test_a_search_that_reaches_no_server_says_so(watch: Watch):
    page = open_graph_view(watch)
    page.route("**/v1/graph/find*", lambda route: route.abort())
    page.fill("#graph-search", "Ann")
    expect(page.locator("[role=option]")).to_contain_text("The server does not answer.")
    watch.complaints.clear()
