"""How the page behaves at the start, while it waits, in Chinese, and where room is short."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, Route, expect

from core.settings import Settings
from graph.database import open_database
from tests.web_samples import SITE, Watch, Web, open_page

pytestmark = pytest.mark.browser
QUESTION = "When does the reading room open?"
PHONE = {"width": 390, "height": 844}
WORDS_HIGH = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getBoundingClientRect().height;
}"""
STATUS = ".graph-foot [role=status]"
LARGE = """
UNWIND range(1, 40) AS n
CREATE (:Page {site: 'a-large-one', url: 'https://large.example/' + n, title: 'Page ' + n, status: 'ok', lang: 'en'})
"""
SMALL = "CREATE (:Page {site: 'a-small-one', url: 'https://small.example/', title: 'One', status: 'ok', lang: 'en'})"
AWAY = "MATCH (n) WHERE n.site IN ['a-large-one', 'a-small-one'] DETACH DELETE n"
LABELS = """() => {
  const graph = document.querySelector('.drawing').graph;
  const shown = graph.nodes().filter((node) => !node.hasClass('quiet') && !node.hasClass('away'));
  const only = { includeNodes: false, includeLabels: true, includeEdges: false, includeOverlays: false };
  return shown.map((node) => node.boundingBox(only));
}"""


@pytest.fixture
def three_sites(web: Web, web_settings: Settings):
    """Two more sites, both before the college by name: one with more pages, one with fewer."""
    with open_database(web_settings) as database, database.driver.session() as session:
        session.run(SMALL).consume()
        session.run(LARGE).consume()
        yield
        session.run(AWAY).consume()


def picked(page: Page) -> str:
    return page.locator("#bar select").input_value()


def test_a_first_visit_opens_on_the_site_with_most_pages(watch: Watch, three_sites: None):
    watch.page.goto(watch.origin)
    expect(watch.page.locator("#question")).to_be_visible()
    assert picked(watch.page) == "a-large-one"


def test_a_later_visit_opens_on_the_site_last_used_in_this_browser(watch: Watch, three_sites: None):
    watch.page.goto(f"{watch.origin}/?site={SITE}")
    expect(watch.page.locator("#question")).to_be_visible()
    other = watch.page.context.new_page()
    other.goto(f"{watch.origin}/compare")
    expect(other.locator("#compare-question")).to_be_visible()
    assert picked(other) == SITE
    other.locator("#bar select").select_option("a-small-one")
    third = watch.page.context.new_page()
    third.goto(watch.origin)
    expect(third.locator("#question")).to_be_visible()
    assert picked(third) == "a-small-one"


def test_a_site_that_is_gone_is_not_opened_again(watch: Watch):
    watch.page.goto(watch.origin)
    watch.page.evaluate("localStorage.setItem('site', 'a-large-one')")
    watch.page.goto(watch.origin)
    expect(watch.page.get_by_role("heading", name="This graph can answer")).to_be_visible()


def test_the_graph_says_that_it_loads_until_it_is_drawn(watch: Watch):
    held: list[Route] = []
    watch.page.route("**/v1/graph/overview*", lambda route: held.append(route))
    watch.page.goto(f"{watch.origin}/graph")
    veil = watch.page.locator(".veil")
    expect(veil).to_be_visible()
    expect(veil).to_have_text("Loading")
    assert watch.page.locator(".drawing").get_attribute("aria-busy") == "true"
    held[0].continue_()
    expect(veil).to_be_hidden()
    expect(watch.page.locator(STATUS)).to_contain_text("edges")


