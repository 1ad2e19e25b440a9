"""The web page on a real server over a small real graph, and a browser that tells of everything that goes wrong."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from fastapi import FastAPI

from api.access import Access
from api.application import ApiOptions, create_api
from api.journal import Journal
from api.services import Services
from app.books import Books
from app.decisions import EntityDecisions
from app.server import open_socket
from core.ledger import Ledger
from core.settings import Settings
from core.state import STATE_NAME
from graph.asynchronous import open_async_database
from graph.database import Database
from tests.retrieval_samples import ROOT, ingest, make_retriever

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Page, Request

SITE = "college"
SCRIPT = "<script>window.broken = 1</script><img src=x onerror='window.broken = 2'>"
RIGHT_TO_LEFT = "مكتبة الكلية \u202e txet neddih"
LONG = "endless " * 1250
CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAV = '<nav><a href="/">Home</a> <a href="/people/">People</a></nav>'


def page_of(title: str, body: str, lang: str = "en") -> str:
    """A whole page."""
    return (
        f'<html lang="{lang}"><head><title>{title} | Fernhollow College</title></head><body>{NAV}<main>{body}</main>'
        "</body></html>"
    )


def person(name: str, room: str, more: str) -> str:
    """A page of a person."""
    mail = name.lower().replace(" ", ".")
    return page_of(
        name,
        f"<h1>Professor {name}</h1><dl><dt>Room</dt><dd>{room}</dd><dt>E-mail</dt><dd>{mail}@college.example</dd></dl>"
        f"<h2>Teaching</h2><p>{more}</p>",
    )


PAGES: Mapping[str, str] = {
    "index.html": page_of(
        "Welcome",
        '<h1>Fernhollow College</h1><p>A college between two rivers. <a href="people/">People</a> '
        '<a href="library.html">Library</a> <a href="courses/comp.html">Courses</a></p>',
    ),
    "people/": page_of(
        "People",
        '<h1>People</h1><ul><li><a href="ann-lee.html">Professor Ann Lee</a></li>'
        '<li><a href="bo-marsh.html">Professor Bo Marsh</a></li></ul>',
    ),
    "people/ann-lee.html": person("Ann Lee", "R14", 'Teaches <a href="../courses/comp.html">COMP 20</a>.'),
    "people/bo-marsh.html": person("Bo Marsh", "R21", "Works with Professor Ann Lee on robots."),
    "courses/comp.html": page_of(
        "Courses",
        "<h1>Computing</h1><h2>COMP 10. First Steps in Programming (4)</h2><p>Loops and lists. Prerequisites: none.</p>"
        "<h2>COMP 20. Data Structures (4)</h2><p>Trees and heaps, with Professor Ann Lee. Prerequisites: COMP 10.</p>",
    ),
    "library.html": page_of(
        "Library",
        "<h1>Library</h1><h2>Opening</h2><p>The reading room opens at 9:00 and closes at 19:00 on weekdays.</p>"
        "<h2>Loans</h2><p>A book may be borrowed for 28 days. Renewals are made at desk R14.</p>",
    ),
    "hostile.html": page_of(
        SCRIPT.replace("<", "&lt;"),
        f"<h1>{SCRIPT.replace('<', '&lt;')}</h1><p>The notice board is {SCRIPT.replace('<', '&lt;')} beside the gate."
        f"</p><h2>{RIGHT_TO_LEFT}</h2><p>{RIGHT_TO_LEFT}</p><h2>Length</h2><p>The longest notice is {LONG}</p>",
    ),
}
TOPICS = """
CREATE (a:Topic {id: 'college:community:a', site: 'college', kind: 'community', level: 2, title: 'Whole college',
                 summary: 'People, courses and the library.', sources: []}),
       (b:Topic {id: 'college:community:b', site: 'college', kind: 'community', level: 1, title: 'Teaching',
                 summary: $script, sources: []}),
       (c:Topic {id: 'college:keyword:c', site: 'college', kind: 'keyword', level: 0, title: 'robots', summary: '',
                 sources: []}),
       (a)-[:CONTAINS]->(b)
WITH b, c MATCH (e:Entity {site: 'college'}) WHERE e.type <> 'value'
WITH b, c, e ORDER BY e.id LIMIT 3
CREATE (e)-[:RELATES {type: 'about', sources: [], weight: 1.0}]->(c), (b)-[:CONTAINS]->(e)
"""
TWINS = """
MATCH (b:Block {site: 'college'}) WITH b.url AS url, min(b.id) AS id ORDER BY url LIMIT 2 WITH collect(id) AS ids
CREATE (e:Entity {id: 'college:course:zeta 1', site: 'college', name: $name, type: 'course', aliases: ['Zeta']}),
       (:Entity {id: 'college:course:zeta 1@2', site: 'college', name: 'Zeta 1', type: 'course', aliases: ['zeta']}),
       (v:Entity {id: 'college:value:four', site: 'college', name: '4 units', type: 'value'}),
       (w:Entity {id: 'college:value:six', site: 'college', name: $script, type: 'value'}),
       (e)-[:RELATES {type: 'units', sources: [ids[0]], weight: 1.0}]->(v),
       (e)-[:RELATES {type: 'units', sources: [ids[1]], weight: 1.0}]->(w)
