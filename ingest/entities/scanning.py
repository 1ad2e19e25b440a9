"""One pass over the lines of a page: records open, headings open sections, labels and items state facts.

The scope of a line is the record it lies in, else the subject of the page.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import zip_longest

from ingest.entities.bylines import YEAR, note_authors
from ingest.entities.context import Context, tidy, unbracket
from ingest.entities.findings import ABOUT
from ingest.entities.items import item_entities
from ingest.entities.labels import LabelRule, note_label, split_label
from ingest.entities.lines import Line
from ingest.entities.people import PersonLine, read_person, unglue
from ingest.entities.profile import SectionRule
from ingest.entities.requirements import expand_code, tidy_code
from ingest.entities.tables import TableReader
from ingest.names import PERSON

PEOPLE_PAGE = re.compile(r"(?i)\b(?:faculty|people|staff|team|members|教师|人员)\b")
MAX_ITEM = 160
MAX_BADGE_WORDS = 8
MAIN = 0.25
_NUMBER = re.compile(r"^\d+(?:\.\d+)*\.?\s+(?=\D)")


@dataclass(slots=True)
class Scan:
    """Where the pass is: the record that is open, the section rule in force, a label that waits for its value.

    `bearer` is the person whose name is the last heading: badges and labelled facts below it are of that person.
    """

    context: Context
    record: str | None = None
    record_level: int = 0
    section: SectionRule | None = None
    heading: str = ""
    waiting: LabelRule | None = None
    lists_people: bool = False
    cites: bool = False
    cites_level: int = 0
    bearer: str | None = None
    bearer_level: int = 1

    @property
    def scope(self) -> str | None:
        """The entity that the current line speaks of."""
        return self.record or self.context.subject


def scan_lines(context: Context) -> None:
    """Run over the lines of a page once and note every fact that their form states."""
    people, title = context.profile.people, context.page.title
    cites = bool(people.citations and people.citations.search(title))
    scan = Scan(context, lists_people=bool(PEOPLE_PAGE.search(title)), cites=cites)
    scan.bearer = _own_person(context)
    tables = TableReader(context)
    for line, below in zip_longest(context.lines, context.lines[1:]):
        if line.cells:
            tables.read(line, scan.scope)
            continue
        tables.close()
        if _opens_record(scan, line):
            continue
        if line.heading and not _note_badge(scan, line, below):
            _open_section(scan, line)
        elif not line.heading:
            _read_text(scan, line, below)


def _opens_record(scan: Scan, line: Line) -> bool:
    context = scan.context
    for rule, pattern in context.profile.record_patterns:
        match = pattern.match(line.text) if not rule.heading or line.level > 0 else None
        if not match or not _is_code(context, match["code"]):
            continue
        entity = context.findings.entity(
            rule.type, tidy_code(match["code"]), _aliases(context, match), _anchor(context, line)
        )
        context.mention(entity, match["code"], line)
        for group, attribute in rule.attributes.items():
            value = _title(context, match) if group == "title" else tidy(match[group] or "")
            if value:
                context.findings.attribute(entity, attribute, value, line.block)
        _join_parent(context, entity, line)
        if entity != context.subject:
            scan.record, scan.record_level = entity, line.level
        scan.waiting = None
        return True
    return False


def _is_code(context: Context, code: str) -> bool:
    found = context.codes(code)
    return bool(found) or not context.profile.codes.pattern.match(code)


def _title(context: Context, match: re.Match[str]) -> str:
    """The title of a record, without what is the page's."""
    return context.profile.code_title(tidy(match.groupdict().get("title") or ""))


def _aliases(context: Context, match: re.Match[str]) -> list[str]:
    """The title, and the single codes of a joined one (`BENG 202/CSE 282`, `MUS 2A-B-C`)."""
    title = _title(context, match)
    names = [title] if title else []
    parts = [part for group in expand_code(tidy_code(match["code"])) for part in group]
    return [*names, *parts] if len(parts) > 1 else names


def _anchor(context: Context, line: Line) -> str:
    return f"{context.page.url}#{line.anchor}" if line.anchor else context.page.url


def _join_parent(context: Context, entity: str, line: Line) -> None:
    """The relation between a thing and the thing on whose page it stands."""
    if not context.subject or entity == context.subject:
        return
    context.stands_below(entity, context.subject, line)


def _note_badge(scan: Scan, line: Line, below: Line | None) -> bool:
    """A small heading under a person's name with nothing below it is no section but a group that he belongs to."""
    context = scan.context
    if not scan.bearer or line.level <= scan.bearer_level or line.links or scan.waiting:
        return False
    section = context.profile.section(line.text)
    known = context.profile.label(line.text) or (section and section.type != PERSON)
    short = len(line.text.split()) <= MAX_BADGE_WORDS and not line.text.endswith((":", "：", ".", "?", "!"))
    if known or not short or not _stands_alone(context, line, below):
        return False
    context.findings.attribute(scan.bearer, "listed_as", tidy(line.text), line.block)
    return True


def _stands_alone(context: Context, line: Line, below: Line | None) -> bool:
    """Whether nothing of a heading's own follows it: the end of what the page says, a heading beside it, or a label."""
    if below is None or 0 < below.level <= line.level:
        return True
    if below.main < MAIN <= line.main:
        return below.kind != "item"  # a list of links below it is its own
    return below.level == 0 and below.text.endswith((":", "：")) and context.profile.label(below.text) is not None


