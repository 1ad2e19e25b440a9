"""Facts that a page declares in JSON-LD or microdata about its subject, and its place in the breadcrumb."""

from __future__ import annotations

from typing import Any

from ingest.entities.context import Context, tidy
from ingest.entities.subjects import structured_items

_ATTRIBUTES = {
    "email": "email",
    "telephone": "phone",
    "faxNumber": "fax",
    "jobTitle": "role",
    "courseCode": "code",
    "numberOfCredits": "units",
    "timeRequired": "duration",
    "startDate": "start",
    "price": "fee",
    "openingHours": "opening_hours",
}
_RELATIONS = {
    "affiliation": ("department", "member_of", False),
    "worksFor": ("department", "member_of", False),
    "memberOf": ("department", "member_of", False),
    "parentOrganization": ("department", "part_of", False),
    "provider": ("department", "offers", True),
    "knowsAbout": ("research_topic", "researches", False),
    "coursePrerequisites": ("course", "requires", False),
    "instructor": ("person", "teaches", True),
    "author": ("person", "wrote", True),
}


def read_structured(context: Context) -> None:
    """Note what the declared item of the page's subject says, and what the breadcrumb puts it under."""
    if not context.subject or not context.lines:
        return
    entity = context.findings.entities[context.subject]
    names = {name.casefold() for name in (entity.name, *entity.aliases)}
    for item in structured_items(context.parsed.meta.structured):
        if str(item.get("name", "")).casefold() in names or item.get("courseCode") == entity.name:
            _read_item(context, item)
    _read_breadcrumb(context)


def _read_item(context: Context, item: dict[str, Any]) -> None:
    line = context.lines[0]
    for name, attribute in _ATTRIBUTES.items():
        for value in _texts(item.get(name)):
            context.findings.attribute(context.subject or "", attribute, value.removeprefix("mailto:"), line.block)
    for name, (kind, relation, inverse) in _RELATIONS.items():
        for value in _texts(item.get(name)):
            other = context.named(context.profile.kind(kind), value, line)
            context.relate(context.subject or "", other, relation, line, inverse=inverse)


def _texts(value: Any) -> list[str]:
    """The texts or names in a JSON-LD value."""
    if isinstance(value, list):
        return [text for one in value for text in _texts(one)]
    if isinstance(value, dict):
        return _texts(value.get("name") or value.get("@value") or value.get("url"))
    text = tidy(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
    return [text] if 0 < len(text) <= 160 else []


def _read_breadcrumb(context: Context) -> None:
    """The nearest step above the page that the profile knows as a kind of thing holds the subject."""
    subject = context.subject
    if not subject:
        return
    own = {context.findings.entities[subject].name.casefold()}
    for step in reversed(context.page.breadcrumb):
        if step.casefold() in own:
            continue
        for rule in context.profile.pages:
            if rule.title and rule.title.search(step) and not rule.url:
                parents = context.profile.parents
                link = next(
                    (one for one in parents if (one.child, one.parent) == (context.kind_of(subject), rule.type)), None
                )
                if link:
                    parent = context.named(rule.type, step, context.lines[0], surface="")
                    context.relate(parent, subject, link.relation, context.lines[0], inverse=link.inverse)
                    return
