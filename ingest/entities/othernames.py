"""Further names that the page of a person gives: the one in another script, the one borne or published under before."""

from __future__ import annotations

import re

from ingest.entities.context import Context
from ingest.entities.lines import Line
from ingest.entities.people import NAME, is_name
from ingest.entities.person_names import read_name
from ingest.names import PERSON, clean_person, fold

_EASTERN = "\u4e00-\u9fff\u3040-\u30ff\uac00-\ud7af"
_NATIVE = re.compile(
    rf"\s*[(（\[|/]?\s*(?:Chinese(?: name)?\s*[:：]\s*)?(?P<name>[{_EASTERN}·]{{2,8}})(?![{_EASTERN}])"
)
_BEFORE = re.compile(
    rf"\b(?i:formerly(?:\s+(?:known|published))?(?:\s+as)?|previously(?:\s+(?:known|published))?(?:\s+as)?"
    rf"|(?:also|earlier)\s+(?:known|published|publishes|publishing)\s+as|published\s+as|publishes\s+as|n[ée]e|geb\.|geborene|born)"
    rf"\s+(?P<name>{NAME}|[^\W\d_][\w’'-]+)"
)


def find_other_names(context: Context) -> None:
    """Give the person whose page this is the names that its text says are of the same person."""
    subject = context.subject
    if not subject or context.kind_of(subject) != PERSON:
        return
    entity = context.findings.entities[subject]
    names = {clean_person(entity.name), entity.name}
    for line in context.lines:
        for name in sorted(names):
            for place in re.finditer(re.escape(name), line.text):
                if native := _NATIVE.match(line.text, place.end()):
                    _add(context, subject, native["name"], native["name"], line)
        for match in _BEFORE.finditer(line.text):
            if name := _former(entity.name, match["name"], context):
                _add(context, subject, name, match["name"], line)


def _former(name: str, other: str, context: Context) -> str:
    """An earlier name of a person: a whole one that shares a given name, or an earlier family name alone."""
    own = read_name(clean_person(name))
    if " " not in other:
        bare = other.strip(".,")
        same = fold(bare) in own.words or not bare[:1].isupper()
        return "" if same or bare.isupper() else f"{clean_person(name).split()[0]} {bare}"
    known = set(own.words) & set(read_name(clean_person(other)).words)
    return other if known and is_name(other, context.profile) else ""


def _add(context: Context, subject: str, name: str, surface: str, line: Line) -> None:
    entity = context.findings.entities[subject]
    apart = entity.anchor_url if "@" in entity.key else ""
    context.findings.entity(PERSON, entity.name, [name], entity.anchor_url, apart or "")
    context.mention(subject, surface, line)
