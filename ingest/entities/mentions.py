"""Mentions in running text: codes, titled names, links to a thing's own page, contacts, and names found elsewhere."""

from __future__ import annotations

import re

from core.urls import same_page
from ingest.entities.addresses import EMAIL, reveal
from ingest.entities.context import Context, tidy
from ingest.entities.lines import Line
from ingest.entities.people import read_person, titled_names
from ingest.identity import link_address

_PHONE = re.compile(
    r"(?<![\w.])(?:\+\d{1,3}[\s.-]?)?(?:\(\d{2,5}\)[\s.-]?)?\d{3,4}[\s.-]\d{3,4}(?:[\s.-]\d{3,4})?(?![\w])"
)
MIN_NAME = 5


def find_mentions(context: Context) -> None:
    """Note all mentions that no form has stated yet, then the implicit ones of the page's subject."""
    for line in context.lines:
        _find_codes(context, line)
        _find_links(context, line)
        for name, _ in titled_names(line.text, context.profile):
            context.named("person", name, line)
    _find_contacts(context)
    _find_names(context)
    _find_implicit(context)


def _find_codes(context: Context, line: Line) -> None:
    if line.cells:
        for code, _ in context.codes(line.text):
            context.code(code, line)
        return
    for code, _ in context.codes(line.text):
        context.code(code, line)


def _find_links(context: Context, line: Line) -> None:
    """A link in main content whose address is a thing's own page names that thing."""
    for link in line.links:
        text = tidy(link.text)
        if link.region != "main" or not 1 < len(text) <= 100:
            continue
        url = link_address(link.url)
        if same_page(url, context.page.url):
            continue
        for rule in context.profile.pages:
            if rule.url and not rule.title and rule.url.search(url):
                _name_linked(context, line, rule.type, rule.name, text, url)
                break


def _name_linked(context: Context, line: Line, kind: str, how: str, text: str, url: str) -> None:
    if how == "person":
        person = read_person(text, context.profile, expected=True)
        if person:
            context.named(kind, person.name, line, url=url, alias=person.alias)
    elif how == "code":
        for code, place in context.codes(text)[:1]:
            if place == 0:
                context.code(code, line)
    elif len(text.split()) <= 8:
        entity = context.named(kind, text, line)
        if context.profile.rule(kind).topic and context.subject and context.subject != entity:
            context.findings.about(context.subject, text, line.block)


def _find_contacts(context: Context) -> None:
    """E-mail addresses and telephone numbers on the page of a person or a unit belong to it."""
    if not context.subject:
        return
    lines = [line for line in context.lines if line.main >= 0.5 and not line.heading]
    emails = {match[0]: line for line in reversed(lines) for match in EMAIL.finditer(reveal(line.text))}
    if len(emails) == 1:
        (email, line), *_ = emails.items()
        context.findings.attribute(context.subject, "email", email.rstrip("."), line.block)
    phones = {tidy(match[0]): line for line in reversed(lines) for match in _PHONE.finditer(line.text)}
    if len(phones) == 1:
        (phone, line), *_ = phones.items()
        context.findings.attribute(context.subject, "phone", phone, line.block)


def _find_names(context: Context) -> None:
    """Further places of the names that were found on this page."""
    names: dict[str, str] = {}
    for ident, entity in context.findings.entities.items():
        if entity.type != "value":
            for name in (entity.name, *entity.aliases):
                if len(name) >= MIN_NAME or (len(name) >= 2 and not name.isascii()):
                    names.setdefault(name, ident)
    if not names:
        return
    longest = sorted(names, key=lambda name: (-len(name), name))
    pattern = re.compile(
        "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" if name.isascii() else re.escape(name) for name in longest)
    )
    for block, text in context.texts.items():
        for match in pattern.finditer(text):
            context.findings.mention(block, names[match[0]], match[0], match.start())


def _find_implicit(context: Context) -> None:
    """The blocks of a page about a thing speak of it, named or not."""
    subject = context.subject
    if not subject or not context.profile.rule(context.kind_of(subject)).implicit:
        return
    for block in context.blocks:
        if block.leaf and block.main >= 0.4:
            context.findings.mention(block.id, subject)
