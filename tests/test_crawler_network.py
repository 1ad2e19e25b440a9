"""Servers that misbehave: none of them may hang, fill or end a crawl, and each address says what happened."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from scrapy.exceptions import DownloadConnectionRefusedError
from twisted.internet.address import IPv4Address
from twisted.internet.task import Clock
from twisted.web._newclient import Request as ClientRequest
from twisted.web.http_headers import Headers

from crawler import network
from crawler.addresses import AddressGuard
from crawler.answers import Entry
from crawler.credentials import load_credentials
from crawler.network import GuardedResolver
from crawler.wire import Wire
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, Site, missing, page, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def with_home(path: str, reply: Reply) -> Site:
    """A home page that links to one strange page and to one good one."""

    def site(asked: Asked) -> Reply:
        if asked.path == "/":
            return page("Home", path, "/good")
        return {path: reply, "/good": page("Good")}.get(asked.path, missing())

    return site


def test_a_decompression_bomb_is_cut_at_the_limit(crawls: Crawls):
    start = b"<title>Bomb</title><p>Some words first.</p>"
    bomb = Reply(gzip.compress(start + b" " * 200_000_000), headers=(("Content-Encoding", "gzip"),))
    with serve(with_home("/bomb", bomb)) as server:
        crawls.run(server.url, max_body=1_000_000)
    assert crawls.statuses()["/bomb"] == "truncated"
    assert len(crawls.snapshot("/bomb").body) == 1_000_000


def test_a_huge_page_is_cut_at_the_limit(crawls: Crawls):
    huge = Reply(b"<title>Huge</title>" + b"<p>many words here</p>" * 100_000)
    with serve(with_home("/huge", huge)) as server:
        crawls.run(server.url, max_body=200_000)
    assert crawls.statuses()["/huge"] == "truncated"
    assert crawls.snapshot("/huge").truncated


@pytest.mark.parametrize("raw", [b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"])
def test_endless_headers_and_bodies_end(crawls: Crawls, raw: bytes):
    line = b"X-More: " + b"y" * 500 + b"\r\n"
    with serve(with_home("/endless", Reply(raw=raw, endless=line * 50))) as server:
        crawls.run(server.url, retries=0, timeout=20, max_body=500_000)
    assert crawls.statuses()["/endless"] in ("failed", "truncated")
    assert crawls.statuses()["/good"] == "ok"


@pytest.mark.parametrize("line", [b"X-More: " + b"y" * 500 + b"\r\n", b"z" * 5000])
def test_a_header_section_without_end_costs_one_try(crawls: Crawls, line: bytes):
    endless = Reply(raw=b"HTTP/1.1 200 OK\r\nX-Big: ", endless=line * 20)
    with serve(with_home("/endless", endless)) as server:
        crawls.run(server.url, retries=3)
    assert server.paths().count("/endless") == 1
    assert crawls.rows()["/endless"].reason == "its headers have no end"
    assert crawls.statuses()["/good"] == "ok"


class _Wire:
    """The transport of a connection that only remembers that it was lost."""

    disconnecting = False

    def __init__(self) -> None:
        self.lost = False

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None

    def loseConnection(self) -> None:  # noqa: N802
        self.lost = True


def test_a_header_section_that_drips_has_a_time_of_its_own(monkeypatch: pytest.MonkeyPatch):
    clock = Clock()
    monkeypatch.setattr(network, "call_later", clock.callLater)
    protocol = network._BoundedProtocol(lambda _: None)
    wire = _Wire()
    protocol.makeConnection(wire)
    failed: list[object] = []
    request = ClientRequest(b"GET", b"/", Headers({b"host": [b"a.example"]}), None)
    protocol.request(request).addErrback(failed.append)
    protocol.dataReceived(b"HTTP/1.1 200 OK\r\n")
    for _ in range(30):
        clock.advance(1)
        protocol.dataReceived(b"X-More: y\r\n") if not wire.lost else None
    assert wire.lost
    assert [reason.value for reason in failed[0].value.reasons if reason.check(network.HeadersWithoutEnd)]  # type: ignore[attr-defined]


def test_a_page_that_wants_to_be_left_alone_for_a_day_costs_one_try_and_holds_up_no_other(crawls: Crawls):
    busy = Reply("Busy", 429, headers=(("Retry-After", "86400"),))
    with serve(with_home("/busy", busy)) as server:
        summary = crawls.run(server.url, retries=3)
    assert server.paths().count("/busy") == 1
    assert summary.seconds < 60
    assert "after 86400 seconds" in crawls.rows()["/busy"].reason
    assert crawls.statuses()["/good"] == "ok"


def test_a_slow_body_ends_with_the_time_limit(crawls: Crawls):
    drip = Reply(raw=b"HTTP/1.1 200 OK\r\nContent-Length: 999999\r\n\r\n", endless=b"x", pause=0.05)
    with serve(with_home("/drip", drip)) as server:
        crawls.run(server.url, retries=0, timeout=1.0)
    assert "within 1 seconds" in crawls.rows()["/drip"].reason


def test_a_body_that_ends_early_is_asked_again_and_then_kept_as_cut_off(crawls: Crawls):
    short = Reply("<title>Short</title><p>The first half of", length=5000)
    with serve(with_home("/short", short)) as server:
        crawls.run(server.url, retries=1)
    assert server.paths().count("/short") == 2
    assert crawls.statuses()["/short"] == "truncated"


@pytest.mark.parametrize(
    ("body", "encoding", "status"),
    [
        (b"<title>Plain</title><p>not packed at all</p>", "gzip", "ok"),
        (gzip.compress(b"<title>G</title><p>packed words</p>" * 40, mtime=0)[:-30], "gzip", "truncated"),
        (zlib.compress(b"<title>D</title><p>deflated</p>"), "deflate", "ok"),
        (zlib.compress(b"<title>D</title><p>raw deflate</p>")[2:-4], "deflate", "ok"),
        (gzip.compress(gzip.compress(b"<title>T</title><p>twice</p>", mtime=0), mtime=0), "gzip, gzip", "ok"),
        (b"<title>U</title><p>unknown packing</p>", "zebra", "ok"),
    ],
)
def test_packed_bodies_are_read_as_browsers_do(crawls: Crawls, body: bytes, encoding: str, status: str):
    with serve(with_home("/packed", Reply(body, headers=(("Content-Encoding", encoding),)))) as server:
        crawls.run(server.url, retries=0)
    assert crawls.statuses()["/packed"] == status
    assert b"<title>" in crawls.snapshot("/packed").body


def test_a_dropped_connection_is_tried_again_and_then_failed(crawls: Crawls):
    with serve(with_home("/drop", Reply(drop=True))) as server:
        crawls.run(server.url, retries=2)
    assert server.paths().count("/drop") >= 3
    assert crawls.statuses()["/drop"] == "failed"
    assert "3 times" in crawls.rows()["/drop"].reason


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_a_passing_fault_is_got_over(crawls: Crawls, status: int):
    asked_before: list[str] = []

    def site(asked: Asked) -> Reply:
        if asked.path == "/busy" and len(asked_before) < 2:
            asked_before.append(asked.path)
            return Reply("<p>Busy</p>", status, headers=(("Retry-After", "0"),))
        return page(asked.path, "/busy") if asked.path in ("/", "/busy") else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.statuses()["/busy"] == "ok"


def test_nonsense_on_the_wire_fails_that_address_alone(crawls: Crawls):
    with serve(with_home("/junk", Reply(raw=b"\x00\x01 this is no HTTP at all \r\n\r\n"))) as server:
        crawls.run(server.url, retries=0)
    assert crawls.statuses() == {"/": "ok", "/junk": "failed", "/good": "ok"}


def test_cookies_are_not_sent_back_unless_asked_for(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        reply = page("Home", "/next") if asked.path == "/" else page("Next")
        known = asked.path in ("/", "/next")
        return Reply(reply.body, headers=(("Set-Cookie", "track=me; Path=/"),)) if known else missing()

    with serve(site) as server:
        crawls.run(server.url)
        assert all("cookie" not in asked.headers for asked in server.asked)
        crawls.run(server.url, cookies=True, full=True)
        assert any(asked.headers.get("cookie") == "track=me" for asked in server.asked)


def test_credentials_go_to_their_host_alone(crawls: Crawls, tmp_path: Path):
    secrets = tmp_path / "secrets.toml"

    def site(asked: Asked) -> Reply:
        if asked.path == "/robots.txt" or asked.headers.get("authorization", "").startswith("Basic "):
            return page(f"In {asked.path}", "/more") if asked.path in ("/", "/more") else missing()
        return Reply("<p>Who are you?</p>", 401, headers=(("X-SiteQuest-Audience", "everybody"),))

    with serve(site) as server:
        crawls.run(server.url)
        assert crawls.statuses()["/"] == "login"
        secrets.write_text(f'["127.0.0.1:{server.port}"]\nuser = "reader"\npassword = "pass"\n')
        crawls.run(server.url, secrets=secrets)
    assert crawls.pages() == ["/", "/more"]
    assert crawls.snapshot("/more").audience == "members"
    other = tmp_path / "other.toml"
    other.write_text('["127.0.0.1:1"]\nuser = "reader"\n')
    with serve(site) as server:
        elsewhere = Crawls(tmp_path / "elsewhere")
        elsewhere.run(server.url, secrets=other)
        assert all("authorization" not in asked.headers for asked in server.asked)


def test_an_honest_name_is_sent_with_every_request(crawls: Crawls):
    with serve(with_home("/x", page("X"))) as server:
        crawls.run(server.url, user_agent="Campus/1.0 (+https://campus.example/bot; web@campus.example)")
    assert {asked.headers["user-agent"].split("/")[0] for asked in server.asked} == {"Campus"}


def test_a_page_that_breaks_the_reader_costs_itself_alone(crawls: Crawls):
    with serve(with_home("/\x7f%00bad", page("Odd"))) as server:
        summary = crawls.run(server.url)
    assert summary.finished
    assert crawls.statuses()["/good"] == "ok"


def test_a_proxy_named_in_the_environment_is_used(crawls: Crawls, monkeypatch: pytest.MonkeyPatch):
    def proxy(asked: Asked) -> Reply:
        if asked.target == "http://www.campus.example/":
            return page("Archive", "/about.html", "http://campus.example/people/")
        return page(asked.target) if asked.target.endswith(("about.html", "people/")) else missing()

    with serve(proxy) as server:
        monkeypatch.setenv("http_proxy", server.url)
        monkeypatch.setenv("no_proxy", "")
        crawls.run("http://www.campus.example/", allow_private=False)
    assert crawls.pages() == ["/", "/about.html", "/people/"]


class _FixedNames:
    """A reactor's resolver that knows one name, at first public and then private."""

    def __init__(self, *addresses: str) -> None:
        self.addresses = list(addresses)

    def resolveHostName(self, receiver: Any, name: str, port: int = 0, *rest: object) -> None:  # noqa: N802
        receiver.resolutionBegan(None)
        for address in self.addresses:
            receiver.addressResolved(IPv4Address("TCP", address, port))
        receiver.resolutionComplete()


