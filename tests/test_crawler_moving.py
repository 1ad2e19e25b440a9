"""A folder renamed without redirects: its pages move, and none counts as lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ledger import Ledger
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, serve

COUNT = 8


class Mill:
    """A home page, four that stay, and a folder of eight whose name can be changed."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.lost: tuple[int, ...] = ()
        self.status = 404

    def __call__(self, asked: Asked) -> Reply:
        names = [f"/{self.folder}/{number}" for number in range(COUNT) if number not in self.lost]
        stay = [f"/stay/{number}" for number in range(4)]
        if asked.path == "/":
            return page("Mill", *names, *stay)
        if asked.path in names or asked.path in stay:
            number = int(asked.path.rsplit("/", 1)[1])
            kind = "wheel" if asked.path in names else "stone"
            return page(f"{kind} {number}", text=f"The {kind} called {'abcdefgh'[number] * 6} was carved by hand.")
        return missing() if self.status == 404 else Reply("<p>Taken away.</p>", self.status)


def wheels(crawls: Crawls) -> list[str]:
    return [path for path in crawls.pages() if not path.startswith("/stay") and path != "/"]


@pytest.mark.parametrize(("before", "after"), [("old", "newer"), ("longer", "new")])
@pytest.mark.parametrize("status", [404, 410])
def test_a_renamed_folder_moves_with_its_pages(tmp_path: Path, before: str, after: str, status: int):
    crawls, site = Crawls(tmp_path), Mill(before)
    with serve(site) as server:
        crawls.run(server.url)
        crawls.take_queue()
        site.folder, site.status = after, status
        summary = crawls.run(server.url)
        assert (summary.exit_code, summary.kept, summary.gone) == (0, 0, 0)
        assert wheels(crawls) == [f"/{after}/{number}" for number in range(COUNT)]
        assert crawls.aliases() == {f"/{before}/{number}": f"/{after}/{number}" for number in range(COUNT)}
        items = crawls.take_queue()
        assert {item.url.partition(after)[2] for item in items if item.kind == "page"} >= {
            f"/{n}" for n in range(COUNT)
        }
        assert len([item for item in items if item.kind == "gone" and f"/{before}/" in item.url]) == COUNT
        again = crawls.run(server.url)
    assert (again.exit_code, again.pages, again.unchanged) == (0, COUNT + 5, COUNT + 5)
    assert crawls.aliases() == {f"/{before}/{number}": f"/{after}/{number}" for number in range(COUNT)}
    ledger = Ledger(crawls.state)
    assert {row.reason for row in ledger.rows(SITE, "redirect")} >= {f"moved to {server.url.rstrip('/')}/{after}/3"}
    assert ledger.resolve(SITE, server.url.rstrip("/") + f"/{before}/3").endswith(f"/{after}/3")
    ledger.close()


def test_pages_that_went_without_an_heir_still_count_as_lost(tmp_path: Path):
    crawls, site = Crawls(tmp_path), Mill("old")
    with serve(site) as server:
        crawls.run(server.url)
        site.folder, site.lost = "newer", (0, 1, 2, 3, 4, 5)
        summary = crawls.run(server.url)
    assert summary.exit_code == 3
    assert summary.kept
