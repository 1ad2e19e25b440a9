"""What a reader sees: hidden junk goes, content that can be unfolded stays."""

from __future__ import annotations

from ingest.html.frames import Attributes, Element
from ingest.html.measures import reads_long
from ingest.html.tags import FOLDED, HIDDEN, SPOKEN, style_hides
from ingest.html.walk import Walk

LONG_SILENT = 200


def is_unseen(walk: Walk, attrs: Attributes, flags: int, element: Element) -> bool:
    """Whether no reader sees an element, and none can unfold it."""
    if walk.show_all:
        return False
    if flags & SPOKEN and not walk.flat:
        return True
    spoken_only = attrs.get("aria-hidden") == "true"
    if not (spoken_only or "hidden" in attrs or flags & HIDDEN or ("style" in attrs and style_hides(attrs["style"]))):
        return False
    if _folded(walk, attrs, flags):
        return False
    if spoken_only and not (attrs.keys() & {"hidden", "style"}) and not flags & HIDDEN:
        return not reads_long(element, LONG_SILENT)
    return True


def _folded(walk: Walk, attrs: Attributes, flags: int) -> bool:
    """Collapsed content, which a reader can open, as against junk that nobody sees."""
    identity = attrs.get("id", "")
    if flags & FOLDED or attrs.get("hidden") == "until-found" or identity in walk.panels:
        return True
    if identity.startswith(("S:", "s:")) and identity[2:].isalnum():
        return True  # React streams the content of a page in hidden boxes, and a script puts them in place
    return attrs.get("role") in {"tabpanel", "region"}
