"""What people decide of two entities holds at later resolutions, and the last word counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.errors import IngestError
from graph.database import Database
from ingest.merging import EntityResolver
from ingest.writer import GraphWriter
from tests.retrieval_samples import ingest

SITE = "college"
PERSON = (
    "<h1>Dr {name}</h1><p>Teaches {subject} at the college.</p><dl><dt>E-mail</dt><dd>{mail}@college.example</dd></dl>"
)
PAGES = {
    "people/lee-law.html": PERSON.format(name="Robin Lee", subject="law", mail="r.lee"),
    "people/lee-art.html": PERSON.format(name="Robin Lee", subject="painting", mail="robin.lee"),
    "people/kim.html": PERSON.format(name="Sasha Kim", subject="music", mail="kim"),
}


@pytest.fixture
def resolver(database: Database, tmp_path: Path) -> EntityResolver:
    ingest(database, tmp_path, PAGES, SITE)
    return EntityResolver(database, GraphWriter(database))


def people(resolver: EntityResolver, name: str) -> list[str]:
    return sorted(view.id for view in resolver.list_entities(SITE, "person") if view.name.endswith(name))


def test_two_that_are_kept_apart_are_listed_and_stay_two(resolver: EntityResolver):
    one, other = people(resolver, "Robin Lee")
    resolver.keep_apart(SITE, other, one)
    assert (one, other) in resolver.list_apart(SITE)
    resolver.resolve_site(SITE)
    assert people(resolver, "Robin Lee") == [one, other]


def test_the_last_decision_counts_whichever_way_it_goes(resolver: EntityResolver):
    one, other = people(resolver, "Robin Lee")
    resolver.keep_apart(SITE, one, other)
    kept = resolver.merge(SITE, one, other)
    assert people(resolver, "Robin Lee") == [kept]
    assert resolver.list_apart(SITE) == []
    resolver.split(SITE, other if kept == one else one)
    assert people(resolver, "Robin Lee") == [one, other]


def test_who_is_kept_apart_from_a_merged_one_is_apart_from_all_that_went_into_it(resolver: EntityResolver):
    one, other = people(resolver, "Robin Lee")
    [third] = people(resolver, "Sasha Kim")
    kept = resolver.merge(SITE, one, other)
    resolver.keep_apart(SITE, kept, third)
    apart = {frozenset(pair) for pair in resolver.list_apart(SITE)}
    assert {frozenset((one, third)), frozenset((other, third))} <= apart
    joined = resolver.merge(SITE, kept, third)
    assert resolver.list_apart(SITE) == []
    assert [*people(resolver, "Robin Lee"), *people(resolver, "Sasha Kim")] == [joined]


def test_what_is_no_entity_cannot_be_kept_apart(resolver: EntityResolver):
    [third] = people(resolver, "Sasha Kim")
    with pytest.raises(IngestError, match="are not two entities of college"):
        resolver.keep_apart(SITE, third, f"{SITE}:person:nobody")
