"""What a reader sees: hidden junk goes, content that can be unfolded stays."""

from __future__ import annotations

from itertools import islice

from ingest.html.frames import Attributes, Element
from ingest.html.measures import reads_long, said_by
from ingest.html.stylesheets import is_hidden
from ingest.html.tags import FOLDED, HIDDEN, SPOKEN, style_hides
from ingest.html.walk import Walk

LONG_SILENT = 200
SHORT_LINK = 20
MAX_SLIDES = 20


def is_unseen(walk: Walk, attrs: Attributes, flags: int, element: Element) -> bool:
    """Whether no reader sees an element, and none can unfold it."""
    if walk.show_all:
        return False
    if flags & SPOKEN and not walk.flat:
        return True
    spoken_only = attrs.get("aria-hidden") == "true"
    own = "hidden" in attrs or flags & HIDDEN or ("style" in attrs and style_hides(attrs["style"]))
    ruled = not own and bool(walk.hidden) and is_hidden(walk.hidden, attrs)
    if not (spoken_only or own or ruled) or _folded(walk, attrs, flags):
        return False
    if ruled:
        return _rule_out(walk, element)
    if spoken_only and not (attrs.keys() & {"hidden", "style"}) and not flags & HIDDEN:
        return not reads_long(element, SHORT_LINK if "href" in attrs else LONG_SILENT)
    return True


def _rule_out(walk: Walk, element: Element) -> bool:
    """Whether what a rule hides goes; how much it says is counted."""
    if _is_slide(walk, element):
        return False
    walk.ruled_out += said_by(element)
    return True


def _is_slide(walk: Walk, element: Element) -> bool:
    """Whether a rule hides an element while its like beside it is shown: one of several that take turns."""
    kind = set((element.get("class") or "").split())
    beside = (*islice(element.itersiblings(preceding=True), MAX_SLIDES), *islice(element.itersiblings(), MAX_SLIDES))
    return any(
        other.tag == element.tag
        and kind & set((other.get("class") or "").split())
        and not is_hidden(walk.hidden, other.attrib)
        for other in beside
    )


def _folded(walk: Walk, attrs: Attributes, flags: int) -> bool:
    """Collapsed content, which a reader can open, as against junk that nobody sees."""
    identity = attrs.get("id", "")
    if flags & FOLDED or attrs.get("hidden") == "until-found" or identity in walk.panels:
        return True
    if identity.startswith(("S:", "s:")) and identity[2:].isalnum():
        return True  # React streams the content of a page in hidden boxes, and a script puts them in place
    return attrs.get("role") in {"tabpanel", "region"}
