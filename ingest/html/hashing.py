"""Hashes of what a page says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from core.records import TreeBlock


def hash_texts(texts: Iterable[str]) -> str:
    """A hash of texts in order; white space and case do not count."""
    digest = hashlib.blake2b(digest_size=16)
    for text in texts:
        digest.update(" ".join(text.lower().split()).encode("utf-8", "replace"))
        digest.update(b"\n")
    return digest.hexdigest()


def hash_content(blocks: Iterable[TreeBlock]) -> str:
    """A hash of the content that a reader sees: headings and leaves, in order."""
    return hash_texts(block.text for block in blocks if block.leaf or block.kind == "section")
