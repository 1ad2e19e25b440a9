"""What came, changed or went of the nodes that communities are made of, read by the marks that it left.

A page is marked when it is written or a block of it gets or loses a vector, an entity when it gets one: so what an
update reads is as much as there is new, however large the site. The marks go with the transaction that takes it in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from graph import Database
from ingest.topics.storing import to_block, to_entity
from ingest.topics.summaries import Member
from ingest.transactions import BATCH, Work, batches

PAGES, ENTITIES = 500, 4000


@dataclass(slots=True)
class News:
    """Nodes in no community; communities of which a member changed; (community, block) for what is no content now.

    `pages` and `names` are what was looked at, as `settle` takes it.
    """

    site: str
    new: list[Member] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    strays: set[tuple[str, str]] = field(default_factory=set)
    pages: dict[str, str] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.pages or self.names)

    def settle(self, work: Work) -> None:
        """Take the marks away where nothing has come since they were read."""
        pages = batches([{"url": url, "page": page} for url, page in sorted(self.pages.items())], BATCH)
        entities = batches([{"id": name, "name": shown} for name, shown in sorted(self.names.items())], BATCH)
        for some, others in zip_longest(pages, entities):
            work.run("ingest/settle_news", site=self.site, pages=some or [], entities=others or [])


def read_news(database: Database, site: str) -> News:
    """All there is for communities to take in."""
    news = News(site)
    for url, page, title, found in _pages(database, "ingest/due_blocks", "pages", site, PAGES):
        news.pages[url] = page
        for values in found:
            _add_block(news, title, *values)
    for name, shown, mentions, home, changed, vector in _pages(
        database, "ingest/due_entities", "entities", site, ENTITIES
    ):
        news.names[name] = shown
        if changed:
            news.changed.add(home)
        if vector:
            news.new.append(to_entity(name, shown, mentions, vector))
    return news


def read_marks(database: Database, site: str) -> News:
    """What is marked, without what it brings: for a build that reads everything."""
    news = News(site)
    news.pages = {row["url"]: row["page"] for row in database.read("ingest/due_pages", site=site)}
    news.names = {row["id"]: row["name"] for row in database.read("ingest/due_names", site=site)}
    return news


def _add_block(
    news: News,
    title: str,
    ident: str,
    made_of: str,
    text: str,
    headings: Sequence[str],
    home: str | None,
    stays: bool,
    vector: Sequence[float] | None,
) -> None:
    if home is None:
        news.new.append(to_block(ident, made_of, text, headings, title, vector))
    elif stays:
        news.changed.add(home)
    else:
        news.strays.add((home, ident))


def _pages(database: Database, name: str, column: str, site: str, limit: int) -> Iterator[Sequence[Any]]:
    """What a statement lists up to `limit` at a time, in the order of the keys that come first."""
    after = ""
    while True:
        listed = database.read(name, site=site, after=after, limit=limit)[0][column]
        yield from listed
        if len(listed) < limit:
            return
        after = listed[-1][0]
