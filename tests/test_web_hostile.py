"""Text from the web is shown as text in every place there is; one test a place."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.web_samples import RIGHT_TO_LEFT, ROOT, SITE, Watch, Web

pytestmark = pytest.mark.browser
BAD = "onerror='window.broken = 2'"
NOTICE = "Where is the notice board beside the gate?"


def ask(watch: Watch, question: str) -> Page:
    watch.page.goto(f"{watch.origin}/?site={SITE}")
    watch.page.fill("#question", question)
    watch.page.keyboard.press("Enter")
    expect(watch.page.locator("article.turn .actions").first).to_be_visible()
    return watch.page


def shows_only_text(page: Page, place: str) -> None:
    expect(page.locator(place)).to_contain_text(BAD)
    assert page.locator("main script, main img, main iframe").count() == 0
    assert page.evaluate("window.broken") is None
    width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width <= 0, "the page must not grow sideways"


def test_in_an_answer(watch: Watch):
    shows_only_text(ask(watch, NOTICE), "article.turn")


def test_in_a_question_and_its_history(watch: Watch):
    page = ask(watch, f"What is <img src=x {BAD}>?")
    shows_only_text(page, "article.turn h2")
    page.goto(watch.origin)
    shows_only_text(page, "ul.history")


def test_in_the_sources_opened(watch: Watch):
    page = ask(watch, NOTICE)
    page.locator("li.source > button").first.click()
    expect(page.locator("li.source mark").first).to_be_visible()
    shows_only_text(page, "aside")


def test_in_the_trace(watch: Watch):
    page = ask(watch, f"Where is the notice board <img src=x {BAD}>?")
    page.locator("details.trace > summary").click()
    shows_only_text(page, "article.turn")


def test_in_the_comparison(watch: Watch):
    watch.page.goto(f"{watch.origin}/compare?q={NOTICE}&modes=A,B")
    expect(watch.page.locator("section.column")).not_to_have_count(0)
    shows_only_text(watch.page, "main")


@pytest.mark.parametrize("ref", [f"page:{SITE}:{ROOT}hostile.html", "entity:college:course:zeta 1"])
def test_in_the_details_of_a_node(watch: Watch, ref: str):
    watch.page.goto(f"{watch.origin}/graph?node={ref}")
    expect(watch.page.locator("aside h2")).to_be_visible()
    shows_only_text(watch.page, "aside")


def test_in_a_topic_summary(watch: Watch):
    watch.page.goto(f"{watch.origin}/graph?node=topic:college:community:b")
    shows_only_text(watch.page, "aside")


def test_in_the_list_and_the_search_of_the_graph(watch: Watch):
    watch.page.goto(f"{watch.origin}/graph?view=pages")
    watch.page.get_by_role("button", name="List").click()
    shows_only_text(watch.page, ".node-list")
    watch.page.fill("#graph-search", "onerror")
    expect(watch.page.locator("#graph-results li")).not_to_have_count(0)
    shows_only_text(watch.page, "#graph-results")


def test_in_the_section_tree(watch: Watch):
    watch.page.goto(f"{watch.origin}/graph?node=page:{SITE}:{ROOT}hostile.html")
    watch.page.get_by_role("button", name="Draw its sections").click()
    watch.page.get_by_role("button", name="List").click()
    shows_only_text(watch.page, ".node-list")


def test_in_the_statement_to_paste(watch: Watch):
    watch.page.goto(f"{watch.origin}/graph?node=entity:college:course:zeta 1")
    watch.page.locator("summary", has_text="The same in Neo4j Browser").click()
    expect(watch.page.locator("pre.code")).to_contain_text("college:course:zeta 1")
    assert watch.page.evaluate("window.broken") is None


def test_in_feedback(watch: Watch, web: Web):
    text = f"<img src=x {BAD}> {RIGHT_TO_LEFT} " + "w" * 1900
    web.journal.add_feedback(site=SITE, question=text, answer=text, helpful=False, comment=text, mode="A")
    watch.page.goto(f"{watch.origin}/site")
    shows_only_text(watch.page, "main")


def test_right_to_left_text_leaves_the_rest_of_the_line_alone(watch: Watch):
    watch.page.goto(f"{watch.origin}/graph?node=page:{SITE}:{ROOT}hostile.html")
    title = watch.page.locator("aside button", has_text="مكتبة").first
    expect(title).to_be_visible()
    assert title.evaluate("(node) => getComputedStyle(node).unicodeBidi") in ("plaintext", "isolate")


def test_a_block_of_ten_thousand_letters_stays_in_its_frame(watch: Watch):
    page = ask(watch, "What is the longest notice?")
    page.locator("li.source > button").first.click()
    height = page.locator("li.source.open").first.evaluate("(node) => node.getBoundingClientRect().height")
    assert height < 2000
    shown: Callable[[], bool] = lambda: page.evaluate("window.broken") is None  # noqa: E731
    assert shown()