def _open_section(scan: Scan, line: Line) -> None:
    """A heading ends the record before it and may say what the items below are; a name of a person is an item."""
    context, text = scan.context, _NUMBER.sub("", line.text)
    citations = context.profile.people.citations
    if citations and not YEAR.fullmatch(line.text.strip()):
        _open_citations(scan, line, citations)
    named = read_person(line.text, context.profile) if scan.lists_people or scan.section else None
    linked = _linked_person(context, line)
    if named and named.sure:
        scan.bearer, scan.bearer_level = _note_person(scan, line, named), line.level
        return
    if linked or line.level <= scan.bearer_level:
        scan.bearer, scan.bearer_level = linked or _own_person(context), line.level if linked else 1
        scan.waiting = None if linked else scan.waiting
    waiting = scan.waiting or scan.section
    if waiting and line.links and not context.profile.section(text) and line.level > 1 and scan.waiting:
        _note_items(scan, line)
        return
    if context.profile.label(text) and not context.profile.section(text):
        scan.waiting, scan.heading = context.profile.label(text), line.text
        return
    if scan.record and (not scan.record_level or line.level <= scan.record_level):
        scan.record = None
    scan.section, scan.heading, scan.waiting = context.profile.section(text), line.text, None


def _open_citations(scan: Scan, line: Line, citations: re.Pattern[str]) -> None:
    """Whether works are listed from here on: a heading says so, and those below it are titles of works."""
    if citations.search(line.text):
        scan.cites, scan.cites_level = True, line.level
    elif line.level <= scan.cites_level:
        scan.cites, scan.cites_level = bool(citations.search(scan.context.page.title)), 0


def _own_person(context: Context) -> str | None:
    """The person whose page this is."""
    return context.subject if context.subject and context.kind_of(context.subject) == PERSON else None


def _linked_person(context: Context, line: Line) -> str | None:
    """The person whose name a heading is, where it links to a page of his own."""
    person = read_person(line.text, context.profile, expected=True) if line.links else None
    url = context.own_page(line, person.name) if person else None
    return context.named(PERSON, person.name, line, url=url) if person and url else None


def _read_text(scan: Scan, line: Line, below: Line | None) -> None:
    context = scan.context
    if line.kind == "term":
        scan.waiting = context.profile.label(line.text)
        return
    rule = context.profile.label(line.text) if line.text.endswith((":", "：")) else None
    if rule:
        scan.waiting = rule
        return
    if scan.waiting and (line.kind == "definition" or not split_label(context, line.text)):
        note_label(context, scan.scope, scan.waiting, line.text, line)
        if line.kind == "definition" or not line.links or scan.waiting.attribute:
            scan.waiting = None
        return
    scan.waiting = None
    for rule, value in split_label(context, line.text):
        note_label(context, scan.scope, rule, value, line)
    _read_items(scan, line, below)


def _read_items(scan: Scan, line: Line, below: Line | None) -> None:
    """Items of a section, and lines that name a person wherever they stand."""
    context = scan.context
    if note_authors(context, line, below, cites=scan.cites):
        return
    if scan.section and scan.section.type != "person":
        _note_items(scan, line)
        return
    people = scan.section is not None or (scan.lists_people and not scan.record)
    parts = _person_parts(scan, line, people)
    for part in parts:
        if person := read_person(part, context.profile, expected=people):
            _note_person(scan, line, person, alone=len(parts) == 1)


def _person_parts(scan: Scan, line: Line, people: bool) -> list[str]:
    text = unglue(line.text, line.links, scan.context.profile) if people else line.text
    parts = [part.strip() for part in re.split(r"[;；]", text)] if people else [text]
    whole = len(parts) > 1 and all(re.match(r"[^,，]{4,40}(?:[,，]|$)", part) for part in parts)
    return [part.rstrip(".。") for part in parts] if whole and line.kind != "item" else [line.text]


def _note_person(scan: Scan, line: Line, person: PersonLine, *, alone: bool = True) -> str:
    """Note a person whom a line names, and what the line, its section and its page say of him; his id."""
    context = scan.context
    mailbox = context.own_mailbox(line) if alone else None
    url = context.own_page(line, person.name) or mailbox
    entity = context.named("person", person.name, line, url=url, alias=person.alias)
    if mailbox:
        context.findings.attribute(entity, "email", mailbox, line.block)
    if not scan.record:
        _place_person(scan, line, entity)
        if person.rest:
            context.findings.attribute(entity, "described_as", unbracket(person.rest)[:MAX_ITEM], line.block)
    return entity


def _place_person(scan: Scan, line: Line, entity: str) -> None:
    """What a section or a page says of a person by naming him there."""
    context, section = scan.context, scan.section
    if context.subject and context.profile.rule(context.kind_of(context.subject)).topic:
        context.findings.about(entity, context.findings.entities[context.subject].name, line.block)
        context.relate(entity, context.subject, "researches", line)
    elif section and section.type == "person" and context.subject and entity != context.subject:
        context.relate(context.subject, entity, section.relation, line, inverse=section.inverse)
    elif context.subject:
        _join_parent(context, entity, line)
    if section and section.attribute and not context.profile.is_generic(scan.heading):
        context.findings.attribute(entity, section.attribute, tidy(scan.heading), line.block)


def _note_items(scan: Scan, line: Line) -> None:
    """Things that a section or a waiting label lists: linked texts, codes, or whole short lines."""
    context, section = scan.context, scan.section
    if scan.waiting:
        note_label(context, scan.scope, scan.waiting, line.text, line)
        return
    if not section or not scan.scope or len(line.text) > MAX_ITEM:
        return
    for entity in item_entities(context, line, section.type):
        if section.relation == ABOUT and context.kind_of(entity) == "research_topic":
            context.findings.about(scan.scope, context.findings.entities[entity].name, line.block)
        relation = "researches" if section.relation == ABOUT else section.relation
        context.relate(scan.scope, entity, relation, line, inverse=section.inverse)