class _Heard:
    """What a connection attempt would dial."""

    def __init__(self) -> None:
        self.dialled: list[str] = []

    def resolutionBegan(self, resolution: object) -> None:  # noqa: N802
        pass

    def addressResolved(self, address: IPv4Address) -> None:  # noqa: N802
        self.dialled.append(address.host)

    def resolutionComplete(self) -> None:  # noqa: N802
        pass


def test_only_addresses_that_may_be_dialled_leave_the_resolver():
    names = _FixedNames("10.0.0.1", "93.184.216.34", "169.254.169.254")
    guard = AddressGuard()
    resolver = GuardedResolver(SimpleNamespace(nameResolver=names), guard)
    heard = _Heard()
    resolver.resolveHostName(heard, "mixed.example", 80)
    assert heard.dialled == ["93.184.216.34"]
    names.addresses = ["127.0.0.1"]
    again = _Heard()
    resolver.resolveHostName(again, "mixed.example", 80)
    assert again.dialled == []
    assert guard.has_refused("http://mixed.example/")


def test_links_to_an_origin_that_does_not_answer_are_asked_where_the_seed_stands(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        here = f"127.0.0.1:{asked.port}"
        if asked.path == "/":
            return page("Home", f"https://{here}/secure", f"https://{here}/other", "/plain")
        return page(asked.path) if asked.path in ("/secure", "/other", "/plain") else missing()

    with serve(site) as server:
        crawls.run(server.url, timeout=2.0, retries=1)
    assert crawls.pages() == ["/", "/other", "/plain", "/secure"]


def test_a_page_missing_at_a_host_that_never_gave_one_is_asked_at_the_seeds_host(
    crawls: Crawls, monkeypatch: pytest.MonkeyPatch
):
    def proxy(asked: Asked) -> Reply:
        if asked.target == "http://www.campus.example/":
            return page("Archive", "http://campus.example/law", "http://campus.example/art")
        return (
            page(asked.target)
            if asked.target.startswith("http://www.campus.example/") and "law" in asked.target
            else missing()
        )

    with serve(proxy) as server:
        monkeypatch.setenv("http_proxy", server.url)
        monkeypatch.setenv("no_proxy", "")
        crawls.run("http://www.campus.example/", allow_private=False)
    assert crawls.pages() == ["/", "/law"]
    assert crawls.statuses()["/art"] == "gone"


def test_pages_that_everybody_may_see_belong_to_no_audience_whatever_the_server_says(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        plain = page("Home")
        return Reply(plain.body, headers=(("X-SiteQuest-Audience", "staff"),)) if asked.path == "/" else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.snapshot("/").audience == ""


def test_the_secrets_file_may_name_the_audience(tmp_path: Path):
    path = tmp_path / "secrets.toml"
    path.write_text('["a.example"]\nuser = "x"\naudience = "staff"\n["b.example"]\nuser = "x"\n["c.example"]\n')
    known = load_credentials(path)
    hosts = ("a", "b", "c", "d")
    found = {host: known.audience(f"https://{host}.example/x") for host in hosts}
    assert found == {"a": "staff", "b": "members", "c": "", "d": ""}


def test_why_nothing_came_is_said_in_words(crawls: Crawls):
    with serve(lambda asked: Reply(drop=True) if asked.path == "/closed" else page("Home", "/closed")) as server:
        crawls.run(server.url, retries=0)
        assert crawls.rows()["/closed"].reason == "no answer: the connection was closed"
    refused = Wire.__new__(Wire).failure(Entry(server.url), DownloadConnectionRefusedError())
    assert (refused.status, refused.failure) == (0, "no answer: the connection was refused")
