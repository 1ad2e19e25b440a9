"""A site profile: what kinds of things a site is about and how it writes them down. Data, not code (YAML)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """Entity types, patterns, labels, relation names and page rules of one kind of site."""

    name: str
    version: str = "1"


def load_profile(name: str) -> Profile:
    """The profile of that name, or of that file."""
    return Profile(name)
