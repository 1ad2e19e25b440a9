"""Topics in their levels: nested for programs, drawn as a tree for people."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.tree import Tree

SUMMARY = 100
GROUPS = {"community": "What the site is about", "keyword": "Keywords of its pages"}


def nest_topics(rows: Sequence[Mapping[str, Any]], parents: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """Topics with their `children`, communities before keywords, the largest first.

    `parents` are (parent, child) ids. A topic whose parent is not among the rows, or no level above it, is a root.
    """
    topics = {row["id"]: {**row, "children": []} for row in rows}
    above = {
        child: parent
        for parent, child in parents
        if parent in topics and child in topics and topics[parent]["level"] > topics[child]["level"]
    }
    roots: list[dict[str, Any]] = []
    for topic in sorted(topics.values(), key=_order):
        into = topics[above[topic["id"]]]["children"] if topic["id"] in above else roots
        into.append(topic)
    return roots


def draw_topics(site: str, roots: Sequence[Mapping[str, Any]]) -> Tree:
    """The tree: a branch for the communities, one for the keywords; each topic with its size and summary."""
    from rich.text import Text
    from rich.tree import Tree

    tree = Tree(Text(site, style="bold"))
    groups: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for root in roots:
        groups[root["kind"]].append(root)
    for kind, topics in groups.items():
        branch = tree.add(Text(f"{GROUPS.get(kind, kind)} ({len(topics):,})", style="bold"))
        _grow(branch, topics)
    return tree


def _grow(branch: Tree, topics: Sequence[Mapping[str, Any]]) -> None:
    for topic in topics:
        _grow(branch.add(_label(topic)), topic["children"])


def _label(topic: Mapping[str, Any]) -> Any:
    from rich.text import Text

    label = Text(str(topic["title"] or topic["id"]))
    if topic["children"]:
        label.append(f"  {len(topic['children']):,} topics", style="dim")
    elif topic["size"]:
        label.append(f"  {topic['size']:,}", style="dim")
    words = " ".join(str(topic["summary"] or "").split())
    if words:
        label.append(f"  {words[:SUMMARY]}{'…' if len(words) > SUMMARY else ''}", style="dim")
    return label


def _order(topic: Mapping[str, Any]) -> tuple[bool, int, int, str, str]:
    return topic["kind"] != "community", -topic["level"], -topic["size"], str(topic["title"]), topic["id"]
