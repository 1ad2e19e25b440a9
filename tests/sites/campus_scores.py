"""How much of what stands on the pages of made-up universities is read as it is meant."""

# ruff: noqa: E501  names and pages stand on one line

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from core.records import PageGraph
from ingest.names import clean_person, name_key
from tests.sites.centre_scores import Share, read_pages

Fact = tuple[str, str, str]
Page = tuple[str, str, str, str]
EXPRESSIONS = frozenset(("requires", "corequisite", "excludes"))
JUDGED = EXPRESSIONS | frozenset(
    ("title", "units", "teaches", "heads", "coordinates", "email", "phone", "room", "office_hours", "member_of", "part_of",
     "offers", "language", "semester", "role")
)  # fmt: skip


def wanted_facts(text: str) -> set[Fact]:
    """The facts that a page's gold lists."""
    rows = (line.split("|") for line in text.strip().splitlines())
    return {_fact(head.strip(), kind.strip(), tail.strip().split(" / ")) for head, kind, tail in rows}


def _fact(head: str, kind: str, tails: Iterable[str]) -> Fact:
    return _plain(head), kind, " / ".join(sorted(_plain(tail) for tail in tails))


def _plain(name: str) -> str:
    return name_key("course", clean_person(name)).replace("–", "-").strip()


def found_facts(graph: PageGraph) -> set[Fact]:
    """The facts of a page graph; alternatives are one fact."""
    names = {entity.id: entity for entity in graph.entities}
    groups: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    found = set()
    for row in graph.relations:
        if row.type not in JUDGED or row.tail not in names:
            continue
        head, tail = names[row.head].name, names[row.tail].name
        if row.group:
            groups[head, row.type, row.group].add(tail)
        else:
            found.add(_fact(head, row.type, [tail]))
    return found | {_fact(head, kind, tails) for (head, kind, _), tails in groups.items()}


def score_campus(pages: Iterable[Page]) -> tuple[Share, list[str]]:
    """Facts right, found and wanted, and what is wrong."""
    right = found = wanted = 0
    faults = []
    for url, title, body, gold in pages:
        html = f"<!doctype html><html><head><title>{title}</title></head><body><main>{body}</main></body></html>"
        (graph,) = read_pages({url: html}, "campus")
        want, have = wanted_facts(gold), found_facts(graph)
        right, found, wanted = right + len(want & have), found + len(have), wanted + len(want)
        faults += [f"{url}: missed {fact}" for fact in sorted(want - have)]
        faults += [f"{url}: wrong  {fact}" for fact in sorted(have - want)]
    return Share(right, found, wanted), faults
