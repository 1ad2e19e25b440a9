"""What was forgotten stays out, also under another address with the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ledger import Ledger
from core.tombstones import ENOUGH_WORDS, marks_of
from tests.sites.crawls import SITE, Crawls
from tests.sites.server import Asked, Reply, missing, page, serve

LETTER = "The private letter of the harbour master names his three debts and the boat that he hid behind the mill."


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def harbour(asked: Asked) -> Reply:
    """A letter under three addresses, one of them a redirect, beside a page of its own."""
    if asked.path == "/":
        return page("Harbour", "/letter", "/letter/copy", "/post", "/tides")
    if asked.path == "/post":
        return Reply(status=301, headers=(("Location", "/letter"),))
    if asked.path == "/tides":
        return page("Tides", text="High water is at noon and at midnight.")
    return page("Letter", text=LETTER) if asked.path in ("/letter", "/letter/copy") else missing()


def forget(crawls: Crawls, *urls: str) -> None:
    ledger = Ledger(crawls.state)
    for url in urls:
        ledger.forget(SITE, url, "2026-01-01")
    ledger.close()


def test_the_twins_of_a_page_are_its_copies_and_not_what_redirects_to_it(crawls: Crawls):
    with serve(harbour) as server:
        crawls.run(server.url)
    ledger = Ledger(crawls.state)
    assert ledger.twins(SITE, f"{server.url}/letter") == [f"{server.url}/letter/copy"]
    assert ledger.twins(SITE, f"{server.url}/tides") == []
    assert ledger.twins(SITE, f"{server.url}/never") == []
    ledger.close()


@pytest.mark.parametrize("full", [True, False])
def test_a_forgotten_text_does_not_come_back_through_another_address(crawls: Crawls, full: bool):
    with serve(harbour) as server:
        crawls.run(server.url)
        crawls.take_queue()
        forget(crawls, f"{server.url}/letter")
        crawls.run(server.url, full=full)
    assert crawls.pages() == ["/", "/tides"]
    assert "/letter/copy" not in crawls.queued()
    row = crawls.rows()["/letter/copy"]
    assert (row.status, row.reason) == ("skipped", "says what a forgotten page said")


def test_an_address_with_other_words_is_let_in(crawls: Crawls):
    changed: list[str] = []

    def site(asked: Asked) -> Reply:
        if changed and asked.path == "/letter/copy":
            return page("Letters", text=changed[0])
        return harbour(asked)

    with serve(site) as server:
        crawls.run(server.url)
        forget(crawls, f"{server.url}/letter")
        changed.append("Letters are read aloud on Sundays at the town hall.")
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/letter/copy", "/tides"]


def test_what_is_remembered_again_may_come_back(crawls: Crawls):
    with serve(harbour) as server:
        crawls.run(server.url)
        forget(crawls, f"{server.url}/letter", f"{server.url}/letter/copy")
        ledger = Ledger(crawls.state)
        assert ledger.remember(SITE, f"{server.url}/letter")
        assert ledger.tombstones(SITE) == frozenset()
        ledger.close()
        crawls.run(server.url, full=True)
    assert "/letter" in crawls.pages()


def test_pages_of_few_words_are_twins_only_under_one_title():
    few, many = ENOUGH_WORDS - 1, ENOUGH_WORDS
    assert not marks_of("f", "One", few, "") & marks_of("f", "Two", few, "")
    assert marks_of("f", "One", many, "") == marks_of("f", "Two", many, "")
    assert marks_of("", "One", many, "") == frozenset()
