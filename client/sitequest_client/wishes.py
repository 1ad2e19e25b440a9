"""Every call of the server's API, by name. Both clients take their calls from here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sitequest_client import models as m
from sitequest_client.calls import Call, get, listed, nothing, question_body, send, under


def ask(
    question: str,
    *,
    site: str | None = None,
    mode: str | None = None,
    history: Sequence[m.Turn] = (),
    languages: Sequence[str] = (),
    limit: int = 5,
) -> Call[m.Answer]:
    """A question."""
    return send("POST", "/v1/ask", m.Answer, question_body(question, site, mode, history, languages, limit))


def search(question: str, *, site: str | None = None, mode: str | None = None, limit: int = 5) -> Call[m.SearchResult]:
    """Evidence without an answer."""
    return send("POST", "/v1/search", m.SearchResult, question_body(question, site, mode, (), (), limit))


def compare(question: str, *, site: str | None = None, modes: Sequence[str] | None = None) -> Call[m.Comparison]:
    """One question to several modes; without a choice, to those the server compares."""
    body = {"question": question, "site": site, "modes": None if modes is None else list(modes)}
    return send("POST", "/v1/compare", m.Comparison, body)


def extract(html: str, *, url: str | None = None, question: str | None = None) -> Call[m.Extracted]:
    """The main content of a page, or what answers a question."""
    return send("POST", "/v1/extract", m.Extracted, {"html": html, "url": url, "question": question})


def sites() -> Call[m.Listed[m.SiteRow]]:
    """The sites of the graph."""
    return listed("/v1/sites", m.SiteRow)


def suggestions(site: str | None = None, *, lang: str = "en") -> Call[m.Listed[m.Suggestion]]:
    """Questions that the graph can answer."""
    return listed("/v1/suggestions", m.Suggestion, site=site, lang=lang)


def pages(site: str | None = None, *, contains: str = "", limit: int = 50) -> Call[m.Listed[m.PageRow]]:
    """Pages of a site."""
    return listed("/v1/pages", m.PageRow, site=site, contains=contains, limit=limit)


def page(url: str, site: str | None = None) -> Call[m.PageDetail]:
    """One page."""
    return get(under("/v1/pages", url), m.PageDetail, site=site)


def block(block_id: str) -> Call[m.BlockDetail]:
    """One block."""
    return get(under("/v1/blocks", block_id), m.BlockDetail)


def entities(
    site: str | None = None,
    *,
    type: str = "",  # noqa: A002  the server's name
    contains: str = "",
    limit: int = 50,
) -> Call[m.Listed[m.EntityRow]]:
    """Entities of a site."""
    return listed("/v1/entities", m.EntityRow, site=site, type=type, contains=contains, limit=limit)


def entity(entity_id: str) -> Call[m.EntityDetail]:
    """One entity."""
    return get(under("/v1/entities", entity_id), m.EntityDetail)


def topics(site: str | None = None, *, kind: str = "", limit: int = 50) -> Call[m.Listed[m.TopicRow]]:
    """Topics of a site."""
    return listed("/v1/topics", m.TopicRow, site=site, kind=kind, limit=limit)


def topic(topic_id: str) -> Call[m.TopicDetail]:
    """One topic."""
    return get(under("/v1/topics", topic_id), m.TopicDetail)


def neighbors(node: str, *, kinds: Sequence[str] = (), edges: Sequence[str] = (), limit: int = 40) -> Call[m.SubGraph]:
    """What is one edge away from a node."""
    return get("/v1/graph/neighbors", m.SubGraph, node=node, kinds=tuple(kinds), edges=tuple(edges), limit=limit)


def path(source: str, target: str) -> Call[m.SubGraph]:
    """A shortest path."""
    return get("/v1/graph/path", m.SubGraph, source=source, target=target)


def subgraph(blocks: Sequence[str], site: str | None = None) -> Call[m.SubGraph]:
    """The drawing behind an answer."""
    return get("/v1/graph/subgraph", m.SubGraph, block=tuple(blocks), site=site)


def find(text: str, site: str | None = None, *, limit: int = 12) -> Call[m.Listed[m.Node]]:
    """Nodes by name."""
    return listed("/v1/graph/find", m.Node, text=text, site=site, limit=limit)


def overview(site: str | None = None, *, kind: str = "pages", limit: int = 60) -> Call[m.SubGraph]:
    """Where to begin in the graph: pages, entities or topics."""
    return get("/v1/graph/overview", m.SubGraph, site=site, kind=kind, limit=limit)


def links(nodes: Sequence[str], site: str | None = None) -> Call[m.SubGraph]:
    """The edges among some nodes."""
    return send("POST", "/v1/graph/links", m.SubGraph, {"nodes": list(nodes)}, site=site)


def cypher(nodes: Sequence[str], site: str | None = None) -> Call[m.Pasted]:
    """Some nodes as a statement for Neo4j Browser."""
    return send("POST", "/v1/graph/cypher", m.Pasted, {"nodes": list(nodes)}, site=site)


def models() -> Call[m.ModelList]:
    """The sites as models of the OpenAI-compatible door."""
    return get("/v1/models", m.ModelList)


def model(name: str) -> Call[m.ModelCard]:
    """One site as a model."""
    return get(under("/v1/models", name), m.ModelCard)


def chat(messages: Sequence[Mapping[str, Any]], *, model: str = "sitequest") -> Call[dict[str, Any]]:
    """A completion in OpenAI's own form; their library reads streams too."""
    return Call("POST", "/v1/chat/completions", dict, {}, {"model": model, "messages": list(messages)})


