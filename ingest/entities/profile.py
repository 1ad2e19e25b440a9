"""A site profile: what kinds of things a site is about and how it writes them down. Data (YAML), not code."""

from __future__ import annotations

import hashlib
import re
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from core.errors import SettingsError

ANY = "any"
OTHER = "other"
MAX_ITEM = 100
_RESERVED = ("value",)


def _compile(value: Any) -> Any:
    try:
        return re.compile(value) if isinstance(value, str) else value
    except re.error as error:
        raise ValueError(f"{value!r} is no regular expression ({error})") from error


def _compile_loose(value: Any) -> Any:
    return re.compile(value, re.IGNORECASE) if isinstance(value, str) else value


Pattern = Annotated[re.Pattern[str], BeforeValidator(_compile)]
Loose = Annotated[re.Pattern[str], BeforeValidator(_compile_loose)]


class Part(BaseModel):
    """Base of the parts of a profile: frozen, and strict about unknown names."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class TypeRule(Part):
    """An entity type. `namesakes`: two things may bear one name; `implicit`: the blocks of its page are about it."""

    namesakes: bool = False
    implicit: bool = False
    topic: bool = False


class CodeRule(Part):
    """What an identifier of a thing looks like; `not` are beginnings that are none.

    `not_title` is what stands behind a code on pages about the thing and is no part of its title: `Syllabus`, a term.
    """

    type: str
    pattern: Pattern
    exclude: tuple[str, ...] = Field((), alias="not")
    not_title: Loose | None = None


class PageRule(Part):
    """A page that one thing has for itself, told by declared type, address or title.

    `alone` false: a page made for each spelling of a name, such as a list of an author's works. It is the thing's page,
    but two of them prove no two things.
    """

    type: str
    schemas: tuple[str, ...] = Field((), alias="schema")
    url: Loose | None = None
    title: Pattern | None = None
    not_title: Pattern | None = None
    name: Literal["title", "person", "code"] = "title"
    alone: bool = True


class RecordRule(Part):
    """A line that opens a record. Groups: `code` names it, others become attributes. `heading`: only headings count."""

    type: str
    pattern: str
    attributes: dict[str, str] = Field(default_factory=dict)
    heading: bool = False


class LabelRule(Part):
    """A label and what its value is to the subject: an attribute, or a relation to things of a type."""

    names: tuple[str, ...]
    attribute: str | None = None
    relation: str | None = None
    type: str = ANY
    inverse: bool = False
    expression: bool = False
    of: tuple[str, ...] = ()
    list: bool = False


class SectionRule(Part):
    """A heading that says what the items below it are to the subject of the page."""

    heading: Loose
    not_heading: Pattern | None = Field(None, alias="not")
    type: str
    relation: str
    inverse: bool = False
    attribute: str | None = None


class ParentRule(Part):
    """The relation of a thing to the thing on whose page, or under whose breadcrumb, it stands."""

    child: str
    parent: str
    relation: str
    inverse: bool = False


class ListingRule(Part):
    """Pages that list what belongs to a unit: their heading names the unit."""

    type: str
    url: Loose
    heading: Pattern
    aliases: Pattern | None = None


class PeopleRule(Part):
    """Words by which a line is known to name a person, and those that no name of a person holds.

    `citations`: headings and titles over lists of works, whose lines begin with their authors.
    """

    degrees: str
    ranks: str
    titles: str
    not_names: Pattern
    citations: Loose | None = None


class Profile(Part):
    """Everything that the extractors need to know about a kind of site.

    `generic`: headings that could stand on any page, and name nothing by themselves.
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
