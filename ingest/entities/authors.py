"""The line under a page's heading that names its author, where the page bears it out."""

from __future__ import annotations

from itertools import islice

from ingest.entities.addresses import EMAIL, reveal
from ingest.entities.context import Context
from ingest.entities.lines import Line
from ingest.entities.people import PersonLine, read_person
from ingest.entities.person_names import read_name
from ingest.names import PERSON, fold, name_key

CONTACT = "contact_of"
LINES_BELOW = 2
MIN_FAMILY = 3


def read_author(context: Context) -> None:
    """Note the person named right below the main heading, with the e-mail address of the page that bears the name.

    A short line below a heading may be anything: it is a person if the page declares this author, or links to an
    address made of the family name. A page about a coded thing, such as a course, has in that address its contact.
    """
    for line in _below_heading(context):
        person = read_person(line.text, context.profile, expected=True)
        mailbox = find_mailbox(context, person.name) if person else None
        if person and not person.rest and (mailbox or _is_declared(context, person)):
            _note(context, line, person, mailbox)
            return


def _below_heading(context: Context) -> list[Line]:
    lines = iter(context.lines)
    if not any(line.level == 1 for line in lines):
        return []
    return list(islice(lines, LINES_BELOW))


def find_mailbox(context: Context, name: str) -> str | None:
    """The one address of a page that is made of a person's family name."""
    family = fold(read_name(name).family).replace(" ", "")
    written = (match[0].casefold().rstrip(".") for line in context.lines for match in EMAIL.finditer(reveal(line.text)))
    known = dict.fromkeys((*context.parsed.meta.mailboxes, *written))
    fitting = [box for box in known if len(family) >= MIN_FAMILY and family in fold(box.partition("@")[0])]
    return fitting[0] if len(fitting) == 1 else None


def _is_declared(context: Context, person: PersonLine) -> bool:
    return name_key(PERSON, person.name) in {name_key(PERSON, name) for name in context.parsed.meta.authors}


def _note(context: Context, line: Line, person: PersonLine, mailbox: str | None) -> None:
    url = context.own_page(line, person.name) or mailbox
    entity = context.named(PERSON, person.name, line, url=url, alias=person.alias)
    if not mailbox:
        return
    context.findings.attribute(entity, "email", mailbox, line.block)
    subject = context.subject
    if subject and context.kind_of(subject) == context.profile.codes.type:
        context.relate(entity, subject, CONTACT, line)
