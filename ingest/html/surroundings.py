"""What a walk knows of the whole page before it starts: its address, what opens what, and what its sheets hide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lxml import etree

from ingest.html.frames import Element
from ingest.html.links import Resolver
from ingest.html.notable import Notable
from ingest.html.sections import controlled
from ingest.html.stylesheets import hidden_names

MAX_CONTROLS = 500
_CONTROLS: Any = etree.XPath(
    "descendant::*/@aria-controls/.. | descendant::*/@data-bs-target/.. | "
    "descendant::*/@data-toggle/parent::*[@data-target or @href] | "
    "descendant::*/@role[.='tab']/parent::*[@data-target or @href]"
)
_IDS: Any = etree.XPath("descendant-or-self::*/@id", smart_strings=False)


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`panels` are ids of collapsed content with the text of what opens it; `hidden` are names that sheets hide."""

    resolver: Resolver
    panels: dict[str, str]
    hidden: frozenset[str]


def look_around(root: Element, notable: Notable, url: str) -> Surroundings:
    """Look over a page from above."""
    return Surroundings(Resolver(url, _base_of(notable.bases)), find_panels(root), hidden_names(notable.styles))


def _base_of(bases: Sequence[Element]) -> str:
    """The first address that a `base` declares, wherever it stands."""
    return next((href for node in bases if (href := node.get("href")) is not None), "")


def find_panels(root: Element) -> dict[str, str]:
    """Ids of collapsed panels with the text of what opens them: buttons and tabs outside of navigation."""
    controls = _CONTROLS(root)
    if not controls:
        return {}
    wanted: dict[str, Element] = {}
    for control in controls[:MAX_CONTROLS]:
        target = controlled(control.attrib)
        if target and target not in wanted and not _in_chrome(control):
            wanted[target] = control
    if not wanted:
        return {}
    ids = set(_IDS(root))
    return {target: _label(control) for target, control in wanted.items() if target in ids}


def _in_chrome(control: Element) -> bool:
    for count, above in enumerate(control.iterancestors()):
        if above.tag in {"nav", "footer"} or above.get("role") in {"navigation", "menu", "menubar"} or count > 100:
            return True
        if above.tag == "header" and above.getparent() is not None and above.getparent().tag == "body":
            return True
    return False


def _label(control: Element) -> str:
    """The text of a control; empty when it stands in a heading, which then names the panel itself."""
    for count, above in enumerate(control.iterancestors()):
        if above.tag in {"h1", "h2", "h3", "h4", "h5", "h6"}:
            return ""
        if count > 3:
            break
    text = " ".join("".join(control.itertext()).split())
    return text if len(text) <= 300 else ""
