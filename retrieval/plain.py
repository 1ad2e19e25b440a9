"""Questions that name one thing and ask only how it is reached, what position a person has, or where one belongs.

"The phone of the advising office of music" is none: it is asked of a thing that is not named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.data import load_data
from retrieval.sites import SiteFacts
from retrieval.texts import stem, stop_words, words


@dataclass(frozen=True, slots=True)
class Plain:
    """What is asked of the named thing: its attributes, or the far ends of `edges`; `personal` is asked of people."""

    attributes: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    personal: bool = False


def find_plain(text: str, attributes: Sequence[str], site: SiteFacts) -> Plain | None:
    """What a folded question asks, whose words name these attributes; None where it asks for something else."""
    vocabulary = load_data("vocabulary")
    data, where = vocabulary["plain"], set(vocabulary["attributes"]["room"]["names"])
    reached = data["reached"]
    if attributes and set(attributes) <= set(reached["names"]):
        return Plain(tuple(attributes))
    if set(attributes) <= where and re.search(reached["asked"], text):
        return _known(Plain(tuple(name for name in reached["names"] if name in site.relations)))
    for name in ("position", "membership"):
        if re.search(data[name]["asked"], text):
            known = tuple(one for one in data[name]["names"] if one in site.relations)
            return _known(Plain(known, (), True) if name == "position" else Plain((), known, True))
    return None


def _known(plain: Plain) -> Plain | None:
    return plain if plain.attributes or plain.edges else None


def says_no_more(text: str, known: Sequence[tuple[int, int]]) -> bool:
    """Whether a folded question says nothing but what stands in these places, and what kind of thing that is."""
    rest = "".join(" " if any(a <= place < b for a, b in known) else char for place, char in enumerate(text))
    beside = {stem(word) for word in load_data("vocabulary")["plain"]["beside"].split()}
    return all(word in stop_words() or stem(word) in beside for word in words(rest))
