from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, expect

from tests.web_samples import SITE, Web, open_page

pytestmark = pytest.mark.browser


@contextmanager
def host_page(script: str, body: str = "<h1>Another page</h1>") -> Iterator[str]:
    """A page of another origin that holds the one tag."""
    html = f"<!doctype html><html lang='en'><title>Host</title><body>{body}{script}</body></html>".encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("content-type", "text/html; charset=utf-8")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(html)

        def log_message(self, *_: object) -> None:
            """Silence."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def test_one_tag_puts_the_ask_box_on_any_page(browser: Browser, web: Web):
    tag = f'<script src="{web.url}/embed.js" data-site="{SITE}" data-label="Ask the college" async></script>'
    with host_page(tag) as url, open_page(browser, web.url) as watch:
        page = watch.page
        page.goto(url)
        button = page.get_by_role("button", name="Ask the college")
        expect(button).to_have_attribute("aria-expanded", "false")
        button.click()
        frame = page.frame_locator("#sitequest-frame")
        frame.locator("#question").fill("When does the reading room open?")
        frame.get_by_role("button", name="Ask", exact=True).click()
        expect(frame.locator("article.turn button.cite").first).to_be_visible()
        frame.locator("#question").press("Escape")
        expect(page.locator("#sitequest-frame")).to_be_hidden()
        expect(button).to_be_focused()
        assert watch.complaints == []
        assert [asked for asked in watch.outside if not asked.startswith(url)] == []


def test_the_box_speaks_the_language_and_wears_the_theme_that_the_page_asks_for(browser: Browser, web: Web):
    tag = f'<script src="{web.url}/embed.js" data-lang="zh" data-theme="dark"></script>'
    with host_page(tag) as url, open_page(browser, web.url) as watch:
        watch.page.goto(url)
        watch.page.get_by_role("button", name="提问").click()
        frame = watch.page.frame_locator("#sitequest-frame")
        expect(frame.locator("html")).to_have_attribute("lang", "zh")
        expect(frame.locator("html")).to_have_attribute("data-theme", "dark")


def test_a_second_tag_on_the_page_changes_nothing(browser: Browser, web: Web):
    tag = f'<script src="{web.url}/embed.js"></script>'
    with host_page(tag + tag) as url, open_page(browser, web.url) as watch:
        watch.page.goto(url)
        expect(watch.page.locator("#sitequest-ask")).to_have_count(1)


def test_the_box_fits_a_phone(browser: Browser, web: Web):
    tag = f'<script src="{web.url}/embed.js"></script>'
    size = {"width": 360, "height": 640}
    with host_page(tag) as url, open_page(browser, web.url, viewport=size) as watch:
        watch.page.goto(url)
        watch.page.locator("#sitequest-ask").click()
        box = watch.page.locator("#sitequest-frame").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] >= 0
