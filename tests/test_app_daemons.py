from __future__ import annotations

import json
import os
import urllib.request
from pathlib import Path

import psutil
import pytest

from app.crawls import CrawlJobs
from app.daemons import Daemon, DaemonError, demo_site_daemon, own_environment
from app.heartbeat import beat, is_beating
from app.pipeline import CrawlOptions, site_of, to_request
from app.runs import write_state
from app.seeds import read_seeds, write_seeds
from app.server import allowed_hosts, open_socket, operator_key
from app.sitelock import CrawlConflict
from app.watching import known_sites, run_watch
from app.worker import add_reports
from core.errors import AddressRefused, SettingsError
from core.settings import Settings, load_settings


def test_a_daemon_is_adopted_by_the_next_command_and_stopped_by_any(settings: Settings):
    daemon = demo_site_daemon(settings)
    try:
        first = daemon.ensure(own_environment(settings))
        assert daemon.ensure() == first
        with urllib.request.urlopen(first.url, timeout=10) as answer:
            assert b"Northmere" in answer.read()
    finally:
        assert daemon.stop()
    assert daemon.find() is None
    assert not psutil.pid_exists(first.pid)
    assert not daemon.stop()


def test_a_registration_of_a_process_that_is_gone_counts_for_nothing(tmp_path: Path):
    daemon = Daemon(tmp_path, "web", "none")
    daemon.file.write_text(json.dumps({"pid": os.getpid(), "url": "http://x/", "started": 1.0}))
    assert daemon.find() is None
    daemon.file.write_text("half a fi")
    assert daemon.find() is None


def test_a_daemon_that_ends_at_once_is_explained_by_its_last_words(tmp_path: Path):
    with pytest.raises(DaemonError, match="No module named") as caught:
        Daemon(tmp_path, "web", "no_such_module").ensure()
    assert str(tmp_path / "web.log") in str(caught.value)


def test_a_worker_is_healthy_only_while_it_gives_signs_of_life(settings: Settings):
    assert not is_beating(settings, "ingest")
    beat(settings, "ingest")
    assert is_beating(settings, "ingest")
    assert not is_beating(settings, "ingest", limit=0.0)
    assert not is_beating(settings, "watch")


def test_known_sites_are_kept_and_forgotten(settings: Settings):
    settings.home.mkdir()
    write_seeds(settings, "uni", ["https://uni.example/"])
    write_seeds(settings, "shop", ["https://shop.example/"])
    write_seeds(settings, "uni", [])
    assert read_seeds(settings) == {"shop": ["https://shop.example/"]}


def test_the_schedule_knows_old_sites_and_new_addresses(settings: Settings):
    settings.home.mkdir()
    write_seeds(settings, "old", ["https://old.example/"])
    sites = known_sites(settings, ["https://old.example/", "https://www.new.example/"])
    assert sites == {"old": ["https://old.example/"], "new.example": ["https://www.new.example/"]}


@pytest.mark.parametrize(
    ("options", "name"),
    [
        (CrawlOptions(seeds=("https://www.uni.example/a",)), "uni.example"),
        (CrawlOptions(seeds=("https://uni.example/",), site="uni"), "uni"),
        (CrawlOptions(base_url="https://www.mirror.example/"), "mirror.example"),
    ],
)
def test_a_site_is_named_after_its_host_unless_told(options: CrawlOptions, name: str):
    assert site_of(options) == name


def test_a_known_site_is_crawled_by_its_name_alone(settings: Settings):
    settings.home.mkdir()
    write_seeds(settings, "uni", ["https://uni.example/"])
    assert to_request(settings, CrawlOptions(site="uni")).seeds == ("https://uni.example/",)
    with pytest.raises(SettingsError, match="not known"):
        to_request(settings, CrawlOptions(site="other"))


def test_two_reports_of_one_run_add_up():
    first = {"written": 1, "seconds": 0.5, "sites": ["a"], "failures": [["u", "r"]]}
    second = {"written": 2, "seconds": 1.0, "sites": ["a", "b"], "failures": []}
    assert add_reports({}, second) == second
    assert add_reports(first, second) == {"written": 3, "seconds": 1.5, "sites": ["a", "b"], "failures": [("u", "r")]}


