"""Two crawls of one site at the same time: the second says so and asks nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.crawls import CrawlJobs
from app.sitelock import CrawlConflict, hold_site, is_held
from core.ledger import Ledger
from core.settings import Settings, load_settings
from core.state import STATE_NAME
from tests.conftest import clean_environment
from tests.sites.server import Asked, Reply, missing, page, serve

ROOT = Path(__file__).resolve().parent.parent
HOLD = """
import sys
from app.sitelock import hold_site
from core.settings import load_settings

with hold_site(load_settings(), sys.argv[1]):
    print("held", flush=True)
    sys.stdin.read()
"""


def command(home: Path, *arguments: str) -> subprocess.Popen[str]:
    """A program in a process of its own, with its home here."""
    environment = clean_environment() | {"SITEQUEST_HOME": str(home)}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=environment, text=True, **pipes)  # type: ignore[call-overload, no-any-return]


def crawl(home: Path, url: str) -> subprocess.Popen[str]:
    """`sitequest crawl` without taking in, so that no database is needed."""
    options = ("--site", "uni", "--allow-private", "--no-ingest", "--fast", "--quiet")
    return command(home, "-m", "app.main", "crawl", url, *options)


@contextmanager
def held(home: Path, site: str) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds a site."""
    process = command(home, "-c", HOLD, site)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def test_a_second_crawl_of_a_site_says_so_in_one_sentence_and_asks_nothing(tmp_path: Path):
    with serve(lambda asked: page("Home")) as site, held(tmp_path, "uni"):
        process = crawl(tmp_path, site.url)
        said, sentence = process.communicate(timeout=60)
    assert (process.returncode, said) == (1, "")
    assert sentence.startswith("A crawl of uni is running already")
    assert len(sentence.splitlines()) == 1
    assert site.asked == []


def test_of_two_crawls_at_the_same_time_one_does_the_whole_work(tmp_path: Path):
    both_wait, go_on = threading.Semaphore(0), threading.Event()

    def slow(asked: Asked) -> Reply:
        if asked.path == "/robots.txt":
            both_wait.release()
            go_on.wait(60)
        links = [f"/p{n}" for n in range(20)]
        number = asked.path.removeprefix("/p")
        return page("Home", *links) if asked.path == "/" else page(asked.path) if number.isdigit() else missing()

    with serve(slow) as site:
        first = crawl(tmp_path, site.url)
        assert both_wait.acquire(timeout=60)
        second = crawl(tmp_path, site.url)
        refused = second.communicate(timeout=60)[1]
        go_on.set()
        finished, _ = first.communicate(timeout=60)
    assert (first.returncode, second.returncode) == (0, 1)
    assert "running already" in refused
    assert "21 new" in finished
    ledger = Ledger(tmp_path / STATE_NAME)
    assert ledger.counts("uni") == {"ok": 21}
    ledger.close()
    assert len(site.paths()) == len(set(site.paths()))


def test_a_site_is_free_again_after_a_kill(tmp_path: Path):
    settings = load_settings(home=tmp_path)
    with held(tmp_path, "uni") as process:
        assert is_held(settings, "uni")
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert not is_held(settings, "uni")


def test_another_site_may_be_crawled_at_the_same_time(settings: Settings):
    with hold_site(settings, "uni"), hold_site(settings, "college"):
        assert is_held(settings, "uni")
    assert not is_held(settings, "uni")


async def test_a_crawl_over_http_is_refused_while_one_from_a_shell_runs(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("crawler.addresses.check_address", lambda *_, **__: None)
    with held(settings.home, "uni.example"), pytest.raises(CrawlConflict, match="started from a shell"):
        await CrawlJobs(settings).start({"url": "https://uni.example/"})
