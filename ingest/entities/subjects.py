"""What a page is about: its own declaration first (JSON-LD, address, title), then what its heading names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from ingest.entities.context import MAX_NAME, Context, tidy
from ingest.entities.people import is_name, read_person
from ingest.entities.profile import PageRule
from ingest.entities.requirements import tidy_code
from ingest.names import clean_person

_TITLE_PARTS = re.compile(r"\s+[|·•–—»]\s+|\s+-\s+")
_VAGUE = re.compile(r"(?:the|our|this|all|about) \S+$|\S+ us$|welcome\b", re.IGNORECASE)
LISTED_PEOPLE = 4
MAX_SMALL = 4


def find_subject(context: Context) -> None:
    """Find the entity that the page is about, name it by the heading, and mention it where it is named."""
    heading = page_heading(context)
    found = (
        _declared(context, heading)
        or next((found for name in _headings(context, heading) if (found := _ruled(context, name))), None)
        or _coded(context, heading)
        or _listed(context, _telling(context, heading))
    )
    if not found:
        return
    kind, name, aliases = found
    apart = context.page.url if context.profile.keeps_apart(kind, context.page.url) else ""
    context.subject = context.findings.entity(kind, name, aliases, context.page.url, apart)
    line = next((line for line in context.lines if line.heading and name in line.text), None)
    line = line or next((line for line in context.lines if line.main > 0.3), None)
    if line:
        context.mention(context.subject, name if name in line.text else "", line)
    if context.profile.rule(kind).topic and line:
        context.findings.about(context.subject, name, line.block)


def page_heading(context: Context) -> str:
    """The main heading of the page (its title may tell that it is one), else the title without the site's name."""
    parts = _title_parts(context)
    first = next(
        (line.text for line in context.lines if line.level == 1 and (line.main > 0.2 or tidy(line.text) in parts)), ""
    )
    return tidy(first)[:MAX_NAME] if first else parts[0]


def _headings(context: Context, heading: str) -> Iterator[str]:
    """What the page may be called: its heading, then the parts of its title."""
    yield heading
    yield from (part for part in _title_parts(context) if part and part != heading)


def _title_parts(context: Context) -> list[str]:
    return [tidy(part)[:MAX_NAME] for part in _TITLE_PARTS.split(context.page.title)]


def _declared(context: Context, heading: str) -> tuple[str, str, list[str]] | None:
    """The JSON-LD item that the page is about: one whose type a page rule knows and whose name the page bears."""
    for item in structured_items(context.parsed.meta.structured):
        types = item.get("@type") or ()
        names = [types] if isinstance(types, str) else [str(one) for one in types]
        rule = next((rule for rule in context.profile.pages if set(rule.schemas) & set(names)), None)
        name = item.get("name")
        if rule and isinstance(name, str) and _same(name, heading, context.page.title):
            more = item.get("alternateName") or []
            aliases = [more] if isinstance(more, str) else [one for one in more if isinstance(one, str)]
            code = item.get("courseCode")
            if rule.name == "code" and isinstance(code, str) and code.strip():
                return rule.type, tidy(code), [tidy(name), *aliases]
            return rule.type, tidy(name)[:MAX_NAME], aliases
    return None


def structured_items(texts: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    """The items that a page declares of itself, nested ones too."""
    for text in texts:
        try:
            yield from _items(json.loads(text))
        except ValueError:
            continue


def _items(value: Any, depth: int = 0) -> Iterator[dict[str, Any]]:
    if depth > 6:
        return
    if isinstance(value, list):
        for one in value:
            yield from _items(one, depth + 1)
    elif isinstance(value, dict):
        if "@type" in value:
            yield value
        for one in value.values():
            if isinstance(one, list | dict):
                yield from _items(one, depth + 1)


def _same(name: str, heading: str, title: str) -> bool:
    bare = clean_person(name).casefold()
    return bool(bare) and (bare in heading.casefold() or bare in title.casefold())


def _ruled(context: Context, heading: str) -> tuple[str, str, list[str]] | None:
    tails, generic = context.profile.title_tails, context.profile.is_generic(page_heading(context))
    for rule in context.profile.pages:
        by_address = rule.name == "title" and not rule.title
        if not _fits(rule, context.page.url, heading) or (by_address and generic):
            continue
        name = heading
        if rule.name == "person":
            person = read_person(heading, context.profile, expected=True)
            if person is None or _lists_people(context):
                continue
            return rule.type, person.name, [person.alias] if person.alias else []
        if rule.name == "code":
            codes = context.codes(heading)
            if not codes or codes[0][1] > 0:
                continue
            title = context.profile.code_title(heading[len(codes[0][0]) :])
            return rule.type, codes[0][0], [title] if title else []
        return rule.type, name, [tails.sub("", name)] if tails and tails.search(name) else []
    return None


def _coded(context: Context, heading: str) -> tuple[str, str, list[str]] | None:
    """The thing whose code and title head the page and name it: `CS 410 Workforce Development (Summer 2024)`."""
    if heading not in (*_title_parts(context), tidy(context.page.title)):
        return None
    kind = context.profile.codes.type
    for rule, pattern in context.profile.record_patterns:
        match = pattern.match(heading) if rule.type == kind else None
        title = context.profile.code_title(match.groupdict().get("title") or "") if match else ""
        if match and title and _is_title(title) and context.codes(match["code"]):
            return kind, tidy_code(match["code"]), [title]
    return None


def _is_title(text: str) -> bool:
    """Whether the longer words are capitals, as in a title and not in a sentence."""
    return not any(word[0].islower() for word in text.split() if len(word) > MAX_SMALL)


def _fits(rule: PageRule, url: str, heading: str) -> bool:
    if rule.not_title and rule.not_title.search(heading):
        return False
    by_url = bool(rule.url and rule.url.search(url))
    by_title = bool(rule.title and rule.title.search(heading))
    if rule.url and rule.title:
        return by_url and by_title
    return bool(heading) and (by_url or by_title)


def _lists_people(context: Context) -> bool:
    named = sum(bool(read_person(line.text, context.profile)) for line in context.lines if not line.heading)
    return (
        named >= LISTED_PEOPLE and not is_name(page_heading(context), context.profile)
    ) or named >= 3 * LISTED_PEOPLE


def _telling(context: Context, heading: str) -> str:
    """The heading, or the last part of the page's title where the heading could stand on any page."""
    if not _VAGUE.match(heading) and not context.profile.is_generic(heading):
        return heading
    return tidy(re.split(r"\s+[|·•–—»-]\s+|:\s+", context.page.title)[-1])[:MAX_NAME]


def _listed(context: Context, heading: str) -> tuple[str, str, list[str]] | None:
    """The unit whose courses or people a listing page lists."""
    rule = context.profile.listing
    match = rule.heading.match(heading) if rule and heading and rule.url.search(context.page.url) else None
    if not rule or not match:
        return None
    name = match["name"]
    if context.profile.title_tails:
        name = context.profile.title_tails.sub("", name) or name
    alias = rule.aliases.search(heading) if rule.aliases else None
    return rule.type, name, [alias["alias"]] if alias else []