async def test_a_crawl_over_http_is_refused_where_it_would_look_inside(settings: Settings):
    jobs = CrawlJobs(settings)
    for url in ("http://127.0.0.1/", "http://169.254.169.254/latest/", "file:///etc/passwd"):
        with pytest.raises(AddressRefused):
            await jobs.start({"url": url})
    assert await jobs.listed() == []


async def test_a_crawl_whose_process_is_gone_is_shown_as_stopped(settings: Settings):
    folder = settings.home / "crawls"
    folder.mkdir(parents=True)
    write_state(folder / "1.json", {"id": "1", "site": "uni", "status": "running", "started_at": "now"})
    write_state(folder / "1.pid", {"pid": 2**22 - 1, "started": 1.0})
    state = await CrawlJobs(settings).get("1")
    assert state is not None
    assert state["status"] == "stopped"
    assert [item async for item in CrawlJobs(settings).follow("1")] == [state]


async def test_two_crawls_of_one_site_do_not_run_at_once(settings: Settings, monkeypatch: pytest.MonkeyPatch):
    folder = settings.home / "crawls"
    folder.mkdir(parents=True)
    write_state(folder / "1.json", {"id": "1", "site": "uni.example", "status": "running"})
    write_state(folder / "1.pid", {"pid": os.getpid(), "started": psutil.Process().create_time()})
    monkeypatch.setattr("crawler.addresses.check_address", lambda *_, **__: None)
    with pytest.raises(CrawlConflict):
        await CrawlJobs(settings).start({"url": "https://uni.example/"})


@pytest.mark.parametrize("crawl_id", ["../web", "..", "", "a/b", "none"])
async def test_a_crawl_name_leads_to_no_other_file(settings: Settings, crawl_id: str):
    settings.home.mkdir()
    (settings.home / "web.json").write_text("{}")
    assert await CrawlJobs(settings).get(crawl_id) is None


def test_the_page_takes_another_port_when_the_standard_one_is_taken(settings: Settings):
    with open_socket(load_settings(port=0)) as taken:
        port = taken.getsockname()[1]
        taken.listen()
        by_default = Settings.model_construct(**(settings.model_dump() | {"port": port}), _fields_set={"home"})
        with open_socket(by_default) as other:
            assert other.getsockname()[1] != port
        with pytest.raises(SettingsError, match=str(port)):
            open_socket(load_settings(port=port))


def test_the_operators_key_comes_from_its_file(tmp_path: Path):
    file = tmp_path / "key"
    file.write_text("s3cret\n")
    assert operator_key(load_settings(api_key_file=file)) == "s3cret"
    with pytest.raises(SettingsError, match="cannot be read"):
        operator_key(load_settings(api_key_file=tmp_path / "none"))


def test_only_names_of_this_machine_are_allowed_unless_told():
    assert "localhost" in allowed_hosts(load_settings())
    assert allowed_hosts(load_settings(hosts="ask.uni.example, localhost")) == ("ask.uni.example", "localhost")


@pytest.mark.parametrize(
    ("crawl", "code", "said"),
    [
        ({"fetched": 0, "exit_code": 0, "pages": 61}, 0, "uni.example: nothing was due; 61 pages."),
        ({"fetched": 0, "exit_code": 1, "reason": "finished; 61 pages; no page answered"}, 1, "no page answered"),
    ],
)
def test_one_look_says_how_it_went_and_ends_with_the_worst_code(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    crawl: dict[str, object], code: int, said: str,
):  # fmt: skip
    found = {"crawl": {"changed": 0, "gone": 0, **crawl}, "exit_code": code}
    monkeypatch.setattr("app.watching.run_crawl", lambda *_, **__: found)
    assert run_watch(settings, ["https://uni.example/"], 1.0, once=True, quiet=True) == code
    assert said in capsys.readouterr().err
