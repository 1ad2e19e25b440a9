"""Who wrote the works that a page lists: at the head of an entry, behind its title, or in a line of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ingest.entities.author_forms import Author
from ingest.entities.citations import is_field, read_authors, read_undated
from ingest.entities.context import Context
from ingest.entities.lines import Line
from ingest.entities.person_names import Fit, fit_names, read_name
from ingest.names import PERSON, name_key

YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def note_authors(context: Context, line: Line, below: Line | None, *, cites: bool) -> bool:
    """Note the authors that a line names; whether there are any. `cites`: the line stands in a list of works."""
    if is_field(line.text) or (cites and YEAR.search(line.text)):
        authors = read_authors(line.text, context.profile)
    else:
        authors = read_undated(line.text, context.profile) if cites else []
    dated = bool(below and YEAR.search(below.text))
    if len(authors) == 1 and not (authors[0].sure or dated or _bearer(context, authors)):
        return False
    bearer = _bearer(context, authors)
    for author in authors:
        if author is bearer:
            context.mention(context.subject or "", author.written, line)
        else:
            url = context.own_page(line, author.written)
            context.named(PERSON, author.name, line, surface=author.written, url=url)
    return bool(authors)


def _bearer(context: Context, authors: Sequence[Author]) -> Author | None:
    """The author whose page this is: the one whose name fits, where no other's does."""
    if not context.subject or context.kind_of(context.subject) != PERSON:
        return None
    subject = context.findings.entities[context.subject]
    own = read_name(subject.key.partition("@")[0])
    fitting = [one for one in authors if fit_names(read_name(name_key(PERSON, one.name)), own) >= Fit.INITIALS]
    return fitting[0] if len(fitting) == 1 else None
