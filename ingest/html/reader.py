"""Text to a tree of elements to raw segments: what is read off a page before anything is decided about it."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import islice

from lxml import etree

from ingest.html.frames import Element, Frame, Raw, RawLink
from ingest.html.handlers import enter
from ingest.html.heads import free_body
from ingest.html.hydration import Told, hydrated_texts, linked_texts
from ingest.html.links import Resolver
from ingest.html.nesting import unnest
from ingest.html.notable import Notable, find_notable
from ingest.html.surroundings import Surroundings, look_around
from ingest.html.unveil import unveil
from ingest.html.walk import Walk
from ingest.html.words import count_words

MAX_DEPTH = 2048
MAX_ATTRIBUTES = 1000
LONG_TAG = 8192
FEW = 20
MIN_SCRIPTED, MIN_ARTICLE = 25, 8
_LONG_TAG = re.compile(rb"<[a-zA-Z][^<>]{8192,}")
_ATTRIBUTE = re.compile(rb"""\s+[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?""")
_ENDS = re.compile(rb"</(?:html|body)\s*>", re.IGNORECASE)


@dataclass(slots=True)
class Reading:
    """What one walk found. `frame_passwords` are the fields for one in a page's header, menu, aside or footer."""

    root: Element | None
    notable: Notable = field(default_factory=Notable)
    raws: list[Raw] = field(default_factory=list)
    links: list[RawLink] = field(default_factory=list)
    images: list[tuple[str, str]] = field(default_factory=list)
    resolver: Resolver = field(default_factory=lambda: Resolver(""))
    too_deep: bool = False
    elements: int = 0
    fields: int = 0
    passwords: int = 0
    frame_passwords: int = 0
    ruled_out: int = 0
    fallback: str = ""


def build_tree(source: bytes) -> tuple[Element | None, bool]:
    """(root, whether something lay too deep). libxml2 drops all that follows a place deeper than 2,048 levels."""
    parser = etree.HTMLParser(
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
        encoding="utf-8",
        recover=True,
        no_network=True,
        collect_ids=False,
    )
    try:
        root = etree.fromstring(source, parser)
    except (etree.LxmlError, ValueError):
        return None, False
    if root is not None:
        free_body(root)
    deep = (
        any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log) if len(parser.error_log) else False
    )
    return root, deep


def drop_attributes(source: bytes) -> bytes:
    """A source whose tags have a thousand attributes at most: libxml2 takes time with the square of their number."""
    pieces: list[bytes] = []
    done, step = 0, LONG_TAG // 2
    for start in range(0, len(source) - step, step):
        if start < done or source.find(b">", start, start + step) >= 0:
            continue
        tag = _LONG_TAG.match(source, max(0, source.rfind(b"<", max(done, start - step), start + step)))
        found = list(islice(_ATTRIBUTE.finditer(tag[0]), MAX_ATTRIBUTES + 1)) if tag else []
        if tag and len(found) > MAX_ATTRIBUTES:
            pieces.append(source[done : tag.start() + found[-1].start()])
            done = tag.end()
    return b"".join(pieces) + source[done:] if pieces else source


def _join_documents(source: bytes) -> bytes:
    """A source whose document does not end too early: libxml2 drops all that follows a closing `html` tag."""
    end = source.find(b"/html")  # half as long to look for as with the sign before it
    while end >= 0 and source[end - 1 : end] != b"<":
        end = source.find(b"/html", end + 1)
    if end < 0:
        end = source.find(b"/HTML")
    return source if end < 0 or _is_blank(source[end + 6 :]) else _ENDS.sub(b"", source)


def _is_blank(source: bytes) -> bool:
    return not source or source.isspace() or (b"<" not in source and source.decode("utf-8", "replace").isspace())


def read_page(source: bytes, url: str) -> Reading:
    """Read a page in UTF-8. Where nothing is to be seen otherwise, what hides in `noscript` or behind styles counts."""
    source = _join_documents(drop_attributes(source))
    root, too_deep = (None, False) if _is_blank(source) else build_tree(source)
    if too_deep:
        root, too_deep = build_tree(unnest(source))
    if root is None:
        return Reading(None)
    unveil(root, source)
    notable = find_notable(root)
    if frameless := [node for node in notable.unscripted if node.tag == "noframes"]:
        for node in frameless:
            _open_markup(node)
        notable = find_notable(root)
    around = look_around(root, notable, url)
    reading = _read_rules(root, around)
    other = _read_unscripted(root, notable.unscripted, reading, around)
    if other is None and _seen(reading) < FEW:
        other = _read_more(root, reading, around, "hidden")
    reading = other or reading
    reading.too_deep, reading.notable = too_deep, notable
    _add_scripted(reading, around)
    return reading


def _add_scripted(reading: Reading, around: Surroundings) -> None:
    """Append what only scripts say: unseen as a rule, content where the page shows no other."""
    linked = linked_texts(reading.notable.scripts)
    if (seen := _seen(reading)) < FEW:
        told = hydrated_texts(reading.notable.scripts)
        words = sum(count_words(one.text) for one in told if not one.rank)
        if words >= max(MIN_ARTICLE if any(one.sure for one in told) else MIN_SCRIPTED, 3 * seen):
            _append(reading, _read(_tree_of(told), replace(around, hidden=frozenset(), panels={})))
            reading.fallback = "script"
            return
    reading.raws.extend(linked)


