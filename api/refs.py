"""Names of graph nodes in addresses and JSON: `entity:{id}`, `block:{id}`, `topic:{id}`, `page:{site}:{url}`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from core.errors import AskError

KINDS = ("page", "block", "entity", "topic")


class NodeUnknown(AskError):
    """There is no such node."""

    http_status = 404


class RefWrong(AskError):
    """A node reference is not of the known form."""


@dataclass(frozen=True, slots=True)
class Ref:
    """One node. `key` is the address of a page, the id of any other node."""

    kind: str
    site: str
    key: str

    def __str__(self) -> str:
        return f"page:{self.site}:{self.key}" if self.kind == "page" else f"{self.kind}:{self.key}"

    def params(self, prefix: str = "") -> dict[str, str]:
        """As parameters of a statement."""
        return {f"{prefix}kind": self.kind, f"{prefix}key": self.key}


def read_ref(text: str) -> Ref:
    """Parse a reference; `RefWrong` says what was expected."""
    kind, _, rest = text.partition(":")
    site, _, url = rest.partition(":")
    if kind not in KINDS or not site or not url:
        raise RefWrong(f"{text[:200]!r} is no node; write page:SITE:URL, block:ID, entity:ID or topic:ID.")
    return Ref(kind, site, url if kind == "page" else rest)


def drawn(row: dict[str, Any]) -> dict[str, Any]:
    """A node row of a statement as the graph view wants it."""
    ref = Ref(row["kind"], row["site"], row["key"])
    return {
        "ref": str(ref),
        "kind": row["kind"],
        "name": row["name"] or row["key"],
        "detail": row.get("detail") or "",
        "url": row.get("url"),
        "degree": row.get("degree"),
    }
