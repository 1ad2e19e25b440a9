"""Titles of keyword topics: the most frequent spelling on the pages as they are now, whatever their order."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from graph import Database
from ingest.names import name_key
from ingest.transactions import batches

ROWS = 1000


def settle_titles(database: Database, site: str) -> int:
    """Bring the titles of a site's keyword topics in step with its pages; how many changed."""
    topics = {row["id"]: row["title"] for row in database.read("ingest/keyword_topics", site=site)}
    keys = {ident: name_key("topic", title) for ident, title in topics.items()}
    rows = database.read("ingest/topic_spellings", site=site, keys=sorted(set(keys.values())))
    titles = best_spellings((row["surface"], row["times"]) for row in rows)
    changed = [
        {"id": ident, "title": title}
        for ident, key in sorted(keys.items())
        if (title := titles.get(key, key)) != topics[ident]
    ]
    for batch in batches(changed, ROWS):
        database.write("ingest/rename_topics", rows=batch)
    return len(changed)


def best_spellings(written: Iterable[tuple[str, int]]) -> Mapping[str, str]:
    """Key → the spelling that stands there most often; of equally frequent ones the first in the order of signs."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for surface, times in written:
        text = " ".join(surface.split())
        counts[name_key("topic", text)][text] += times
    return {key: min(found, key=lambda text: (-found[text], text)) for key, found in counts.items()}
