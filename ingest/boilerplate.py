"""Texts that stand on many pages of a site: marked as no content, with one copy kept where they hold a fact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from graph import Database
from ingest.html.repetition import Occurrence, judge_repeated, text_hash
from ingest.transactions import Row, batches

READ = 4000
MARKS = 1000


def settle_boilerplate(database: Database, site: str) -> int:
    """Bring the marks of a site in step with its pages; how many blocks changed."""
    rows = list(_rows(database, site))
    seen = [
        Occurrence(row["url"], row["id"], text_hash(row["text"]), row["text"], row["words"], row["main"])
        for row in rows
    ]
    counts = Counter(hashed for _, hashed in {(one.page, one.hash) for one in seen})
    verdict = judge_repeated(seen, counts, len({one.page for one in seen}))
    gone = {*verdict.boilerplate, *verdict.repeated}
    mark = [row for row in rows if row["id"] in gone and not (row["repeated"] and row["shown"] == 0.0)]
    unmark = [row for row in rows if row["id"] not in gone and row["repeated"]]
    for name, chosen in (("ingest/mark_repeated", mark), ("ingest/unmark_repeated", unmark)):
        for batch in batches([{"id": row["id"], "main": row["main"]} for row in chosen], MARKS):
            database.write(name, rows=batch)
    return len(mark) + len(unmark)


def _rows(database: Database, site: str) -> Iterator[Row]:
    after = ""
    while rows := database.read("ingest/leaf_occurrences", site=site, after=after, limit=READ):
        yield from rows
        after = rows[-1]["id"]