@pytest.mark.parametrize("view", ["pages", "entities"])
def test_no_label_lies_on_another_at_any_zoom(watch: Watch, view: str):
    page = watch.page
    page.goto(f"{watch.origin}/graph?view={view}")
    expect(page.locator(STATUS)).to_contain_text("edges")
    for zoom in (1.0, 0.5, 0.15):
        page.evaluate(f"() => {{ document.querySelector('.drawing').graph.zoom({zoom}); }}")  # nothing is handed back
        page.wait_for_timeout(300)
        boxes = page.evaluate(LABELS)
        assert boxes
        assert [(a, b) for n, a in enumerate(boxes) for b in boxes[:n] if overlap(a, b)] == []


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share more than their padding."""
    across = min(one["x2"], other["x2"]) - max(one["x1"], other["x1"])
    down = min(one["y2"], other["y2"]) - max(one["y1"], other["y1"])
    return across > 5 and down > 5


def test_a_comparison_without_a_question_offers_some_and_says_what_the_modes_are(browser: Browser, web: Web):
    with open_page(browser, web.url, viewport=PHONE) as watch:
        page = watch.page
        page.goto(f"{watch.origin}/compare")
        expect(page.get_by_text("Follows relations between named things.")).to_be_visible()
        page.locator(".chips button").first.click()
        expect(page.locator("section.column").first).to_be_visible()
        expect(page.locator(".chips")).to_have_count(0)
        assert watch.complaints == []


def test_no_table_of_the_operator_is_cut_on_a_phone(browser: Browser, web: Web):
    with open_page(browser, web.url, viewport=PHONE) as watch:
        page = watch.page
        page.goto(f"{watch.origin}/site?site={SITE}")
        expect(page.locator(".pairing").first).to_be_visible()
        cut = page.evaluate(
            "[...document.querySelectorAll('.scroll')].filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        )
        assert cut == 0
        cell = page.locator("td[data-label='Last fetched']").first
        expect(cell).to_be_visible()
        assert cell.bounding_box()["x"] + cell.bounding_box()["width"] <= PHONE["width"]


def test_the_trace_notes_and_reasons_are_chinese_on_the_chinese_page(browser: Browser, web: Web):
    with open_page(browser, web.url, locale="zh-CN") as watch:
        page = watch.page
        page.goto(f"{watch.origin}/?site={SITE}&q=Who is the mayor of Paris?")
        page.locator("details.trace > summary").click()
        trace = page.locator("details.trace")
        expect(trace).to_contain_text("理解问题")
        expect(trace).to_contain_text("规则：问一个事实")
        expect(page.locator(".absent p").first).to_contain_text("本网站")
        steps = trace.locator("tbody td.nowrap").all_inner_texts()
        assert [step for step in steps if re.search("[a-z]{3}", step)] == []
        page.goto(f"{watch.origin}/site?site={SITE}")
        expect(page.locator("main")).to_contain_text("完成；7 页")
        assert watch.complaints == []


def test_the_documents_of_the_api_are_chinese_too_and_need_no_graph(browser: Browser, web: Web):
    with open_page(browser, web.url, locale="zh-CN") as watch:
        page = watch.page
        page.route("**/health/live", lambda route: route.abort())
        page.goto(f"{watch.origin}/docs")
        expect(page.locator("details", has_text="POST /v1/ask").first).to_contain_text("回答一个问题")
        page.locator("summary", has_text="POST /v1/ask").first.click()
        expect(page.locator("details[open] thead").first).to_contain_text("说明")


def test_a_refusal_of_the_server_is_said_in_the_readers_language(browser: Browser, web: Web):
    with open_page(browser, web.url, locale="zh-CN") as watch:
        page = watch.page
        page.goto(f"{watch.origin}/?site={SITE}&q=???")
        expect(page.locator(".fault")).to_contain_text("问题里没有词语")


def test_the_language_can_be_changed_on_the_spot_and_what_the_site_says_stays(watch: Watch):
    page = watch.page
    page.goto(f"{watch.origin}/site?site={SITE}")
    expect(page.locator("main")).to_contain_text("finished; 7 pages")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("main")).to_contain_text("完成；7 页")
    expect(page.locator("main")).to_contain_text("Zeta 1")


@pytest.mark.parametrize("view", ["/", "/graph", "/compare", "/site", "/tour"])
def test_a_site_that_is_not_here_is_said_and_those_that_are_offered(watch: Watch, view: str):
    page = watch.page
    page.goto(f"{watch.origin}{view}?site=nope&q=When")
    expect(page.get_by_role("alert")).to_contain_text("There is no site named “nope” here.")
    expect(page).to_have_url(f"{watch.origin}{view}?site=nope&q=When")
    assert not [url for url in watch.requests if "/v1/ask" in url]
    href = page.get_by_role("alert").get_by_role("link", name=SITE).get_attribute("href")
    assert href == f"{view}?site={SITE}&q=When"


def test_the_documents_fit_a_phone_with_an_answer_in_them(browser: Browser, web: Web):
    with open_page(browser, web.url, viewport=PHONE) as watch:
        page = watch.page
        page.goto(f"{watch.origin}/docs?site={SITE}")
        page.locator("summary", has_text="POST /v1/ask").first.click()
        opened = page.locator("details[open]")
        opened.get_by_role("button", name="Send").click()
        expect(opened.locator("pre.code")).to_contain_text("200")
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        names = opened.locator("tbody td:first-child").all()
        assert [cell.inner_text() for cell in names if cell.evaluate(WORDS_HIGH) > 30] == []


def test_an_example_of_the_documents_asks_what_this_site_can_answer(watch: Watch):
    page = watch.page
    page.goto(f"{watch.origin}/docs?site={SITE}")
    page.locator("summary", has_text="POST /v1/ask").first.click()
    opened = page.locator("details[open]")
    body = opened.locator("textarea")
    expect(body).to_have_value(re.compile(f'"site": "{SITE}"'))
    opened.get_by_role("button", name="Send").click()
    expect(opened.locator("pre.code")).to_contain_text('"answered": true')


def test_an_example_sent_before_it_is_this_sites_own_waits_for_that(watch: Watch):
    page, held = watch.page, list[Route]()
    page.route("**/v1/suggestions*", lambda route: held.append(route))
    with page.expect_request("**/v1/suggestions*"):
        page.goto(f"{watch.origin}/docs?site={SITE}")
    page.locator("summary", has_text="POST /v1/ask").first.click()
    opened = page.locator("details[open]")
    opened.get_by_role("button", name="Send").click()
    expect(opened.locator("pre.code")).to_have_count(1)
    assert not [url for url in watch.requests if "/v1/ask" in url]
    for route in held:
        route.continue_()
    expect(opened.locator("pre.code")).to_contain_text('"answered": true')


@pytest.mark.parametrize("locale", ["en", "zh-CN"])
def test_no_sentence_of_the_documents_ends_twice(browser: Browser, web: Web, locale: str):
    with open_page(browser, web.url, locale=locale) as watch:
        watch.page.goto(f"{watch.origin}/docs")
        expect(watch.page.locator("details").first).to_be_visible()
        text = watch.page.locator("main").text_content() or ""
        assert re.findall(r".{20}[.。] ?[;；,，].{5}", text) == []


WIDE = {"width": 1440, "height": 900}


def test_every_step_of_the_tour_stands_whole_in_the_window(browser: Browser, web: Web):
    with open_page(browser, web.url, viewport=WIDE) as watch:
        page = watch.page
        page.goto(f"{watch.origin}/tour?site={SITE}")
        expect(page.locator("article.turn .actions")).to_be_visible()
        expect(page.locator("#question")).to_be_hidden()
        for _ in range(3):
            page.get_by_role("button", name="Next").click()
        foot = page.locator(".graph-foot")
        expect(foot.locator("[role=status]")).to_contain_text("edges")
        box = foot.bounding_box()
        assert box["y"] + box["height"] <= WIDE["height"]
        assert page.locator(".drawing").bounding_box()["height"] > 300


def test_all_columns_of_a_comparison_are_seen_at_once(browser: Browser, web: Web):
    with open_page(browser, web.url, viewport=WIDE) as watch:
        page = watch.page
        page.goto(f"{watch.origin}/compare?q={QUESTION}")
        columns = page.locator("section.column")
        expect(columns.nth(4)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= WIDE["width"]
        for column in columns.all():
            box = column.bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= WIDE["width"]
        expect(columns.nth(0).locator("h2")).to_have_text("Direct (A)")


@pytest.mark.parametrize("width", [1440, 1920])
def test_the_side_of_sources_reaches_the_edge_in_one_colour(browser: Browser, web: Web, width: int):
    with open_page(browser, web.url, viewport={"width": width, "height": 700}) as watch:
        watch.page.goto(watch.origin)
        expect(watch.page.locator("#question")).to_be_visible()
        picture = Image.open(io.BytesIO(watch.page.screenshot())).convert("RGB")
        side = watch.page.locator("aside.right").bounding_box()
        middle = picture.getpixel((int(side["x"] + side["width"] / 2), 600))
        assert {picture.getpixel((x, 600)) for x in range(int(side["x"]) + 2, width)} == {middle}
        assert picture.getpixel((int(side["x"]) - 3, 600)) != middle


def test_room_is_kept_for_suggestions_and_those_of_before_come_at_once(watch: Watch):
    page = watch.page
    held: list[Route] = []
    page.route("**/v1/suggestions*", lambda route: held.append(route))
    page.goto(watch.origin)
    expect(page.locator(".to-come")).to_be_visible()
    held.pop().continue_()
    expect(page.locator("ul.chips button").first).to_be_visible()
    before = page.locator("ul.chips button").all_inner_texts()
    page.goto(f"{watch.origin}/compare")
    expect(page.locator("ul.chips button").first).to_be_visible()
    assert page.locator("ul.chips button").all_inner_texts() == before
    assert len(held) == 1


def test_modes_have_names_and_say_what_they_do(watch: Watch):
    watch.page.goto(watch.origin)
    option = watch.page.locator("form.question select option[value='C']")
    expect(option).to_have_text("Relations (C)")
    expect(option).to_have_attribute("title", "Follows relations between named things.")
    watch.page.get_by_role("button", name="中文").click()
    expect(option).to_have_text("沿关系（C）")


def test_the_trace_is_in_a_readers_words_and_keeps_the_data_behind_a_fold(watch: Watch):
    page = watch.page
    page.goto(f"{watch.origin}/?site={SITE}&q={QUESTION}")
    page.locator("details.trace > summary").click()
    trace = page.locator("details.trace")
    expect(trace).to_contain_text("Search by meaning and words")
    shown = trace.inner_text()
    assert not re.search(rf"{SITE}:\w{{12}}|sides|features|readable|round trips|_", shown)
    expect(trace).to_contain_text(re.compile(r"\d+ kept"))
    trace.locator("details.raw > summary").click()
    expect(trace.locator("details.raw")).to_contain_text(f"{SITE}:")
