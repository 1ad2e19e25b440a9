"""Words for made-up pages."""

from __future__ import annotations

from random import Random

WORDS = ["moss", "heron", "quartz", "lantern", "harbour", "sonnet", "turbine", "orchard", "vellum", "comet", "saddle"]


def babble(chance: Random, words: int = 60) -> str:
    """Words that nobody uses."""
    return " ".join("".join(chance.choices("abcdefghijklmnopqrstuvwxyz", k=8)) for _ in range(words))
