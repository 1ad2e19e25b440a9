"""What is kept of a forgotten page to know its words again under another address: hashes, and no word of it."""

from __future__ import annotations

from hashlib import blake2b

from core.records import FINGERPRINT

ENOUGH_WORDS = 20


def marks_of(fingerprint: str, title: str, words: int, body_hash: str) -> frozenset[str]:
    """The marks of a page: two pages that share one say the same.

    A page of few words is known by its title too: many have the same few. The number of the fingerprint's form is no
    part of a mark, so that what was forgotten stays known where a new form makes the same of the words.
    """
    fingerprint = fingerprint.removeprefix(FINGERPRINT)
    text = fingerprint if words >= ENOUGH_WORDS else f"{fingerprint} {title[:300]}"
    said = [f"body {body_hash}"] * bool(body_hash) + [f"text {text}"] * bool(fingerprint)
    return frozenset(blake2b(one.encode("utf-8", "replace"), digest_size=16).hexdigest() for one in said)
