"""What libxml2 leaves in the head: elements it does not know, in a page that leaves out its body tag."""

from __future__ import annotations

from itertools import dropwhile

from lxml import etree

from ingest.html.frames import Element

HEAD_TAGS = frozenset(
    {"title", "meta", "link", "base", "basefont", "bgsound", "script", "style", "noscript", "template"}
)


def free_body(root: Element) -> None:
    """Move the first element of the head that belongs in the body, and all after it, to the start of the body.

    HTML 5 opens the body at that element; libxml2 is older than `main` and `article` and keeps them in the head.
    """
    head = root.find("head")
    if head is None:
        return
    strays = list(dropwhile(lambda child: child.tag in HEAD_TAGS and not (child.tail or "").strip(), head))
    if not strays:
        return
    body = root.find("body")
    if body is None:
        body = etree.SubElement(root, "body")
    first = strays[0]
    if first.tag in HEAD_TAGS:
        body.text, first.tail = (first.tail or "") + (body.text or ""), None
        strays = strays[1:]
    if strays and body.text:
        strays[-1].tail = (strays[-1].tail or "") + body.text
        body.text = None
    body[:0] = strays
