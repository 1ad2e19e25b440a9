"""A site profile: what kinds of things a site is about and how it writes them down. Data (YAML), not code."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import cached_property
from importlib.resources import files
from pathlib import Path

import yaml
from pydantic import ValidationError

from core.errors import SettingsError
from ingest.entities.rules import (
    ANY,
    OTHER,
    CodeRule,
    ColumnsRule,
    LabelRule,
    ListingRule,
    Loose,
    PageRule,
    ParentRule,
    Part,
    Pattern,
    PeopleRule,
    RecordRule,
    RelationRule,
    SectionRule,
    TypeRule,
)

__all__ = ["ANY", "OTHER", "LabelRule", "PageRule", "Profile", "RelationRule", "SectionRule", "load_profile"]

AMOUNT = "units"
MAX_ITEM, MIN_LISTED = 100, 2
_RESERVED = ("value",)


class Profile(Part):
    """Everything that the extractors need to know about a kind of site.

    `generic`: headings that could stand on any page, and name nothing by themselves. `amount`: a number with its unit,
    such as `6 credits`, the number in the group `number`.
    """

    name: str
    version: str
    types: dict[str, TypeRule]
    codes: CodeRule
    pages: tuple[PageRule, ...] = ()
    records: tuple[RecordRule, ...] = ()
    labels: tuple[LabelRule, ...] = ()
    sections: tuple[SectionRule, ...] = ()
    parents: tuple[ParentRule, ...] = ()
    relations: tuple[RelationRule, ...] = ()
    columns: ColumnsRule = ColumnsRule()
    amount: Loose | None = None
    title_tails: Loose | None = None
    generic: Loose | None = None
    listing: ListingRule | None = None
    people: PeopleRule
    not_required: Pattern
    not_required_codes: Pattern | None = None
    digest: str = ""

    def keeps_apart(self, kind: str, url: str) -> bool:
        """Whether a page at this address tells the thing it is about from others of the same name."""
        shared = (rule.url for rule in self.pages if rule.type == kind and not rule.alone)
        return self.rule(kind).namesakes and not any(pattern and pattern.search(url) for pattern in shared)

    def code_title(self, text: str) -> str:
        """The title that stands behind a code, without what belongs to the page: `Algorithms (Fall 2024), Syllabus`."""
        pattern, title = self.codes.not_title, text.lstrip(" .").strip(" :：–-")
        while pattern and (shorter := pattern.sub("", title).strip(" :：–-,")) != title:
            title = shorter
        return title

    def value(self, attribute: str, text: str) -> str:
        """The value of an attribute as it is kept: a number without its unit, where the attribute is an amount."""
        match = self.amount.fullmatch(text.strip()) if self.amount and attribute == AMOUNT else None
        return match["number"] if match else text

    def of_page(self, lines: Sequence[str]) -> Profile:
        """The profile for a page of these lines: codes that are told by a page that lists them count there."""
        listed = self.codes.listed
        if not listed or sum(bool(listed.opens.match(line)) for line in lines) < MIN_LISTED:
            return self
        return self._with_listed if any(listed.beside.search(line) for line in lines) else self

    @cached_property
    def _with_listed(self) -> Profile:
        listed = self.codes.listed
        both = f"(?:{self.codes.pattern.pattern}|{listed.pattern.pattern if listed else '(?!)'})"
        codes = self.codes.model_copy(update={"pattern": re.compile(both)})
        return self.model_copy(update={"codes": codes, "digest": f"{self.digest}-listed"})

    def kind(self, name: str) -> str:
        """A type that this profile knows, or `other`."""
        return name if name in self.types else OTHER

    def rule(self, kind: str) -> TypeRule:
        """The rule of a type."""
        return self.types.get(kind, TypeRule())

    @cached_property
    def person_pages(self) -> tuple[PageRule, ...]:
        """The rules for pages that a person has alone; a page that only gathers a spelling's works is none."""
        return tuple(rule for rule in self.pages if rule.name == "person" and rule.url and rule.alone)

    @cached_property
    def record_patterns(self) -> tuple[tuple[RecordRule, re.Pattern[str]], ...]:
        """The record rules with `{code}` filled in."""
        code = self.codes.pattern.pattern
        return tuple((rule, re.compile(rule.pattern.replace("{code}", code))) for rule in self.records)

    @cached_property
    def label_patterns(self) -> tuple[tuple[LabelRule, re.Pattern[str]], ...]:
        """The label rules, each with the pattern that a whole label has to fit."""
        return tuple((rule, re.compile(rf"(?:{'|'.join(rule.names)})", re.IGNORECASE)) for rule in self.labels)

    def label(self, text: str) -> LabelRule | None:
        """The rule of a label, or None."""
        bare = text.strip().rstrip(":：").strip()
        if not bare or len(bare) > 60:
            return None
        return next((rule for rule, pattern in self.label_patterns if pattern.fullmatch(bare)), None)

    def is_generic(self, heading: str) -> bool:
        """Whether a heading could stand on any page; an empty one could."""
        bare = heading.strip().rstrip(":：").strip()
        return not bare or bool(self.generic and self.generic.fullmatch(bare))

    def names_item(self, text: str) -> bool:
        """Whether an item of a list may be the name of a thing."""
        return 1 < len(text) <= MAX_ITEM and not self.is_generic(text)

    def section(self, heading: str) -> SectionRule | None:
        """The rule of a section's heading, or None."""
        bare = heading.strip()
        for rule in self.sections:
            refused = rule.not_heading and rule.not_heading.search(bare)
            if len(bare) <= 80 and rule.heading.search(bare) and not refused:
                return rule
        return None


def load_profile(name: str) -> Profile:
    """The shipped profile of that name, or the one in a YAML file. Raises `SettingsError` with what is wrong in it."""
    text = _read(name)
    try:
        data = yaml.safe_load(text)
        profile = Profile.model_validate({**data, "digest": hashlib.blake2b(text.encode(), digest_size=8).hexdigest()})
    except (yaml.YAMLError, TypeError) as error:
        raise SettingsError(f"The site profile {name} is no valid YAML ({str(error).splitlines()[0]}).") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"The site profile {name} is wrong at {where}: {first['msg']}.") from error
    if taken := [kind for kind in profile.types if kind in _RESERVED or ":" in kind]:
        raise SettingsError(f"The site profile {name} may not name a type {taken[0]!r}; choose another word.")
    return profile


def _read(name: str) -> str:
    if name.endswith((".yaml", ".yml")):
        try:
            return Path(name).read_text(encoding="utf-8")
        except OSError as error:
            raise SettingsError(f"The site profile {name} cannot be read ({error.strerror}).") from error
    shipped = files("ingest.profiles")
    try:
        return shipped.joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    except OSError as error:
        known = ", ".join(
            sorted(entry.name.removesuffix(".yaml") for entry in shipped.iterdir() if entry.name.endswith(".yaml"))
        )
        raise SettingsError(
            f"There is no site profile {name!r}; choose one of {known}, or name a YAML file."
        ) from error
