"""Nothing is asked of another host or a private one, however it is reached."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import AddressRefused
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, moved, page, routes, serve


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def test_nothing_is_fetched_from_another_host_however_it_is_reached(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        here = f"127.0.0.1:{asked.port}"
        if asked.path == "/":
            return page(
                "Home",
                "/out",
                f"http://localhost:{asked.port}/b?x={here}",
                f"http://{here}.other.example/c",
                f"http://{here}@localhost:{asked.port}/d",
                "/refresh",
            )
        if asked.path == "/refresh":
            return page("R", head=f'<meta http-equiv="refresh" content="0;url=http://localhost:{asked.port}/e">')
        return moved(f"http://localhost:{asked.port}/f") if asked.path == "/out" else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/"]
    assert all(asked.headers["host"] == f"127.0.0.1:{server.port}" for asked in server.asked)
    assert "another site" in crawls.rows()["/out"].reason


@pytest.mark.parametrize(
    "seed",
    ["http://169.254.169.254/", "http://[::1]:7474/", "http://0x7f.0.0.1/", "http://2130706433/", "file:///etc/passwd",
     "gopher://127.0.0.1/", "http://localhost/", "http://[::ffff:10.0.0.1]/", "http://127.1/", "http://１２７.0.0.1/"],
)  # fmt: skip
def test_a_private_start_is_refused_at_once(crawls: Crawls, seed: str):
    with pytest.raises(AddressRefused, match="cannot be crawled"):
        crawls.run(seed, allow_private=False)


def test_a_redirect_to_a_private_address_is_not_followed(crawls: Crawls):
    table = {"/": page("Home", "/meta", "http://2130706433/"), "/meta": moved("http://169.254.169.254/latest/")}
    with serve(routes(table)) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/"]
