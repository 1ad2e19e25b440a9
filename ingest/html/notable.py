"""The elements of a page that are looked for by name, all found in one pass."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType

from ingest.html.frames import Element


@dataclass(slots=True)
class Notable:
    """Elements in document order: `heads` are title, meta and link, `unscripted` noscript and noframes."""

    heads: list[Element] = field(default_factory=list)
    bases: list[Element] = field(default_factory=list)
    styles: list[Element] = field(default_factory=list)
    scripts: list[Element] = field(default_factory=list)
    unscripted: list[Element] = field(default_factory=list)


_KINDS = MappingProxyType(
    {
        **dict.fromkeys(("title", "meta", "link"), "heads"),
        "base": "bases",
        "style": "styles",
        "script": "scripts",
        **dict.fromkeys(("noscript", "noframes"), "unscripted"),
    }
)


def find_notable(root: Element) -> Notable:
    """Look through a page once."""
    found = Notable()
    for node in root.iter(*_KINDS):
        getattr(found, _KINDS[node.tag]).append(node)
    return found
