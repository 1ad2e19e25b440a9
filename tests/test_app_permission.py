"""Private hosts over HTTP: only what an operator allowed, by a setting or from a shell, and no port beside it."""

from __future__ import annotations

from typing import Any

import pytest

import app.crawls
from app.crawls import CrawlJobs
from app.permission import may_be_private, permit_private
from app.pipeline import CrawlOptions, run_crawl
from app.runs import read_state
from core.errors import AddressRefused
from core.ledger import Ledger
from core.settings import Settings
from core.state import STATE_NAME
from demo.server import serve

HERE = "http://127.0.0.1:8750/"


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """The programs that would run, instead of running them."""
    commands: list[list[str]] = []

    def spawn(command: list[str], *_: Any) -> int:
        commands.append(command)
        return 1

    monkeypatch.setattr(app.crawls, "spawn", spawn)
    return commands


def test_a_site_keeps_the_permission_for_its_own_host_and_port_alone(settings: Settings):
    permit_private(settings, "demo", [HERE])
    assert may_be_private(settings, "demo", f"{HERE}people/")
    assert not may_be_private(settings, "demo", "http://127.0.0.1:7474/")
    assert not may_be_private(settings, "demo", "http://10.0.0.8/")
    assert not may_be_private(settings, "other", HERE)


def test_the_permission_goes_with_the_site(settings: Settings):
    permit_private(settings, "demo", [HERE])
    ledger = Ledger(settings.home / STATE_NAME)
    ledger.delete_site("demo")
    ledger.close()
    assert not may_be_private(settings, "demo", HERE)


@pytest.mark.parametrize(
    ("listed", "url", "allowed"),
    [
        ("intranet.example", "http://intranet.example/", True),
        ("intranet.example", "http://intranet.example:8443/", True),
        (" 10.0.0.8:8080 , intranet.example", "http://10.0.0.8:8080/a", True),
        ("10.0.0.8:8080", "http://10.0.0.8/", False),
        ("10.0.0.8", "http://10.0.0.80/", False),
        ("", "http://10.0.0.8/", False),
        ("", "no address", False),
        (",", "no address", False),
    ],
)
def test_a_setting_lists_hosts_that_any_site_may_ask(settings: Settings, listed: str, url: str, allowed: bool):
    chosen = settings.model_copy(update={"private_hosts": listed})
    assert may_be_private(chosen, "new", url) is allowed


async def test_a_crawl_from_the_page_starts_where_the_shell_was_allowed(settings: Settings, started: list[list[str]]):
    permit_private(settings, "demo", [HERE])
    jobs = CrawlJobs(settings)
    with pytest.raises(AddressRefused):
        await jobs.start({"url": "http://127.0.0.1:7474/", "site": "demo"})
    assert started == []
    await jobs.start({"url": HERE, "site": "demo"})
    assert len(started) == 1
    assert next(read_state(path)["request"]["allow_private"] for path in (settings.home / "crawls").glob("*.json"))


async def test_a_public_host_is_crawled_without_permission_for_private_ones(
    settings: Settings, started: list[list[str]], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("crawler.addresses.look_up", lambda host: ["93.184.216.34"])
    permit_private(settings, "demo", [HERE])
    await CrawlJobs(settings).start({"url": "http://93.184.216.34/", "site": "demo"})
    state = read_state(next((settings.home / "crawls").glob("*.json")))
    assert state["request"]["allow_private"] is False


def test_a_crawl_from_the_shell_leaves_the_permission_and_a_dry_run_does_not(settings: Settings):
    with serve() as (_, url):
        wish = CrawlOptions(seeds=(url,), site="demo", allow_private=True, politeness="none", max_pages=2, ingest=False)
        run_crawl(settings, CrawlOptions(seeds=(url,), site="try", allow_private=True, dry_run=True), quiet=True)
        assert not may_be_private(settings, "try", url)
        run_crawl(settings, wish, quiet=True)
        assert may_be_private(settings, "demo", url)
