"""What the browser keeps of a reader: also where it keeps nothing, as in a frame of another site."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.api_fakes import SITE
from tests.test_web_embed import host_page
from tests.web_samples import Watch, open_page

pytestmark = pytest.mark.browser
DENIED = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("Access is denied.", "SecurityError"); } });
}
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('Full.', 'QuotaExceededError'); };"
QUESTION = "What is the fee?"


@pytest.fixture(params=[DENIED, FULL], ids=["denied", "full"])
def bare(request: pytest.FixtureRequest, browser: Browser, light: str) -> Iterator[Watch]:
    """A page of a browser that will not keep anything."""
    with open_page(browser, light) as watched:
        watched.page.add_init_script(request.param)
        yield watched
        assert watched.complaints == []


def test_an_answer_comes_where_storage_is_denied_or_full(bare: Watch):
    page = bare.page
    page.goto(f"{bare.origin}/?site={SITE}&q={QUESTION}")
    expect(page.locator("article.turn button.cite").first).to_be_visible()


def test_theme_and_language_change_for_as_long_as_the_page_is_open(bare: Watch):
    page = bare.page
    page.goto(bare.origin)
    page.get_by_role("button", name="Dark or light").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_role("button", name="中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh")
    page.get_by_role("link", name="图谱").click()
    expect(page.locator("#graph-view")).to_be_visible()


@pytest.mark.parametrize("view", ["graph", "compare", "site", "tour", "docs"])
def test_every_view_opens_without_storage(browser: Browser, light: str, view: str):
    with open_page(browser, light) as watched:
        watched.page.add_init_script(DENIED)
        watched.page.goto(f"{watched.origin}/{view}")
        expect(watched.page.locator(f"nav a[href='/{view}']")).to_have_attribute("aria-current", "page")
        expect(watched.page.locator("main h1, main h2, main p").first).to_be_attached()
        assert [text for text in watched.complaints if "denied" in text or "Error:" in text] == []


def test_the_box_answers_on_a_page_of_another_site_whose_frames_may_keep_nothing(browser: Browser, light: str):
    tag = f'<script src="{light}/embed.js" data-site="{SITE}" data-label="Ask the university"></script>'
    with host_page(tag) as url, open_page(browser, light) as watched:
        elsewhere = url.replace("127.0.0.1", "localhost")  # another site than that of the frame, not only another port
        watched.page.context.add_init_script(f"if (window !== top) {{ {DENIED} }}")
        watched.page.goto(elsewhere)
        watched.page.get_by_role("button", name="Ask the university").click()
        frame = watched.page.frame_locator("#sitequest-frame")
        frame.locator("#question").fill(QUESTION)
        frame.get_by_role("button", name="Ask", exact=True).click()
        cited = frame.locator("article.turn button.cite").first
        expect(cited).to_be_visible()
        cited.click()
        expect(frame.locator(".source.open mark").first).to_be_visible()
        assert watched.complaints == []


def test_the_box_answers_on_a_page_of_another_site_as_the_browser_comes(browser: Browser, light: str):
    tag = f'<script src="{light}/embed.js" data-site="{SITE}"></script>'
    with host_page(tag) as url, open_page(browser, light) as watched:
        watched.page.goto(url.replace("127.0.0.1", "localhost"))
        watched.page.locator("#sitequest-ask").click()
        expect(watched.page.frame_locator("#sitequest-frame").locator("#question")).to_be_visible()
        assert watched.complaints == []


def test_what_a_frame_asks_does_not_change_its_address(browser: Browser, light: str):
    with open_page(browser, light) as watched:
        watched.page.goto(f"{light}/embed?site={SITE}&lang=zh")
        watched.page.fill("#question", QUESTION)
        watched.page.press("#question", "Enter")
        expect(watched.page.locator("button.cite").first).to_be_visible()
        expect(watched.page).to_have_url(re.compile(r"/embed\?site=uni&lang=zh$"))
        watched.page.locator("details.trace > summary").click()
        assert watched.page.locator("details.trace a.button").first.get_attribute("target") == "_blank"


def test_a_box_for_a_site_that_is_not_here_says_so_and_asks_no_other(browser: Browser, light: str):
    with open_page(browser, light) as watched:
        watched.page.goto(f"{light}/embed?site=elsewhere")
        expect(watched.page.get_by_role("alert")).to_contain_text("There is no site named “elsewhere” here.")
        assert watched.page.locator("#question").count() == 0


def test_only_one_module_speaks_to_the_storage_of_the_browser():
    folder = Path(__file__).resolve().parent.parent / "api" / "web"
    speaking = {
        path.name for path in folder.glob("*.js") if re.search("(local|session)Storage", path.read_text("utf-8"))
    }
    assert speaking == {"store.js"}
