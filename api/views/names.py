"""Entities and topics as the graph holds them."""

from __future__ import annotations

from pydantic import Field

from api.views.base import View


class EntityRow(View):
    """An entity in a list."""

    id: str
    name: str
    type: str | None = None
    aliases: list[str] | None = None
    anchor_url: str | None = None
    mentions: int = 0


class Fact(View):
    """A relation of an entity with the blocks that state it; the other end is `id`, `name` and `kind`."""

    type: str
    outgoing: bool
    id: str
    name: str | None = None
    kind: str | None = None
    sources: list[str] | None = None
    found_by: str | list[str] | None = None


class MentionRow(View):
    """A block that names an entity."""

    block_id: str
    url: str | None = None
    heading_path: list[str] | None = None
    text: str | None = None
    surface: str | None = None


class EntityDetail(View):
    """An entity with its facts and where it is named."""

    id: str
    name: str
    site: str | None = None
    type: str | None = None
    aliases: list[str] | None = None
    anchor_url: str | None = None
    facts: list[Fact] = Field(default_factory=list)
    mentions: list[MentionRow] = Field(default_factory=list)


class TopicRow(View):
    """A topic in a list."""

    id: str
    kind: str | None = None
    level: int | None = None
    title: str | None = None
    summary: str | None = None
    size: int = 0


class TopicPart(View):
    """Something that a topic holds, or that holds it."""

    id: str | None = None
    kind: str | None = None
    type: str | None = None
    name: str | None = None
    title: str | None = None
    url: str | None = None
    level: int | None = None


class TopicDetail(View):
    """A topic with what it holds and what holds it."""

    id: str
    site: str | None = None
    kind: str | None = None
    level: int | None = None
    title: str | None = None
    summary: str | None = None
    sources: list[str] | None = None
    parents: list[TopicPart] = Field(default_factory=list)
    members: list[TopicPart] = Field(default_factory=list)
    entities: list[TopicPart] = Field(default_factory=list)
