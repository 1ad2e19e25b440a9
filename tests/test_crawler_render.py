"""Pages made by JavaScript, in a real Chromium that has no network of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from crawler.render import CHROMIUMS, browser_missing
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, page, serve

SHELL = (
    """<!doctype html><title>App</title><div id=root></div><script>{filler}</script><script src="/app.js"></script>"""
)
SCRIPT = """
document.getElementById('root').innerHTML =
  '<main><h1>Timetable</h1><p>Lectures begin in the first week of October.</p><a href="/rooms">Rooms</a></main>';
fetch('/data.json').then(answer => answer.json()).then(data => {
  document.querySelector('main').insertAdjacentHTML('beforeend', '<p>' + data.note + '</p>');
});
new WebSocket('ws://127.0.0.1:PORT/socket');
new Image().src = 'http://169.254.169.254/latest/';
fetch('http://localhost:PORT/inner').catch(() => 0);
"""

pytestmark = pytest.mark.browser


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    if browser_missing():
        pytest.skip(browser_missing())
    if not any(map(shutil.which, CHROMIUMS)):
        pytest.skip("no Chromium is installed")
    return Crawls(tmp_path)


def app(asked: Asked) -> Reply:
    """A single-page application with data of its own."""
    table = {
        "/": page("Home", "/app"),
        "/app": Reply(SHELL.format(filler="var filler = 1;" * 200)),
        "/app.js": Reply(SCRIPT.replace("PORT", str(asked.port)), kind="text/javascript"),
        "/data.json": Reply('{"note": "Room plans are new."}', kind="application/json"),
        "/rooms": page("Rooms"),
    }
    return table.get(asked.path, missing())


def test_a_script_made_page_is_rendered_and_its_links_followed(crawls: Crawls):
    with serve(app) as server:
        crawls.run(server.url, render=True)
    snapshot = crawls.snapshot("/app")
    assert snapshot.rendered
    assert b"first week of October" in snapshot.body
    assert b"Room plans are new" in snapshot.body
    assert crawls.statuses()["/rooms"] == "ok"


def test_the_browser_reaches_nothing_that_the_crawler_may_not(crawls: Crawls):
    with serve(app) as server:
        crawls.run(server.url, render=True)
    assert all(asked.headers["host"] == f"127.0.0.1:{server.port}" for asked in server.asked)
    assert not {"/socket", "/inner", "/latest/"} & {asked.path for asked in server.asked}
    assert {asked.headers["user-agent"].split("/")[0] for asked in server.asked} == {"SiteQuest"}


def test_a_script_reaches_no_other_port_of_the_private_host(crawls: Crawls):
    inner = Reply('{"secret": "of another service"}', headers=(("Access-Control-Allow-Origin", "*"),))
    with serve(lambda _: inner) as other:

        def site(asked: Asked) -> Reply:
            if asked.path == "/app.js":
                call = f"fetch('{other.url}/').then(answer => answer.text()).then(said => document.body.append(said));"
                return Reply(SCRIPT.replace("PORT", str(asked.port)) + call, kind="text/javascript")
            return app(asked)

        with serve(site) as server:
            crawls.run(server.url, render=True)
    assert other.asked == []
    assert b"Room plans are new" in crawls.snapshot("/app").body
