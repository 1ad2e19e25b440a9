"""A parsed page as a page graph: blocks with lasting ids, links, entities, relations and keyword topics. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from core.records import (
    BlockRecord,
    Link,
    LinkRecord,
    PageGraph,
    PageRecord,
    ParsedPage,
    Snapshot,
    TreeBlock,
)
from core.urls import normalize, same_page
from ingest.entities.extraction import extract
from ingest.entities.profile import Profile
from ingest.identity import block_id, digest

OUTLINE_LIMIT = 40
ANCHOR_TEXT_LIMIT = 200


def build_graph(snapshot: Snapshot, parsed: ParsedPage, profile: Profile) -> PageGraph:
    """Everything that one page adds to the graph. A pure function: same page and profile, same graph."""
    page = _page_record(snapshot, parsed)
    blocks = _block_records(snapshot, parsed)
    findings = extract(page, parsed, blocks, profile)
    return PageGraph(
        page=page,
        blocks=blocks,
        links=_link_records(snapshot.url, parsed.links),
        entities=tuple(findings.entities.values()),
        mentions=findings.mentions,
        relations=findings.relations,
        topics=tuple(findings.topics.values()),
        about=tuple((row.head, row.tail) for row in findings.relations if row.tail in findings.topics),
    )


def graph_hash(parsed: ParsedPage, profile: Profile, links: Iterable[LinkRecord] = ()) -> str:
    """What has to be equal for a page to need no writing: what is seen, title, authors, links, profile version."""
    addresses = sorted(f"{link.target} {link.region}" for link in links)
    said = (*parsed.meta.authors, *parsed.meta.mailboxes)
    return digest(parsed.content_hash, parsed.meta.title, parsed.status.value, profile.digest, *said, *addresses)


def _page_record(snapshot: Snapshot, parsed: ParsedPage) -> PageRecord:
    meta = parsed.meta
    return PageRecord(
        site=snapshot.site,
        url=snapshot.url,
        title=meta.title or (parsed.outline[0][1] if parsed.outline else ""),
        lang=meta.lang,
        status=parsed.status.value,
        content_hash=parsed.content_hash,
        fetched_at=snapshot.fetched_at.isoformat(),
        searchable=_searchable(parsed),
        description=meta.description,
        etag=snapshot.etag,
        last_modified=snapshot.last_modified,
        published=meta.published,
        modified=meta.modified,
        media_type=parsed.media_type,
        depth=snapshot.depth,
        audience=snapshot.audience,
        aliases=tuple(sorted(set(snapshot.aliases) - {snapshot.url})),
        breadcrumb=meta.breadcrumb,
        alternates=tuple(f"{lang} {url}" for lang, url in meta.alternates),
        warnings=parsed.warnings,
    )


def _searchable(parsed: ParsedPage) -> str:
    """Title, outline and description: what mode B finds pages by."""
    headings = dict.fromkeys(heading for _, heading in parsed.outline[:OUTLINE_LIMIT])
    lines = [parsed.meta.title, parsed.meta.description, *parsed.meta.breadcrumb, *headings]
    return "\n".join(dict.fromkeys(line for line in lines if line))


def _block_records(snapshot: Snapshot, parsed: ParsedPage) -> tuple[BlockRecord, ...]:
    seen: Counter[str] = Counter()
    ids: dict[int, str] = {}
    for block in parsed.blocks:
        ids[block.position] = block_id(snapshot.site, snapshot.url, f"{block.leaf} {block.text}", seen[block.text])
        seen[block.text] += 1
    return tuple(_block_record(snapshot.url, parsed, block, ids) for block in parsed.blocks)


def _block_record(url: str, parsed: ParsedPage, block: TreeBlock, ids: dict[int, str]) -> BlockRecord:
    title = parsed.meta.title
    path = block.heading_path
    context = path if not title or (path and path[0] == title) else (title, *path)
    return BlockRecord(
        id=ids[block.position],
        page_url=url,
        kind=block.kind,
        text=block.text,
        markdown=block.markdown,
        heading_path=path,
        parent=None if block.parent is None else ids[block.parent],
        order=block.position,
        words=block.words,
        main=block.main,
        leaf=block.leaf,
        content_hash=digest(block.kind, *context, block.text),
        lang=parsed.meta.lang,
        anchor=block.anchor,
        searchable=" > ".join(context) + "\n" + block.text if context else block.text,
    )


def _link_records(url: str, links: Sequence[Link]) -> tuple[LinkRecord, ...]:
    """One record an address: its links counted, main content first, with the first anchor text that says something."""
    counts: Counter[str] = Counter()
    best: dict[str, Link] = {}
    for link in links:
        target = normalize(link.url)
        if not target or same_page(target, url):
            continue
        counts[target] += 1
        old = best.get(target)
        if old is None or _rank(link) < _rank(old):
            best[target] = link
    return tuple(
        LinkRecord(target, link.text.strip()[:ANCHOR_TEXT_LIMIT], link.region, counts[target])
        for target, link in sorted(best.items())
    )


def _rank(link: Link) -> tuple[bool, bool]:
    return (link.region != "main", not link.text.strip())
