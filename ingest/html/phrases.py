"""Elements inside a run of text: links, styled words, breaks, images, formulas."""

from __future__ import annotations

import re
from types import MappingProxyType

from lxml import etree

from ingest.html.frames import Attributes, Element, Frame
from ingest.html.inline import BREAK, Token
from ingest.html.links import NOWHERE, runs_code
from ingest.html.sections import controlled
from ingest.html.walk import Walk, attribute

_STYLES = MappingProxyType(
    {
        "b": "b", "strong": "b", "em": "i", "i": "i", "code": "code", "kbd": "code", "samp": "code", "sub": "sub",
        "sup": "sup", "del": "del", "s": "del",
    }
)  # fmt: skip
_TAGS = MappingProxyType({name: (f"<{shown}>", f"</{shown}>") for name, shown in _STYLES.items()})
_BOXED = re.compile(
    r"display\s*:\s*(?:block|flex|grid|table|list-item|inline-(?:block|flex|grid|table))", re.IGNORECASE
)
_LOWER_END = re.compile(r"(?:\d[.:)]?|\w[^\W\d_A-Z]:?)$")
_WORD_END = re.compile(r"[A-Za-z\u00c0-\u04ff]{3}:?$")
_STOP_END = re.compile(r"\d[.:]$")
_AMOUNT = re.compile(r"[$€£¥]? ?\d")
_MEASURE = re.compile(r"\d+ [^\W\d_]")
_CAPITALISED = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]")
_SIGNS = frozenset({"¶", "#", "§", "🔗", "⚓", "\uf0c1"})
_IDEOGRAPH = re.compile("[\u3005\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")


