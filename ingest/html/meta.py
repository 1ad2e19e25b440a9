"""What a page declares of itself, read cheaply from its head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ingest.html.frames import Element
from ingest.html.linkheader import read_links
from ingest.html.links import Resolver
from ingest.html.refresh import parse_refresh

_DIRECTIVES = frozenset(
    {"all", "index", "follow", "none", "noindex", "nofollow", "noarchive", "nosnippet", "noimageindex",
     "max-snippet", "max-image-preview", "max-video-preview", "unavailable_after", "notranslate", "nocache"}
)  # fmt: skip
"""What a robots tag may say; a tag of another name that says nothing else is one for the robot of that name."""
_FURTHER = frozenset(
    {"next", "prev", "previous", "first", "last", "start", "begin", "end", "up", "contents", "toc", "chapter",
     "section", "subsection", "appendix", "glossary"}
)  # fmt: skip
_TAKEN = _FURTHER | {"canonical", "alternate"}


@dataclass(slots=True)
class Declared:
    """What meta, link and title elements say, under lower-case names; the first of a name wins.

    `further` are the pages that link elements name as next, as contents and so on; `refresh_after` is in seconds.
    """

    title: str = ""
    lang: str = ""
    metas: dict[str, str] = field(default_factory=dict)
    canonical: str | None = None
    alternates: list[tuple[str, str]] = field(default_factory=list)
    feeds: list[str] = field(default_factory=list)
    refresh: str | None = None
    refresh_after: float = 0.0
    further: list[str] = field(default_factory=list)
    robots: list[str] = field(default_factory=list)
    generator: str = ""


def read_declared(root: Element | None, heads: Sequence[Element], resolver: Resolver) -> Declared:
    """Read what a root and its title, meta and link elements say."""
    declared = Declared()
    if root is None:
        return declared
    declared.lang = (root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or "").strip()
    for node in heads:
        if node.tag == "title":
            if not declared.title and node.getparent().tag != "svg":
                declared.title = " ".join("".join(node.itertext()).split())
        elif node.tag == "link":
            _read_link(declared, node, resolver)
        else:
            _read_meta(declared, node, resolver)
    declared.lang = declared.lang or declared.metas.get("content-language", "")
    return declared


def declare_refresh(declared: Declared, content: str, resolver: Resolver) -> None:
    """Take a refresh of the page or of its HTTP header, unless one was declared before."""
    if declared.refresh is None:
        declared.refresh, declared.refresh_after = parse_refresh(content, resolver)


def _directives(content: str) -> list[str]:
    return [part.strip().lower() for part in content.split(",") if part.strip()]


def _is_directive(said: str) -> bool:
    return said.partition(":")[0].strip() in _DIRECTIVES


def declare_links(declared: Declared, header: str, resolver: Resolver) -> None:
    """Take the links of an HTTP `Link` header (RFC 8288) as link elements; what the page itself says goes first."""
    for url, said in read_links(header):
        _take_link(declared, said, resolver.resolve(url))


def _read_link(declared: Declared, node: Element, resolver: Resolver) -> None:
    if _TAKEN.isdisjoint((node.get("rel") or "").lower().split()):
        return
    said = {name: str(node.get(name) or "") for name in ("rel", "hreflang", "type")}
    _take_link(declared, said, resolver.resolve(node.get("href")))


def _take_link(declared: Declared, said: Mapping[str, str], url: str | None) -> None:
    kinds = said.get("rel", "").lower().split()
    language = said.get("hreflang", "").strip()
    if not url:
        return
    if "canonical" in kinds:
        declared.canonical = declared.canonical or url
    elif "alternate" in kinds and language:
        declared.alternates.append((language, url))
    elif _FURTHER.intersection(kinds):
        declared.further.append(url)
    elif "alternate" in kinds and any(word in said.get("type", "") for word in ("rss", "atom", "feed+json")):
        declared.feeds.append(url)


def _read_meta(declared: Declared, node: Element, resolver: Resolver) -> None:
    name = (
        (node.get("name") or node.get("property") or node.get("itemprop") or node.get("http-equiv") or "")
        .lower()
        .strip()
    )
    content = (node.get("content") or "").strip()
    if not name or not content:
        return
    if name == "refresh" and node.get("http-equiv"):
        if next(node.iterancestors("noscript"), None) is None:  # a reader with scripts is not sent on
            declare_refresh(declared, content, resolver)
    elif name == "robots":
        declared.robots.extend(_directives(content))
    elif node.get("name") and all(map(_is_directive, _directives(content))):
        declared.robots.extend(f"{name}: {part}" for part in _directives(content))
    else:
        declared.metas.setdefault(name, " ".join(content.split()))