def give_feedback(
    question: str,
    helpful: bool,
    *,
    answer: str = "",
    comment: str = "",
    site: str = "",
    mode: str = "",
    revises: int | None = None,
) -> Call[m.Kept]:
    """What a reader thought of an answer; `revises` is the number of an earlier thought that this replaces."""
    body = {"question": question, "helpful": helpful, "answer": answer, "comment": comment, "site": site, "mode": mode}
    return send("POST", "/v1/feedback", m.Kept, {**body, "revises": revises})


def feedback(site: str | None = None, *, limit: int = 50) -> Call[m.Listed[m.FeedbackRow]]:
    """What readers thought, newest first."""
    return listed("/v1/feedback", m.FeedbackRow, site=site, limit=limit)


def usage(site: str | None = None) -> Call[m.UsageReport]:
    """Questions, tokens, latency."""
    return get("/v1/usage", m.UsageReport, site=site)


def report(site: str) -> Call[m.SiteReport]:
    """How the pages of a site ended."""
    return get(f"{under('/v1/sites', site)}/report", m.SiteReport)


def changes(site: str, *, since: str | None = None, limit: int = 50) -> Call[m.Listed[m.ChangedPage]]:
    """Pages new, changed or gone."""
    return listed(f"{under('/v1/sites', site)}/changes", m.ChangedPage, since=since, limit=limit)


def conflicts(site: str, *, limit: int = 50) -> Call[m.Listed[m.Conflict]]:
    """Pages that contradict each other."""
    return listed(f"{under('/v1/sites', site)}/conflicts", m.Conflict, limit=limit)


def review(site: str, *, limit: int = 50) -> Call[m.Listed[m.Twins]]:
    """Entities that share a name."""
    return listed(f"{under('/v1/sites', site)}/review", m.Twins, limit=limit)


def merged(site: str) -> Call[m.Listed[m.MergedEntity]]:
    """Entities into which others went."""
    return listed(f"{under('/v1/sites', site)}/merged", m.MergedEntity)


def merge(site: str, one: str, other: str) -> Call[m.Decided]:
    """Two entities are one, for good."""
    return send("POST", f"{under('/v1/sites', site)}/merge", m.Decided, {"one": one, "other": other})


def apart(site: str, one: str, other: str) -> Call[None]:
    """Two entities are not one, for good."""
    return Call("POST", f"{under('/v1/sites', site)}/apart", nothing, {}, {"one": one, "other": other})


def split(site: str, raw: str) -> Call[m.Decided]:
    """An entity leaves the one it was merged into."""
    return send("POST", f"{under('/v1/sites', site)}/split", m.Decided, {"raw": raw})


def start_crawl(
    url: str, *, site: str | None = None, pages: int | None = None, full: bool = False
) -> Call[m.CrawlState]:
    """A crawl begins."""
    return send("POST", "/v1/crawls", m.CrawlState, {"url": url, "site": site, "pages": pages, "full": full})


def crawls() -> Call[m.Listed[m.CrawlState]]:
    """The crawls, newest first."""
    return listed("/v1/crawls", m.CrawlState)


def crawl(crawl_id: str) -> Call[m.CrawlState]:
    """One crawl."""
    return get(under("/v1/crawls", crawl_id), m.CrawlState)


def cancel_crawl(crawl_id: str) -> Call[m.CrawlState]:
    """A crawl ends."""
    return Call("DELETE", under("/v1/crawls", crawl_id), m.CrawlState.model_validate)


def put_page(
    site: str, url: str, body: bytes | str, *, content_type: str = "text/html; charset=utf-8", new: bool = False
) -> Call[m.PageChange]:
    """A page is pushed. With `new` it may begin a site beside those there are."""
    content = body.encode() if isinstance(body, str) else body
    params: dict[str, Any] = {"site": site, "url": url} | ({"new": True} if new else {})
    return Call("PUT", "/v1/pages", m.PageChange.model_validate, params, None, content, content_type)


def delete_page(site: str, url: str) -> Call[m.PageChange]:
    """A page is removed."""
    return Call("DELETE", "/v1/pages", m.PageChange.model_validate, {"site": site, "url": url})


def live() -> Call[m.Health]:
    """Whether the server is there."""
    return get("/health/live", m.Health)


def ready() -> Call[m.Health]:
    """Whether questions can be answered."""
    return get("/health/ready", m.Health)
