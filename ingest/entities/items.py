"""Things that a line of a list names: by code, by link, or as a whole."""

from __future__ import annotations

from ingest.entities.context import Context, tidy
from ingest.entities.lines import Line
from ingest.entities.profile import ANY


def item_entities(context: Context, line: Line, kind: str) -> list[str]:
    """The things of a type that a line names as items: by code where the type has codes, else by link or as a whole."""
    if kind in (context.profile.codes.type, ANY) and (codes := context.codes(line.text)):
        return [context.code(code, line) for code, _ in codes]
    if kind == context.profile.codes.type:
        return []
    texts = [tidy(link.text) for link in line.links if link.text.strip() and link.text.strip() in line.text]
    if not texts and line.kind == "item":
        texts = [line.text.rstrip(".。;；")]
    named = filter(context.profile.names_item, texts)
    return [context.named(_kind_of_text(context, kind, text), text, line) for text in named]


def _kind_of_text(context: Context, kind: str, text: str) -> str:
    if kind != ANY:
        return kind
    rules = (rule for rule in context.profile.pages if rule.title and not rule.url)
    return next((rule.type for rule in rules if rule.title and rule.title.search(text)), "other")
