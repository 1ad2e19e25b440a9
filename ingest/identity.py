"""Keys that name things in the graph: stable hashes of what a thing is, never of where the store put it."""

from __future__ import annotations

import hashlib


def digest(*parts: str) -> str:
    """Twenty-four hex digits that stand for the parts, in their order."""
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=12).hexdigest()


def block_id(site: str, url: str, text: str, occurrence: int) -> str:
    """The id of a block: it survives moves inside its page, because its place is not part of it."""
    return f"{site}:{digest(url, text, str(occurrence))}"


def entity_id(site: str, kind: str, key: str) -> str:
    """The id of an entity: site, type and normalised name."""
    return f"{site}:{kind}:{key}"


def topic_id(site: str, kind: str, key: str) -> str:
    """The id of a topic: site, keyword or community, and a hash of what it gathers."""
    return f"{site}:{kind}:{digest(key)}"


def relation_group(members: list[str]) -> str:
    """A name for a set of alternatives that is the same wherever the same set is stated."""
    return f"or:{digest(*sorted(members))[:8]}"
