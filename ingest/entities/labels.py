"""Labelled values: `Office hours: Monday 14:00`, `Prerequisites: CSE 12 and CSE 15L`, definition lists."""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.entities.addresses import plain_address
from ingest.entities.context import Context, tidy
from ingest.entities.findings import ABOUT
from ingest.entities.lines import Line
from ingest.entities.people import read_person, split_names, unglue
from ingest.entities.profile import LabelRule, Profile
from ingest.entities.requirements import parse_requirement, tidy_code
from ingest.identity import relation_group

__all__ = ["LabelRule", "note_label", "split_label"]
MAX_VALUE = 240
MAX_ITEM_WORDS = 7
_LIST = re.compile(r"[,，、;；]|\s+(?:and|&)\s+|\s*[·•|]\s*")
_INLINE_END = re.compile(r"(?:[.。](?=\s|$))")


@lru_cache(maxsize=8)
def _inline(digest: str, names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(
        rf"(?:^|(?<=[.。;；!?)）\]]\s)|(?<=[.。;；)）]))\s*(?P<label>{'|'.join(names)})\s*[:：]\s*", re.IGNORECASE
    )


def split_label(context: Context, text: str) -> list[tuple[LabelRule, str]]:
    """The labels in a line with their values: at its start, or after the end of a sentence.

    A value runs to the next label; that of an attribute ends with its sentence.
    """
    pattern = _inline(context.profile.digest, _names(context.profile))
    matches = list(pattern.finditer(text))
    found = []
    for number, match in enumerate(matches):
        rule = context.profile.label(match["label"])
        end = matches[number + 1].start() if number + 1 < len(matches) else len(text)
        value = text[match.end() : end].strip()
        if rule and value:
            found.append((rule, value))
    return found


def _names(profile: Profile) -> tuple[str, ...]:
    return tuple(name for rule in profile.labels for name in rule.names)


def note_label(context: Context, scope: str | None, rule: LabelRule, value: str, line: Line) -> None:
    """Note what a labelled value says of the entity in scope; people are noted for themselves, too."""
    if rule.type == "person" and rule.relation and not scope:
        _note_people(context, scope, rule, value, line)
    if not scope or not value.strip() or (rule.of and context.kind_of(scope) not in rule.of):
        return
    if rule.attribute:
        said = context.profile.value(rule.attribute, _sentence(value))
        context.findings.attribute(scope, rule.attribute, plain_address(said, rule.attribute), line.block)
    elif rule.expression:
        _note_expression(context, scope, rule, value, line)
    elif rule.type == "person":
        _note_people(context, scope, rule, value, line)
    elif rule.relation == ABOUT:
        for keyword in _items(value, line):
            entity = context.named(context.profile.kind(rule.type), keyword, line)
            context.findings.about(scope, keyword, line.block)
            context.relate(scope, entity, "researches", line)
    else:
        for item in _items(value, line) if rule.list else [_linked(value, line)]:
            entity = context.named(context.profile.kind(rule.type), item, line)
            if not (rule.above and context.stands_below(scope, entity, line)):
                context.relate(scope, entity, rule.relation or "related_to", line, inverse=rule.inverse)


def _note_expression(context: Context, scope: str, rule: LabelRule, value: str, line: Line) -> None:
    """Required things, with alternatives under one group name; the thing itself and its own parts are none."""
    for group in parse_requirement(value, context.profile):
        entities = {code: context.findings.entity(rule.type, code) for code in group}
        others = {code: entity for code, entity in entities.items() if entity != scope}
        name = relation_group(list(others)) if len(others) > 1 else ""
        for code, entity in others.items():
            surface = next((raw for raw, _ in context.codes(line.text) if tidy_code(raw) == code), "")
            context.mention(entity, surface, line)
            context.relate(scope, entity, rule.relation or "requires", line, inverse=rule.inverse, group=name)


def _note_people(context: Context, scope: str | None, rule: LabelRule, value: str, line: Line) -> None:
    for part in split_names(unglue(_sentence(value), line.links, context.profile), context.profile):
        if person := read_person(part, context.profile, expected=True):
            entity = context.named("person", person.name, line, url=context.own_page(line, person.name))
            if scope:
                context.relate(scope, entity, rule.relation or "related_to", line, inverse=rule.inverse)


def _items(value: str, line: Line) -> list[str]:
    linked = [tidy(link.text) for link in line.links if link.text.strip() and link.text.strip() in value]
    parts = linked or [tidy(part) for part in _LIST.split(_sentence(value))]
    items = [part.strip(" .。") for part in parts]
    return [item for item in items if 1 < len(item) <= 80 and len(item.split()) <= MAX_ITEM_WORDS]


def _linked(value: str, line: Line) -> str:
    linked = [tidy(link.text) for link in line.links if link.text.strip() and link.text.strip() in value]
    return linked[0] if linked else _sentence(value)


def _sentence(value: str) -> str:
    """A value up to the end of its sentence; the dot of a number, an address or an initial ends none."""
    for match in _INLINE_END.finditer(value):
        if not re.search(
            r"(?:\b[A-Z]|\b(?:Dra?|Prof|Mrs?|Ms|Sra?|Jr|St|No|Ing|Inf|Dipl|Univ|nat|habil|phil|med|ir|Doç|Öğr|Arş|Pr|Assoc|Asst|h\.\s?c|a\.m|p\.m|approx|ca"
            r"|[Pp]rof|[Dd]ott|Doz|Priv|Sc|rer|Geb|Bldg|Rm|Dept|[Ee]xt|[Tt]el|[Nn]r|e\.g|i\.e|Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun"
            r"|Mo|Di|Mi|Do|Fr|Sa|So|[Ss]tr)|\w[Ss]tr)$",
            value[: match.start()],
        ):
            return tidy(value[: match.start()])[:MAX_VALUE]
    return tidy(value)[:MAX_VALUE]
