from __future__ import annotations

from typing import Any

from core.records import Evidence
from models.factory import EmbedderSet
from retrieval import Options
from retrieval.analysis import analyse
from retrieval.candidates import Context
from retrieval.events import Trace
from retrieval.relevance import Relevance
from retrieval.sites import SiteFacts
from retrieval.wholepages import find_table, with_whole_pages
from tests.ingest_samples import hash_embedders
from tests.retrieval_samples import item

PRICES = "Visitor | Price\nAdult | €9\nChild | €4\nFamily | €20"
TICKETS = item("Tickets are sold at the desk.", title="Tickets", heading_path=("Tickets",), url="https://a.example/t")


class Shelf:
    """A reader that holds one page and counts what it is asked for."""

    def __init__(self, *page: Evidence) -> None:
        self.page, self.names = page, list[str]()

    async def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        self.names.append(name)
        if name == "retrieval/page_blocks":
            return [{"rows": [{"id": one.block_id, "url": one.url} for one in self.page]}]
        return [{"rows": [_row(one) for one in self.page if one.block_id in parameters["ask"]["ids"]]}]


def _row(one: Evidence) -> dict[str, Any]:
    plain = {
        name: getattr(one, name) for name in ("url", "title", "text", "kind", "anchor", "lang", "words", "entities")
    }
    rest = {
        "parent": "",
        "neighbours": [],
        "following": [],
        "tokens": None,
        "fetched_at": "",
        "modified": None,
        "published": None,
    }
    return {"id": one.block_id, "headings": list(one.heading_path), "markdown": "", **plain, **rest}


async def whole(question: str, pool: list[Evidence], shelf: Shelf) -> tuple[Context, Relevance, list[Evidence]]:
    analysis = analyse(question)
    relevance = Relevance(analysis, [f"{one.title} {one.text}" for one in pool])
    embedders: EmbedderSet = hash_embedders()
    context = Context(analysis, SiteFacts("s"), (), shelf, embedders, Options(), Trace(lambda _: None))
    return context, relevance, await with_whole_pages(context, pool, relevance)


async def test_all_sections_of_the_page_that_is_asked_about_are_read_in_its_order():
    page = [
        item(f"€{n} a year.", title="Prizes", heading_path=("Prizes", f"Prize {n}"), url="https://a.example/p")
        for n in (1, 2)
    ]
    shelf = Shelf(*page)
    _, _, found = await whole("Which prizes are there?", [page[1]], shelf)
    assert [one.heading_path[-1] for one in found] == ["Prize 1", "Prize 2"]
    assert shelf.names == ["retrieval/page_blocks", "retrieval/evidence"]


async def test_the_price_table_of_the_page_that_a_question_names_is_found_without_a_word_in_common():
    table = item(PRICES, kind="table", title="Tickets", heading_path=("Tickets",), url="https://a.example/t")
    context, relevance, found = await whole("How much are tickets?", [TICKETS], Shelf(TICKETS, table))
    assert [one.text for one in find_table(context.analysis, relevance, found)] == [PRICES]


async def test_other_questions_cost_no_read():
    shelf = Shelf(TICKETS)
    for question in ("Where are tickets sold?", "How much is parking?"):
        assert (await whole(question, [TICKETS], shelf))[2] == []
    assert shelf.names == []
