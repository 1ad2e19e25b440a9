"""A seed that redirects to another name of its site is followed there; one that leads elsewhere says where."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crawler.renaming import is_renamed, owner_of
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, Running, missing, page, serve


@pytest.mark.parametrize(
    ("seed", "target"),
    [
        ("http://example.edu/", "https://example.edu/"),
        ("http://example.edu/", "https://www.example.edu/home"),
        ("https://www.example.edu/", "https://example.edu/"),
        ("https://www.example.edu/", "https://home.example.edu/"),
        ("https://example.ac.uk/", "https://www2.example.ac.uk/"),
        ("https://cs.example.edu/", "https://computing.example.edu/"),
        ("https://www.cs.example.edu/", "https://cs.example.edu/"),
        ("http://127.0.0.1:8080/", "https://127.0.0.1:8443/"),
        ("http://example.edu:8080/", "http://www.example.edu/"),
        ("http://intranet/", "https://intranet/"),
    ],
)
def test_another_name_of_a_site_is_the_same_site(seed: str, target: str):
    assert is_renamed(seed, target)


@pytest.mark.parametrize(
    ("seed", "target"),
    [
        ("https://example.edu/", "https://example.org/"),
        ("https://one.ac.uk/", "https://two.ac.uk/"),
        ("https://one.github.io/", "https://two.github.io/"),
        ("https://cs.example.edu/", "https://www.example.edu/"),
        ("https://cs.example.edu/", "https://example.edu/cs/"),
        ("http://localhost:8080/", "http://127.0.0.1:8080/"),
        ("http://127.0.0.1:8080/", "http://127.0.0.1:7474/"),
        ("http://127.0.0.1/", "http://127.0.0.2/"),
        ("http://one/", "http://two/"),
        ("https://example.edu/", "https://admin.example.edu:8443/"),
        ("https://example.edu/", "https://example.edu.evil.net/"),
        ("https://example.edu/", "https://evilexample.edu/"),
        ("https://[::1]/", "https://[::2]/"),
    ],
)
def test_another_site_is_another_site(seed: str, target: str):
    assert not is_renamed(seed, target)


@pytest.mark.parametrize(
    ("host", "owner"),
    [("www.example.edu", "example.edu"), ("a.b.example.ac.uk", "example.ac.uk"), ("localhost", ""), ("10.0.0.1", "")],
)
def test_the_owner_of_a_host_is_one_label_more_than_a_public_suffix(host: str, owner: str):
    assert owner_of(host) == owner


SITE = {
    "http://campus.edu/": Reply(status=301, headers=(("Location", "http://portal.campus.edu/start"),)),
    "http://portal.campus.edu/start": page("Portal", "/people/", "http://campus.edu/old", "http://library.campus.edu/"),
    "http://portal.campus.edu/people/": page("People"),
    "http://portal.campus.edu/sitemap.xml": Reply(
        "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://portal.campus.edu/listed</loc>"
        "</url></urlset>",
        kind="application/xml",
    ),
    "http://portal.campus.edu/listed": page("Listed"),
    "http://portal.campus.edu/later": page("Later"),
    "http://campus.edu/old": page("Old"),
    "http://library.campus.edu/": page("Library"),
}


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


@pytest.fixture
def proxied(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Reply]]:
    """The web behind a proxy, which is the one place where any host name can be served."""
    pages = dict(SITE)

    def proxy(asked: Asked) -> Reply:
        return pages.get(asked.target, missing())

    with serve(proxy) as server:
        point_at(server, monkeypatch)
        yield pages


def point_at(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a server the proxy of this process and its children."""
    monkeypatch.setenv("http_proxy", server.url)
    monkeypatch.setenv("no_proxy", "")


def test_a_site_goes_on_under_the_name_that_its_seed_redirects_to(crawls: Crawls, proxied: dict[str, Reply]):
    summary = crawls.run("http://campus.edu/", allow_private=False)
    assert summary.finished
    assert crawls.pages() == ["/listed", "/old", "/people/", "/start"]
    assert crawls.rows()["/"].target == "http://portal.campus.edu/start"


def test_the_next_crawl_knows_the_name_before_it_asks(crawls: Crawls, proxied: dict[str, Reply]):
    crawls.run("http://campus.edu/", allow_private=False)
    proxied["http://portal.campus.edu/people/"] = page("People", "/later")
    proxied["http://campus.edu/"] = Reply(status=503)
    crawls.run("http://campus.edu/", allow_private=False, full=True)
    assert "/later" in crawls.pages()


def test_a_seed_that_redirects_to_another_site_ends_with_a_sentence_that_names_it(
    crawls: Crawls, proxied: dict[str, Reply]
):
    proxied["http://campus.edu/"] = Reply(status=301, headers=(("Location", "http://elsewhere.org/"),))
    proxied["http://elsewhere.org/"] = page("Elsewhere")
    summary = crawls.run("http://campus.edu/", allow_private=False)
    assert crawls.pages() == []
    assert "redirect (301) to another site: http://elsewhere.org/" in summary.reason


def test_only_a_seed_opens_another_host(crawls: Crawls, proxied: dict[str, Reply]):
    proxied["http://campus.edu/"] = page("Home", "/moved")
    proxied["http://campus.edu/moved"] = Reply(status=302, headers=(("Location", "http://portal.campus.edu/start"),))
    crawls.run("http://campus.edu/", allow_private=False)
    assert crawls.pages() == ["/"]
    assert "another site" in crawls.rows()["/moved"].reason


def test_another_name_with_a_private_address_is_not_asked(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        return Reply(status=301, headers=(("Location", f"http://127.0.0.2:{asked.port}/"),))

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == []
