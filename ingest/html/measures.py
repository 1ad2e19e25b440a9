"""How much an element says, without reading more of it than the answer takes."""

from __future__ import annotations

from ingest.html.frames import Element


def reads_long(element: Element, limit: int) -> bool:
    """Whether an element says more than `limit` characters, or is made of very many pieces."""
    if not len(element):
        return len((element.text or "").strip()) > limit
    size = 0
    for count, text in enumerate(element.itertext()):
        size += len(text.strip())
        if size > limit or count > 4 * limit:
            return True
    return False


def starts_with(element: Element, label: str) -> bool:
    """Whether what an element says starts with a label."""
    said = ""
    for count, text in enumerate(element.itertext()):
        said = f"{said} {' '.join(text.split())}".strip()
        if len(said) >= len(label) or count > 50:
            break
    return said.startswith(label)


def said_by(element: Element) -> int:
    """How many characters an element says; white space and scripts do not count."""
    said = sum(len((node.text or "").strip()) for node in element.iter() if node.tag not in _SILENT)
    tails = (node.tail for node in element.iterdescendants())
    return said + sum(len(tail.strip()) for tail in tails if tail)


_SILENT = frozenset({"script", "style", "noscript", "template"})
