"""Forgetting entities for good: noted with all their spellings, taken out of the graph, found again when renamed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from graph import Database
from ingest.entities.resolution import Merge
from ingest.forgotten import Forgotten
from ingest.state import FactChanges, RelationEntry, mention_row, relation_key
from ingest.transactions import batches
from ingest.writer import GraphWriter

ENTITIES = 100


class Forgetter:
    """Keeps the forgotten entities of sites, in the graph and at hand for the writer."""

    def __init__(self, database: Database, writer: GraphWriter) -> None:
        self._database = database
        self._writer = writer

    def load(self, site: str) -> Forgotten:
        """What a site has forgotten, read anew; the writer leaves it out from now on."""
        rows = self._database.read("ingest/read_forgotten", site=site)
        ids = frozenset(ident for row in rows for ident in row["ids"])
        places = frozenset(_place(text) for row in rows for text in row["places"])
        forgotten = Forgotten(site, ids, places)
        self._writer.forgotten = {**self._writer.forgotten, site: forgotten}
        return forgotten

    def forget(self, site: str, ids: Iterable[str]) -> int:
        """Forget entities and every spelling that went into them; how many entities and values left the graph."""
        wanted = set(ids)
        rows = self._database.read("ingest/read_merges", site=site)
        wanted |= {row["raw"] for row in rows if row["into"] in wanted}
        places = sorted(
            f"{row['raw']}\t{url}"
            for row in self._database.read("ingest/raw_entities", site=site)
            if row["raw"] in wanted
            for url in row["pages"]
        )
        self._database.write("ingest/write_forgotten", site=site, ids=sorted(wanted), places=places)
        return self.purge(self.load(site))

    def purge(self, forgotten: Forgotten) -> int:
        """Take out what stands in the graph all the same, as after a race with another writer; how many."""
        if not forgotten:
            return 0
        keys = sorted(forgotten.keys)
        rows = self._database.read(
            "ingest/find_forgotten", site=forgotten.site, ids=sorted(forgotten.ids), keys=keys, names=keys
        )
        found = [row["id"] for row in rows if forgotten.covers(row["id"], row["type"], row["name"])]
        for batch in batches(found, ENTITIES):
            self._drop(batch)
        return len(found)

    def spread(self, forgotten: Forgotten, merges: Sequence[Merge]) -> list[Merge]:
        """Forget new spellings that resolution takes for a forgotten thing; the merges that are left."""
        touched = {merge.into for merge in merges if not forgotten.ids.isdisjoint((merge.raw, merge.into))}
        spellings = touched | {merge.raw for merge in merges if merge.into in touched}
        if spellings - forgotten.ids:
            self.forget(forgotten.site, spellings)
        return [merge for merge in merges if merge.into not in touched]

    def _drop(self, ids: Sequence[str]) -> None:
        mentions = tuple(mention_row(row) for row in self._database.read("ingest/entity_mentions", ids=list(ids)))
        relations = self._database.read("ingest/entity_relations", ids=list(ids))
        entries = tuple(RelationEntry.decode(relation_key(row), text) for row in relations for text in row["entries"])
        self._writer.apply(FactChanges(drop_mentions=mentions, drop_entries=entries), {})


def _place(text: str) -> tuple[str, str]:
    ident, _, url = text.partition("\t")
    return ident, url
