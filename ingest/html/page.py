"""A page parsed: a pure function from its bytes, headers and address to one frozen record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.directives import ROBOTS_TAG, read_directives
from core.records import FINGERPRINT, Link, PageFacts, PageMeta, PageStatus, ParsedPage, Segment
from ingest.html.anchors import settle_anchors
from ingest.html.chrome import mark_chrome
from ingest.html.contacts import read_authors, read_mailboxes
from ingest.html.contents import mark_contents
from ingest.html.decode import decode, inflate
from ingest.html.documents import read_document
from ingest.html.fingerprints import fingerprint_of
from ingest.html.frames import Raw
from ingest.html.hashing import hash_content, hash_texts
from ingest.html.index import cut_long, make_segments
from ingest.html.languages import find_language
from ingest.html.links import Resolver
from ingest.html.lists import settle_lists
from ingest.html.main_content import score_main
from ingest.html.meta import Declared, declare_links, declare_refresh, read_declared
from ingest.html.outline import mark_levels, outline_of, promote_repeated
from ingest.html.pausing import collector_paused
from ingest.html.reader import Reading, read_page
from ingest.html.rebuild import MARK
from ingest.html.sniffing import HTML, sniff
from ingest.html.status import judge, refreshes_to
from ingest.html.structured import Structured, absolute_images, is_download, read_structured
from ingest.html.tree import build_blocks
from ingest.html.walls import OPENING, Said

_SEGMENT_KINDS = frozenset({"paragraph", "item"})


def parse(body: bytes, url: str, content_type: str = "", *, metadata: bool = True) -> ParsedPage:
    """Parse a page or document.

    Never raises for what a page holds: its `status` and `reason` say what was wrong with it. With `metadata` false the
    structured data (JSON-LD, microdata, OpenGraph) is left out and the language is only what the page declares.
    """
    body = inflate(body)
    media_type = sniff(body, content_type)
    if not body.strip():
        return ParsedPage(url, PageStatus.EMPTY, "The page has no bytes.", media_type=media_type)
    if media_type != HTML:
        return _parse_document(body, url, media_type)
    return _parse_html(body, url, content_type, metadata=metadata)


@collector_paused()
def _parse_html(body: bytes, url: str, content_type: str, *, metadata: bool) -> ParsedPage:
    decoded = decode(body, content_type)
    reading = read_page(decoded.source, url)
    declared = read_declared(reading.root, reading.notable.heads, reading.resolver)
    raws = prepare(reading, declared, url)
    segments = make_segments(raws)
    blocks = build_blocks(segments, lambda segment: raws[segment.index].links)
    said = _said(raws)
    status, reason = judge(decoded.text, declared, reading, said, url)
    if status in {PageStatus.REDIRECT, PageStatus.NEEDS_BROWSER}:
        segments, blocks = (), ()
    return ParsedPage(
        url=url,
        status=status,
        reason=reason,
        encoding=decoded.encoding,
        meta=_meta(reading, declared, raws, said.text, decoded.text if metadata else "", url),
        outline=outline_of(raws),
        segments=segments,
        blocks=blocks,
        links=make_links(reading, raws),
        content_hash=hash_content(blocks),
        warnings=decoded.warnings + _warnings(reading),
    )


def prepare(reading: Reading, declared: Declared, url: str) -> list[Raw]:
    """Raw segments with everything decided about them. A rebuilt index is taken as it is."""
    raws = cut_long(reading.raws)
    rebuilt = declared.metas.get("generator") == MARK
    mark_chrome(raws, rebuilt=rebuilt)
    if not rebuilt:
        mark_contents(raws, url)
        promote_repeated(raws)
    settle_anchors(raws)
    mark_levels(raws)
    settle_lists(raws)
    score_main(raws, url, declared.metas.get("og:type", ""))
    return raws


def _parse_document(body: bytes, url: str, media_type: str) -> ParsedPage:
    """A PDF, office file or plain text as the same record."""
    document = read_document(body, media_type)
    raws = cut_long(document.raws)
    mark_levels(raws)
    settle_lists(raws)
    for raw in raws:
        raw.main = 1.0
    segments = make_segments(raws)
    blocks = build_blocks(segments, lambda segment: raws[segment.index].links)
    said = _said(raws).text
    heading = next((raw.text for raw in raws if raw.level == 1), "")
    return ParsedPage(
        url=url,
        status=document.status,
        reason=document.reason,
        media_type=media_type,
        meta=PageMeta(
            title=document.title or heading,
            lang=find_language(said),
            published=document.published,
            modified=document.modified,
        ),
        outline=outline_of(raws),
        segments=segments,
        blocks=blocks,
        content_hash=hash_content(blocks),
        warnings=tuple(document.warnings),
    )


def _said(raws: Sequence[Raw]) -> Said:
    """The start of the visible text, content before chrome, and how many words there are."""
    shown = [raw for raw in raws if raw.visible]
    start: list[str] = []
    size = 0
    for raw in sorted(shown, key=lambda raw: raw.chrome):
        if size > 3000:
            break
        start.append(raw.text)
        size += len(raw.text)
    own = [raw for raw in shown if not raw.chrome]
    inner = [raw for raw in own if raw.region == "main"]
    words, own_words, inner_words = (sum(raw.words for raw in some) for some in (shown, own, inner))
    first, first_inner = (tuple(raw.text for raw in some[:OPENING]) for some in (own, inner))
    return Said("\n".join(start), words, own_words, first, inner_words, first_inner)


def _meta(reading: Reading, declared: Declared, raws: Sequence[Raw], said: str, source: str, url: str) -> PageMeta:
    """Metadata; structured data only with a `source` text to read it from."""
    heading = next((raw.text for raw in raws if raw.level == 1 and raw.kind == "heading" and not raw.chrome), "")
    found = read_structured(source, reading.root, declared, url) if source else Structured()
    metas = declared.metas
    links = dict.fromkeys(link.url for link in reading.links if is_download(link.url))
    return PageMeta(
        title=declared.title or metas.get("og:title", "") or heading,
        lang=find_language(said, declared.lang) if source else declared.lang.split("-")[0].lower(),
        lang_declared=declared.lang,
        description=metas.get("description", "") or metas.get("og:description", "") or found.description,
        canonical=declared.canonical,
        alternates=tuple(declared.alternates),
        published=found.published,
        modified=found.modified,
        breadcrumb=found.breadcrumb,
        structured=tuple(found.items),
        images=absolute_images(reading.images, reading.resolver) if source else (),
        downloads=tuple(links),
        robots=tuple(declared.robots),
        tags=found.tags,
        authors=read_authors(reading.root, metas) if source and reading.root is not None else (),
        mailboxes=read_mailboxes(reading.root) if source and reading.root is not None else (),
    )


def _warnings(reading: Reading) -> tuple[str, ...]:
    if reading.fallback == "noscript":
        return ("The page shows its text only without JavaScript (noscript).",)
    if reading.fallback == "script":
        return ("The page shows no text of its own; what its scripts carry was read instead.",)
    if reading.fallback == "hidden":
        return ("The page hides all of its text by styles; it was read all the same.",)
    return ()


def make_links(reading: Reading, raws: Sequence[Raw]) -> tuple[Link, ...]:
    """Outgoing links in document order, with the region their segment lies in."""
    places = {number: index for index, raw in enumerate(raws) for number in raw.links}
    found: list[Link] = []
    for number, link in enumerate(reading.links):
        place = places.get(number)
        chrome = (
            link.region != "main"
            if place is None
            else raws[place].chrome or raws[place].region not in {"main", "aside"}
        )
        rel = link.rel.lower()
        found.append(Link(link.url, link.text, "chrome" if chrome else "main", place, "nofollow" in rel, rel))
    return tuple(found)


@collector_paused()
def inspect(body: bytes, url: str, content_type: str = "", headers: Mapping[str, str] | None = None) -> PageFacts:
    """What a crawler needs to know at once. Light: no tree, no selection, no structured data."""
    body = inflate(body)
    media_type = sniff(body, content_type)
    if not body.strip():
        return PageFacts(PageStatus.EMPTY, "The page has no bytes.", media_type=media_type)
    if media_type != HTML:
        return PageFacts(
            PageStatus.OK, media_type=media_type, fingerprint=FINGERPRINT + hash_texts([repr(body[:65536])])
        )
    decoded = decode(body, content_type)
    reading = read_page(decoded.source, url)
    raws = cut_long(reading.raws)
    mark_chrome(raws)
    declared = read_declared(reading.root, reading.notable.heads, reading.resolver)
    declare_refresh(declared, _header(headers or {}, "refresh"), reading.resolver)
    declare_links(declared, _header(headers or {}, "link"), Resolver(url))
    said = _said(raws)
    status, reason = judge(decoded.text, declared, reading, said, url)
    robots = (*declared.robots, *_header_robots(headers or {}))
    if status is PageStatus.OK and {"noindex", "none"} & set(robots):
        status, reason = PageStatus.NOINDEX, "The page asks not to be indexed."
    return PageFacts(
        status=status,
        reason=reason,
        links=make_links(reading, raws),
        canonical=declared.canonical,
        refresh=refreshes_to(declared, url),
        robots=robots,
        alternates=tuple(declared.alternates),
        feeds=tuple(declared.feeds),
        title=declared.title,
        lang=find_language(said.text, declared.lang),
        words=said.words,
        fingerprint=fingerprint_of(raws),
        media_type=media_type,
        further=(*declared.further, *_embedded(reading)),
    )


def _embedded(reading: Reading) -> list[str]:
    """The pages and documents that a page shows inside itself."""
    found = reading.root.iter("iframe", "embed", "object") if reading.root is not None else ()
    addresses = (reading.resolver.resolve(node.get("src") or node.get("data")) for node in found)
    return [address for address in addresses if address]


def _header_robots(headers: Mapping[str, str]) -> list[str]:
    said = read_directives(_header(headers, ROBOTS_TAG))
    return [f"{robot}: {directive}" if robot else directive for robot, directive in said]


def _header(headers: Mapping[str, str], wanted: str) -> str:
    return next((text for name, text in headers.items() if name.lower() == wanted), "")


def visible_segments(segments: Sequence[Segment]) -> list[Segment]:
    """Segments that a reader sees."""
    return [segment for segment in segments if segment.visible]
