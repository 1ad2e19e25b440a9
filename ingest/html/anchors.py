"""Anchors of main content: a citation opens where its text stands, never at a menu that happens to come before it."""

from __future__ import annotations

from ingest.html.frames import Raw


def settle_anchors(raws: list[Raw]) -> None:
    """Take from main content the anchors that chrome or hidden elements gave it.

    An id whose first text is chrome or unseen is one of those, and so is one in another region. In its place stands the
    nearest id before the text that is none, or that of the `main` or `article` around it, whichever opened last.
    """
    barred: set[str] = set()
    known: set[str] = set()
    homes: set[str] = set()
    nearest: str | None = None
    for raw in raws:
        shown = raw.visible and not raw.chrome
        (known if shown and raw.region == "main" else barred).update(set(raw.opened) - known - barred)
        if not shown or raw.region != "main":
            continue
        if raw.home and raw.home not in homes:
            homes.add(raw.home)
            nearest = raw.home
        if raw.anchor in known:
            nearest = raw.anchor
        raw.anchor = nearest
