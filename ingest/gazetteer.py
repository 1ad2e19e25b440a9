"""Names of things that have a page of their own, found in all other texts of the site: titles are entities.

These mentions are noted as found by `names`. They are made anew from the graph as it stands, so that they vanish with
the page that gave the name, and they keep nothing alive.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import ahocorasick

from graph import Database
from ingest.state import FactChanges, MentionRow
from ingest.transactions import Row, batches
from ingest.writer import GraphWriter

FOUND_BY = "names"
TEXTS = 2000
CHANGES = 2000
MIN_WORDS, MIN_LETTERS, MIN_CHINESE = 2, 8, 3
_CODE = re.compile(r"[A-Za-z]{1,6}[ -]?\d")


@dataclass(frozen=True, slots=True)
class Place:
    """A name in a text."""

    entity: str
    surface: str
    start: int
    end: int


class NameFinder:
    """Finds the names of entities in texts: whole words, the longest of overlapping ones, and no doubtful names."""

    def __init__(self, entities: Iterable[Row]) -> None:
        owners: dict[str, set[str]] = {}
        for row in entities:
            for name in {row["name"], *row["aliases"]}:
                if _is_telling(name):
                    owners.setdefault(name.casefold(), set()).add(row["id"])
        self._automaton = ahocorasick.Automaton()
        clear = {name: ids for name, ids in owners.items() if len(ids) == 1}
        for name, ids in sorted(clear.items()):
            self._automaton.add_word(name, (name, next(iter(ids))))
        self._empty = not clear
        if clear:
            self._automaton.make_automaton()

    def find(self, text: str) -> list[Place]:
        """The first place of each entity in a text."""
        folded = text.casefold()
        if self._empty or len(folded) != len(text):
            return []
        found: dict[str, Place] = {}
        last = -1
        for start, end, entity in sorted(self._spans(folded), key=lambda span: (span[0], -span[1])):
            if start > last:
                last = end
                found.setdefault(entity, Place(entity, text[start : end + 1], start, end + 1))
        return list(found.values())

    def _spans(self, text: str) -> Iterator[tuple[int, int, str]]:
        for end, (name, entity) in self._automaton.iter(text):
            start = end - len(name) + 1
            if not name.isascii() or _is_whole(text, start, end):
                yield start, end, entity


def _is_whole(text: str, start: int, end: int) -> bool:
    before = start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_")
    after = end + 1 < len(text) and (text[end + 1].isalnum() or text[end + 1] == "_")
    return not before and not after


def _is_telling(name: str) -> bool:
    """Whether a name is long enough to mean the thing wherever it stands."""
    if not name.isascii() and any("\u4e00" <= character <= "\u9fff" for character in name):
        return len(name) >= MIN_CHINESE
    return bool(_CODE.match(name)) or (len(name.split()) >= MIN_WORDS and len(name) >= MIN_LETTERS)


def settle_names(database: Database, writer: GraphWriter, site: str) -> int:
    """Bring the mentions found by names in step with the names there are; how many changed."""
    finder = NameFinder(database.read("ingest/gazetteer", site=site))
    add: list[MentionRow] = []
    drop: list[MentionRow] = []
    for row in _texts(database, site):
        given = set(row["entities"])
        wanted = {_row(row["id"], place) for place in finder.find(row["text"]) if place.entity not in given}
        found = {
            _row(row["id"], Place(one["entity"], one["surface"], one["start"], one["end"])) for one in row["named"]
        }
        add += wanted - found
        drop += found - wanted
    for rows in batches(sorted(drop), CHANGES):
        writer.apply(FactChanges(drop_mentions=tuple(rows)), {})
    for rows in batches(sorted(add), CHANGES):
        writer.apply(FactChanges(add_mentions=tuple(rows)), {})
    return len(add) + len(drop)


def _texts(database: Database, site: str) -> Iterator[Row]:
    after = ""
    while rows := database.read("ingest/leaf_texts", site=site, after=after, limit=TEXTS):
        yield from rows
        after = rows[-1]["id"]


def _row(block: str, place: Place) -> MentionRow:
    return MentionRow(block, place.entity, place.surface, place.start, place.end, place.entity, found_by=FOUND_BY)
