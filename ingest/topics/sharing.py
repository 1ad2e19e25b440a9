"""Blocks bound because they mention the same entities, as edges in the graph (HyGRAG, eq. 2)."""

from __future__ import annotations

from graph import Database
from ingest.topics.hybrid import find_sharing
from ingest.topics.storing import TopicStore
from ingest.transactions import batches

ROWS = 1000


def settle_shares(database: Database, site: str) -> int:
    """Bring the edges between blocks in step with what they mention; how many came, changed or went."""
    mentions = TopicStore(database).mentions(site)
    wanted = {(one, other): shared for one, other, shared in find_sharing(mentions)}
    found = {(row["one"], row["other"]): row["shared"] for row in database.read("ingest/read_shares", site=site)}
    gone = sorted(set(found) - set(wanted))
    new = sorted(pair for pair, shared in wanted.items() if found.get(pair) != shared)
    for batch in batches([{"one": one, "other": other} for one, other in gone], ROWS):
        database.write("ingest/drop_shares", rows=batch)
    for batch in batches([{"one": a, "other": b, "shared": wanted[a, b]} for a, b in new], ROWS):
        database.write("ingest/write_shares", rows=batch)
    return len(gone) + len(new)
