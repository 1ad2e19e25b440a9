"""What was taken for one entity: listed, merged and split by hand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.exploring import chosen_site
from app.wiring import open_graph
from core.settings import Settings

if TYPE_CHECKING:
    from ingest.merging import EntityResolver


@contextmanager
def resolver_of(settings: Settings, site: str | None) -> Iterator[tuple[EntityResolver, str]]:
    """The resolver and the name of the site."""
    from graph.sites import list_sites
    from ingest.merging import EntityResolver
    from ingest.writer import GraphWriter

    with open_graph(settings) as database:
        name = chosen_site(list_sites(database), site)
        yield EntityResolver(database, GraphWriter(database)), name


def list_views(settings: Settings, site: str | None, kind: str, text: str, limit: int) -> list[dict[str, Any]]:
    """Entities with what went into them, as plain JSON."""
    with resolver_of(settings, site) as (resolver, name):
        return [asdict(view) for view in resolver.list_entities(name, kind, text, limit)]


def merge_entities(settings: Settings, site: str | None, one: str, other: str) -> str:
    """Make two entities one; the id of the one that stays."""
    with resolver_of(settings, site) as (resolver, name):
        return resolver.merge(name, one, other)


def split_entity(settings: Settings, site: str | None, raw: str) -> str:
    """Take an entity out of the one it went into; the id of that one."""
    with resolver_of(settings, site) as (resolver, name):
        return resolver.split(name, raw)


def part_entities(settings: Settings, site: str | None, one: str, other: str) -> None:
    """Say that two entities are not one, for good."""
    with resolver_of(settings, site) as (resolver, name):
        resolver.keep_apart(name, one, other)


def list_apart(settings: Settings, site: str | None) -> list[tuple[str, str]]:
    """Pairs of ids that people said are not one, each sorted."""
    with resolver_of(settings, site) as (resolver, name):
        return resolver.list_apart(name)
