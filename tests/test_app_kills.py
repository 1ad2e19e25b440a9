"""A crawl with its ingest, killed at random moments as a power cut would, ends in the graph of an undisturbed one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

import pytest

from core.ledger import Ledger
from core.settings import Settings, load_settings
from core.state import STATE_NAME, State
from graph.database import open_database
from graph.portable import Selection, export_graph
from graph.server import ServerInfo
from tests.conftest import WIPE, clean_environment
from tests.ingest_samples import hash_embedders
from tests.sites.server import Asked, Reply, Running, missing, page, serve

ROOT = Path(__file__).resolve().parent.parent
SITE = "college"
WORDS = ["river", "garden", "bridge", "tower", "market", "winter", "lantern", "meadow"]
PEOPLE = ["Ada Moss", "Ben Thorne", "Cara Lind", "Dov Marsh"]


def college(count: int, asked: Asked) -> Reply:
    """Pages in sections with people, mirrors, redirects, wrong canonicals and links to nothing."""
    if asked.path == "/":
        return page("Home", *(f"/s{n % 5}/p{n}" for n in range(0, count, 7)), "/old", "/mirror/p3", "/none")
    if asked.path == "/old":
        return Reply(status=301, headers=(("Location", "/s1/p1"),))
    name = asked.path.rsplit("/", 1)[1]
    if not (name.startswith("p") and name[1:].isdigit() and int(name[1:]) < count):
        return missing()
    number = int(name[1:])
    links = [f"/s{n % 5}/p{n}" for n in ((number * 3 + 1) % count, (number + 1) % count, (number * 5 + 2) % count)]
    text = " ".join(WORDS[(number >> shift) % 8] for shift in range(7))
    head = '<link rel="canonical" href="/">' if number % 9 == 0 else ""
    said = f"{text} and {number}. Professor {PEOPLE[number % 4]} teaches here. Office hours are on day {number % 5}."
    return page(f"Page {number}", *links, text=said, head=head)


def bring_in(home: str, url: str, uri: str, password: str) -> None:
    """The product's own crawl and ingest, with vectors that cost nothing."""
    from app.pipeline import CrawlOptions, run_crawl
    from models import factory

    factory.make_embedders = lambda settings: hash_embedders()
    settings = load_settings(home=Path(home), neo4j_uri=uri, neo4j_password=password)
    options = CrawlOptions(seeds=(url,), site=SITE, allow_private=True, politeness="none")
    run_crawl(settings, options, quiet=True)


def start(home: Path, url: str, server: ServerInfo) -> subprocess.Popen[bytes]:
    """Begin, in a group of processes of its own that can be killed as one."""
    code = "import sys; from tests.test_app_kills import bring_in; bring_in(*sys.argv[1:])"
    command = [sys.executable, "-c", code, str(home), url, server.uri, server.password]
    return subprocess.Popen(command, cwd=ROOT, env=clean_environment(), start_new_session=True, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[bytes]) -> None:
    """Wait for the end, which must be a good one."""
    _, said = process.communicate()
    assert process.returncode == 0, said.decode()[-2000:]


def kill(process: subprocess.Popen[bytes], after: float) -> bool:
    """Kill the whole group after so many seconds; whether it was still at work."""
    try:
        process.wait(after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    return process.returncode != 0


def seen(home: Path, server: ServerInfo) -> tuple[list[str], dict[str, tuple[str, str, str]]]:
    """The exported graph, and how each address ended."""
    settings = Settings(home=home, neo4j_uri=server.uri, neo4j_password=server.secret)
    with open_database(settings) as database:
        lines = list(export_graph(database, Selection(SITE)))
    ledger = Ledger(State(home / STATE_NAME))
    try:
        rows = {row.url: (row.status, row.target, row.snapshot.split("-")[-1]) for row in ledger.rows(SITE)}
        assert not [row.url for row in ledger.rows(SITE) if row.pending]
    finally:
        ledger.close()
    return lines, rows


def wipe(server: ServerInfo) -> None:
    """Empty the database."""
    settings = Settings(neo4j_uri=server.uri, neo4j_password=server.secret)
    with open_database(settings) as database, database.driver.session() as session:
        session.run(WIPE).consume()


@dataclass(slots=True)
class Shaken:
    """A crawl that is killed again and again, in a home of its own; `whole` is how long an undisturbed one takes."""

    home: Path
    site: Running
    server: ServerInfo
    whole: float
    chance: random.Random
    hits: int = 0

    def kill_anywhere(self) -> None:
        """Kill a run at any moment of it, also while it starts."""
        self.hits += kill(self.start(), self.chance.uniform(0.1, 0.9) * self.whole)

    def kill_at_work(self, most: float) -> None:
        """Kill a run within so many seconds after its first request."""
        asked, process = len(self.site.asked), self.start()
        while len(self.site.asked) == asked and process.poll() is None:
            time.sleep(0.02)
        self.hits += kill(process, self.chance.uniform(0, most))

    def start(self) -> subprocess.Popen[bytes]:
        """Begin the next run."""
        return start(self.home, self.site.url, self.server)


def compare_with_kills(folder: Path, server: ServerInfo, count: int, shake: Callable[[Shaken], None], seed: int) -> int:
    """Run the same crawl undisturbed and shaken; how many kills hit it at work."""
    with serve(lambda asked: college(count, asked)) as site:
        wipe(server)
        began = time.monotonic()
        finish(start(folder / "calm", site.url, server))
        shaken = Shaken(folder / "shaken", site, server, time.monotonic() - began, random.Random(seed))
        calm = seen(folder / "calm", server)
        wipe(server)
        shake(shaken)
        finish(shaken.start())
        assert seen(folder / "shaken", server) == calm
    return shaken.hits


def kill_each(shaken: Shaken, numbers: Iterable[int], anywhere: int) -> None:
    """Most kills soon after the work begins, so that one crawl outlives many; each `anywhere`th at any moment."""
    for number in numbers:
        if number % anywhere == 0:
            shaken.kill_anywhere()
        else:
            shaken.kill_at_work(1.5)


def ten_times(shaken: Shaken) -> None:
    """Ten kills, three of them at any moment: how many hit must not hang on how busy the machine is."""
    kill_each(shaken, range(1, 11), anywhere=3)


def a_hundred_times(shaken: Shaken) -> None:
    """Kills until a hundred have hit, every eighth at any moment; a fast machine ends some runs before theirs."""
    kill_each(shaken, takewhile(lambda _: shaken.hits < 100, range(1, 200)), anywhere=8)


@pytest.mark.timeout(600)
def test_ten_kills_at_random_moments_leave_the_graph_of_an_undisturbed_crawl(tmp_path: Path, server: ServerInfo):
    assert compare_with_kills(tmp_path, server, count=24, shake=ten_times, seed=1) >= 5


@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_a_hundred_kills_leave_it_too(tmp_path: Path, server: ServerInfo):
    assert compare_with_kills(tmp_path, server, count=480, shake=a_hundred_times, seed=2) == 100