"""


def fill_graph(database: Database, folder: Path) -> None:
    """The college, with topics in levels, two entities of one name, and two pages that disagree."""
    ingest(database, folder, PAGES, SITE)
    with database.driver.session() as session:
        session.run(TOPICS, script=SCRIPT).consume()
        session.run(TWINS, name=SCRIPT, script=SCRIPT).consume()


def fill_books(settings: Settings) -> None:
    """What a crawler would have written down of the college."""
    ledger = Ledger(settings.home / STATE_NAME)
    times = {"fetched_at": "2026-03-01T00:00:00Z", "changed_at": "2026-03-01T00:00:00Z"}
    for name in PAGES:
        ledger.update(SITE, ROOT + name, status="ok", reason="fetched", title=f"{name} {SCRIPT}", section="/", **times)
    ledger.update(
        SITE, ROOT + "old.html", status="gone", http_status=404, reason=SCRIPT, referrer=ROOT, section="/news/",
        ingest_status="retired", **times,
    )  # fmt: skip
    ledger.note(SITE, "summary", '{"reason": "finished; 7 pages", "ended_at": "2026-03-01T00:00:00Z", "capped": []}')
    ledger.close()


@dataclass(slots=True)
class StepwiseCrawls:
    """A crawl that goes on only when the test says so."""

    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    moved: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Begin."""
        crawl = f"c{len(self.states) + 1}"
        counts = {"fetched": 1, "known": 4, "pending": 3}
        self.states[crawl] = {
            "id": crawl, "site": request.get("site") or "new", "url": request["url"], "status": "running",
            "started_at": "2026-03-01T00:00:00+00:00", "crawl": counts, "asked": dict(request),
        }  # fmt: skip
        return self.states[crawl]

    async def listed(self) -> list[dict[str, Any]]:
        """Newest first."""
        return list(self.states.values())[::-1]

    async def get(self, crawl_id: str) -> dict[str, Any] | None:
        """One."""
        return self.states.get(crawl_id)

    async def cancel(self, crawl_id: str) -> dict[str, Any] | None:
        """End it."""
        if crawl_id in self.states:
            self.change(crawl_id, status="cancelled", detail=SCRIPT)
        return self.states.get(crawl_id)

    def change(self, crawl_id: str, **changes: Any) -> None:
        """Go on, from the server's own thread."""
        self.states[crawl_id] = {**self.states[crawl_id], **changes}
        self.moved.set()
        self.moved = asyncio.Event()

    async def follow(self, crawl_id: str) -> AsyncIterator[dict[str, Any]]:
        """Each state, until it has ended."""
        while True:
            moved = self.moved
            state = self.states[crawl_id]
            yield state
            if state["status"] != "running":
                return
            await moved.wait()


@dataclass(slots=True)
class Web:
    """A server that runs, and what the tests reach behind it."""

    url: str
    journal: Journal
    crawls: StepwiseCrawls
    loop: asyncio.AbstractEventLoop | None = None


@contextmanager
def serve_web(settings: Settings, key: str | None = None, **parts: Any) -> Iterator[Web]:
    """The page over the graph of the settings, on a free port of this machine; `parts` are further services."""
    opened = open_socket(settings.model_copy(update={"port": 0}))
    journal = Journal(settings.home / "journal.sqlite")
    web = Web(f"http://127.0.0.1:{opened.getsockname()[1]}", journal, StepwiseCrawls())

    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        web.loop = asyncio.get_running_loop()
        async with await open_async_database(settings) as database:
            yield Services(
                answering=make_retriever(database), graph=database, journal=journal, crawls=web.crawls,
                books=Books(settings), entities=EntityDecisions(settings), tries_suggestions=True, **parts,
            )  # fmt: skip

    with run_server(create_api(connect, ApiOptions(access=Access(key))), opened):
        yield web


@contextmanager
def run_server(api: FastAPI, opened: socket.socket) -> Iterator[None]:
    """The API on a listening socket, in a thread of its own."""
    server = uvicorn.Server(uvicorn.Config(api, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]}, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(10)
        opened.close()


@dataclass(slots=True)
class Watch:
    """What a page complained of and asked for."""

    page: Page
    origin: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", lambda message: self._console(message))
        self.page.on("pageerror", lambda error: self.complaints.append(f"{error.name}: {error.message}"))
        self.page.on("request", lambda request: self._request(request))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    @property
    def outside(self) -> list[str]:
        """Requests to any other place."""
        return [url for url in self.requests if not url.startswith((self.origin, "data:", "blob:"))]


@contextmanager
def open_page(browser: Browser, origin: str, **options: Any) -> Iterator[Watch]:
    """A page in a context of its own."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "locale": "en", **options})
    context.set_default_timeout(30_000)
    try:
        yield Watch(context.new_page(), origin)
    finally:
        context.close()
