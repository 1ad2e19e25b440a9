"""Pages made by JavaScript, rendered in a real browser that has no network of its own.

Everything the browser asks for is asked by the crawler instead, with the same checks and limits; whatever would go
another way (web sockets, service workers) meets a proxy that does not exist. Needs the extra `[browser]`.
"""

from __future__ import annotations

import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from core.errors import CrawlError
from crawler.answers import Answer, Entry

Ask = Callable[[Entry], Awaitable[Answer]]
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
NOWHERE = "http://127.0.0.1:9"
MOST_REQUESTS = 80
SETTLE_MS = 1500
LIMIT_MS = 20_000
NEEDED = frozenset({"document", "script", "xhr", "fetch", "stylesheet"})


class Renderer:
    """One browser for a crawl, started with its first page."""

    def __init__(self, ask: Ask, user_agent: str) -> None:
        self._ask = ask
        self._user_agent = user_agent
        self._driver: Any = None
        self._browser: Any = None

    async def render(self, answer: Answer) -> Answer | None:
        """The page after its scripts ran, or None when the browser could not."""
        context = await self._context()
        try:
            page = await context.new_page()
            await context.route("**/*", _Router(self._ask, answer).handle)
            await page.goto(answer.url, wait_until="load", timeout=LIMIT_MS)
            with suppress(Exception):
                await page.wait_for_load_state("networkidle", timeout=SETTLE_MS)
            body = (await page.content()).encode()
        except Exception:  # noqa: BLE001 - a page that breaks the browser stays a page that needs one
            return None
        finally:
            await context.close()
        return replace(answer, body=body, rendered=True, headers={"content-type": "text/html; charset=utf-8"})

    async def close(self) -> None:
        """End the browser."""
        if self._browser is not None:
            await self._browser.close()
            await self._driver.stop()
            self._browser = None

    async def _context(self) -> Any:
        if self._browser is None:
            await self._start()
        return await self._browser.new_context(
            user_agent=self._user_agent, service_workers="block", accept_downloads=False, bypass_csp=True
        )

    async def _start(self) -> None:
        try:
            from playwright.async_api import async_playwright
        except ImportError as error:
            raise CrawlError("Rendering needs the extra [browser]: pip install 'sitequest[browser]'.") from error
        path = next((found for found in map(shutil.which, CHROMIUMS) if found), None)
        self._driver = await async_playwright().start()
        self._browser = await self._driver.chromium.launch(
            executable_path=path,
            proxy={"server": NOWHERE},
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--no-first-run"],
        )


class _Router:
    """Answers the requests of one page."""

    def __init__(self, ask: Ask, answer: Answer) -> None:
        self._ask = ask
        self._answer = answer
        self._left = MOST_REQUESTS

    async def handle(self, route: Any) -> None:
        request = route.request
        self._left -= 1
        if request.method != "GET" or request.resource_type not in NEEDED or self._left < 0:
            await route.abort()
        elif request.url == self._answer.url:
            await self._fulfil(route, self._answer)
        elif urlsplit(request.url).scheme in ("http", "https"):
            await self._fulfil(route, await self._ask(Entry(url=request.url)))
        else:
            await route.abort()

    async def _fulfil(self, route: Any, answer: Answer) -> None:
        if answer.status == 0:
            await route.abort()
            return
        kept = {"content-type", "location", "access-control-allow-origin"}
        headers = {name: value for name, value in answer.headers.items() if name in kept}
        await route.fulfill(status=answer.status, headers=headers, body=answer.body)


def browser_missing() -> str:
    """Why pages cannot be rendered here, or an empty string."""
    try:
        import playwright.async_api  # noqa: F401
    except ImportError:
        return "the extra [browser] is not installed: pip install 'sitequest[browser]'"
    return ""