def _tree_of(told: Sequence[Told]) -> Element:
    """A page of the texts in a page's data."""
    pieces = [f"<h{one.rank}>{escape(one.text)}</h{one.rank}>" if one.rank else _markup_of(one) for one in told]
    return build_tree(f"<body><main>{''.join(pieces)}</main></body>".encode("utf-8", "replace"))[0]


def _markup_of(told: Told) -> str:
    root = build_tree(told.html.encode("utf-8", "replace"))[0] if told.html else None
    body = root.find("body") if root is not None else None
    if body is None:
        return f"<p>{escape(told.text)}</p>"
    body.tag = "div"
    return str(etree.tostring(body, encoding="unicode", method="html", with_tail=False))


def _append(reading: Reading, other: Reading) -> None:
    """Add what another walk found to the end of a reading."""
    for raw in other.raws:
        raw.links = [number + len(reading.links) for number in raw.links]
    reading.raws.extend(other.raws)
    reading.links.extend(other.links)
    reading.images.extend(other.images)


def _read_unscripted(
    root: Element, unscripted: list[Element], reading: Reading, around: Surroundings
) -> Reading | None:
    """The page as it is without JavaScript, where that says far more than the page with it."""
    found = [node for node in unscripted if node.tag == "noframes" or _in_body(node)]
    hidden = sum(len(text.split()) for node in found for text in node.itertext()) if found else 0
    if hidden < FEW or hidden < 2 * _seen(reading, hidden):
        return None
    for node in found:
        node.tag = "div"
    return _read_more(root, reading, around, "noscript")


def _open_markup(node: Element) -> None:
    """Read the markup that libxml2 takes for the text of `noframes`."""
    if len(node) or "<" not in (node.text or ""):
        return
    root, _ = build_tree(node.text.encode("utf-8", "replace"))
    body = root.find("body") if root is not None else None
    if body is not None:
        node.text = body.text
        node[:] = list(body)


def _in_body(node: Element) -> bool:
    return any(above.tag == "body" for above in node.iterancestors())


def _read_more(root: Element, reading: Reading, around: Surroundings, fallback: str) -> Reading | None:
    other = _read(root, around, show_all=fallback == "hidden")
    if (said := _seen(other, sys.maxsize)) < FEW or said < 2 * _seen(reading, said):
        return None
    other.fallback = fallback
    return other


def _seen(reading: Reading, enough: int = FEW) -> int:
    """About how many words a reader sees; counting stops at `enough`."""
    count = 0
    for raw in reading.raws:
        if raw.kind != "button":
            count += len(raw.text.split()) + len(raw.text) // 40
            if count >= enough:
                break
    return count


def _read_rules(root: Element, around: Surroundings) -> Reading:
    """What the page shows. Rules that hide most of it wait for a script to undo them, and do not count."""
    reading = _read(root, around)
    if reading.ruled_out and reading.ruled_out > sum(len(raw.text) for raw in reading.raws):
        return _read(root, replace(around, hidden=frozenset()))
    return reading


def _read(root: Element, around: Surroundings, *, show_all: bool = False) -> Reading:
    walk = Walk(around, show_all=show_all)
    for body in _bodies(root):
        walk_tree(walk, body)
    return Reading(
        root,
        raws=walk.raws,
        links=walk.links,
        images=walk.images,
        resolver=around.resolver,
        elements=walk.elements,
        fields=walk.fields,
        passwords=walk.passwords,
        frame_passwords=walk.frame_passwords,
        ruled_out=walk.ruled_out,
    )


def _bodies(root: Element) -> list[Element]:
    """The body; the whole root where content strayed outside of it, as in pages glued together."""
    found = [node for node in root if node.tag in {"body", "frameset"}]
    strays = [node for node in root if node.tag not in {"body", "frameset", "head"}]
    return found if len(found) == 1 and not strays else [root]


def walk_tree(walk: Walk, body: Element) -> None:
    """Walk all of a body with a stack of our own, so that depth costs nothing."""
    frame = Frame(body, str(body.tag), None, 1)
    frame.path = "/html/body"
    walk.block = frame
    walk.add(body.text)
    add, waiting = walk.add, body[::-1]
    above: list[tuple[Frame, list[Element], str | None]] = []
    while True:
        while waiting:
            child = waiting.pop()
            opened = enter(walk, frame, child)
            tail = child.tail
            if opened is not None:
                if text := child.text:
                    add(text)
                if len(child):
                    above.append((frame, waiting, tail))
                    frame, waiting = opened, child[::-1]
                    continue
                if opened.close is not None:
                    opened.close(walk, opened)
            if tail and (walk.run.tokens or not tail.isspace()):
                add(tail)
        if frame.close is not None:
            frame.close(walk, frame)
        if not above:
            break
        frame, waiting, tail = above.pop()
        add(tail)
    walk.flush()
