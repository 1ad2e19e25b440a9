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
_YEARS = re.compile(r"(?:19|20)\d\d\W(?:19|20)\d\d")
_REACHED = re.compile(
    r"\b(?:contacts?|address|offices?|reach us|kontakt|anschrift|sekretariat|contatti|contacto|coordonnées)\b"
    r"|联系|聯絡|地址",
    re.IGNORECASE,
)
MIN_NAME = 5
LEAST_DIGITS = 7


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
    """The one e-mail address and the one telephone number among a subject's own blocks belong to it."""
    if not context.subject:
        return
    own = _own_blocks(context)
    lines = [line for line in context.lines if line.main >= 0.5 and not line.heading and line.block in own]
    emails = {match[0]: line for line in reversed(lines) for match in EMAIL.finditer(reveal(line.text))}
    if len(emails) == 1:
        (email, line), *_ = emails.items()
        context.findings.attribute(context.subject, "email", email.rstrip("."), line.block)
    phones = {phone: line for line in reversed(lines) for phone in find_phones(line.text)}
    if len(phones) == 1:
        (phone, line), *_ = phones.items()
        context.findings.attribute(context.subject, "phone", phone, line.block)


def find_phones(text: str) -> list[str]:
    """Telephone numbers; a range of years or of courses is none."""
    found = [tidy(match[0]) for match in _PHONE.finditer(text)]
    return [one for one in found if sum(map(str.isdigit, one)) >= LEAST_DIGITS and not _YEARS.fullmatch(one)]


def _own_blocks(context: Context) -> set[str]:
    """The blocks that may tell how to reach what a page is about: all of a person or a course, a unit's under its name.

    What stands in a section of its own may be reached otherwise: a centre, a programme for doctors.
    """
    if not context.subject or context.profile.rule(context.kind_of(context.subject)).implicit:
        return {block.id for block in context.blocks}
    title = next((block.heading_path[0] for block in context.blocks if block.heading_path), "")
    name = context.findings.entities[context.subject].name if context.subject in context.findings.entities else ""
    names = {title.casefold(), name.casefold()}
    return {
        block.id
        for block in context.blocks
        if not block.heading_path
        or block.heading_path[-1].casefold() in names
        or _REACHED.search(block.heading_path[-1])
    }


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