def open_phrase(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open an inline element that carries no meaning of its own."""
    return frame


def keep_apart(walk: Walk, element: Element, attrs: Attributes) -> None:
    """Put a blank before an inline element that touches the one before it in the source, but not on the screen."""
    if _stands_apart(walk.run.tokens, element, attrs):
        walk.add(" ")


def _stands_apart(tokens: list[Token], element: Element, attrs: Attributes) -> bool:
    """Whether an element that touches the one before it in the source is set apart from it by style.

    It says so itself, or both have a class and what follows upon a number or a small letter begins with a capital,
    or an amount upon a word.
    """
    before = element.getprevious()
    if before is None or before.tail or not tokens:
        return False
    if "style" in attrs and _BOXED.search(attrs["style"]) is not None:
        return True
    if "class" not in attrs or "class" not in before.attrib:
        return False
    said = next((token for token in reversed(tokens[-3:]) if isinstance(token, str)), "")
    text = element.text or (element[0].text if len(element) else "") or ""
    if _CAPITALISED.match(text) is not None:
        return _LOWER_END.search(said) is not None
    end, start = (_WORD_END, _AMOUNT) if said[-1:] not in ".:" or said[-2:-1].isalpha() else (_STOP_END, _MEASURE)
    return end.search(said) is not None and start.match(text) is not None


def _is_permalink(element: Element, address: str | None) -> bool:
    """Whether a link is the sign that leads a heading to itself: it is shown under a pointer only."""
    text = element.text
    if address is None or address[:1] != "#" or text is None or len(element):
        return False
    return text.strip() in _SIGNS


def open_link(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open a link. One inside another, as unclosed ones of old pages seem to be, is noted and read as text."""
    if walk.link is not None or frame.tag == "area":
        walk.note_link(walk.resolver.resolve(attrs.get("href")), attrs.get("alt") or frame.element.text or "", frame)
        return frame
    address = attrs.get("href")
    if _is_permalink(frame.element, address):
        return None
    url = walk.resolver.resolve(address)
    if not url and walk.panels and controlled(attrs) in walk.panels:
        return None
    href = url or address
    if not href:
        return frame
    if not href.startswith("http") and runs_code(href):
        href = NOWHERE
    if walk.run.link_end and walk.run.link_end == len(walk.run.tokens):
        walk.run.tokens.append(" ")  # two links that touch in the source are two things, set apart by style
    walk.add_tag(f"<a{attribute('href', href)}>", "</a>")
    if url:
        walk.start_link(url, attrs.get("rel", ""), frame.region)
        frame.saved = (walk.links[-1], attrs.get("aria-label") or attrs.get("title") or "")
        if not walk.flat:
            walk.alt = ""
        frame.close = _close_link
    else:
        frame.close = _close_tag if href[0] == "#" and href != NOWHERE else _close_other_link
    return frame


def _close_other_link(walk: Walk, _: Frame) -> None:
    walk.end_tag()
    walk.run.link_end = len(walk.run.tokens)


def _close_link(walk: Walk, frame: Frame) -> None:
    link, label = frame.saved
    walk.end_link()
    walk.end_tag()
    walk.run.link_end = len(walk.run.tokens)
    link.text = link.text or label or walk.alt


def _close_tag(walk: Walk, _: Frame) -> None:
    walk.end_tag()


def open_styled(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Open bold, italic, code and the like."""
    tag = frame.tag
    heavy = tag in {"b", "strong"}
    walk.bold += heavy
    shown = _TAGS.get(tag)
    if shown:
        walk.add_tag(*shown)
        frame.close = _close_heavy if heavy else _close_tag
    return frame


def _close_heavy(walk: Walk, _: Frame) -> None:
    walk.bold -= 1
    walk.end_tag()


def read_break(walk: Walk, attrs: Attributes) -> None:
    """Break the line."""
    if walk.tables and walk.flat:
        walk.add(" ")
    elif walk.run.tokens:
        walk.run.tokens.append(BREAK)
        walk.run.tagged = True


def read_image(walk: Walk, attrs: Attributes) -> None:
    """Note an image; its alternative text stands in where a link or heading has no other."""
    alt = attrs.get("alt", "")
    if alt:
        alt = " ".join(alt.split())
    source = attrs.get("src") or attrs.get("data-src") or ""
    if source and not source.startswith("data:"):
        walk.images.append((source, alt))
    walk.alt = alt or walk.alt


def read_formula(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Read a formula once."""
    walk.add(f" {formula(frame.element)} ")
    return None


def read_ruby(walk: Walk, frame: Frame, attrs: Attributes) -> Frame | None:
    """Read words that something stands over: it follows them in brackets, but over ideographs it is left out.

    There it spells out their sound, and between the signs of a word it would keep a search from finding the word.
    """
    for link in frame.element.iter("a"):
        walk.note_link(walk.resolver.resolve(link.get("href")), "".join(link.itertext()), frame)
    base, over = _ruby(frame.element)
    if _IDEOGRAPH.search(base):
        walk.add("".join(base.split()))
    else:
        walk.add(f"{base} ({' '.join(over.split())})" if over.strip() else base)
    return None


def _ruby(element: Element) -> tuple[str, str]:
    """(words, what stands over them) of an element."""
    base: list[str] = []
    over: list[str] = []
    told: list[list[str]] = [base]
    for event, node in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            told.append({"rb": base, "ruby": base, "rt": over, "rtc": over, "rp": []}.get(node.tag, told[-1]))
            told[-1].append(node.text or "")
        else:
            told.pop()
            if node is not element:
                told[-1].append(node.tail or "")
            over.append(" " if node.tag == "rt" else "")
    return "".join(base), "".join(over)


def formula(element: Element) -> str:
    """A formula once: its TeX source where it has one, else the text of its presentation."""
    for note in element.iter("annotation", "{*}annotation"):
        if "tex" in (note.get("encoding") or "").lower() and note.text:
            return " ".join(note.text.split())
    for node in element.iter("math", "{*}math", "img"):
        if node.get("alttext") or node.get("alt"):
            return " ".join((node.get("alttext") or node.get("alt")).split())
        if node.tag != "img":
            return "".join("".join(node.itertext()).split())
    return "".join("".join(element.itertext()).split())
