"""The parts of a site profile: types, pages, records, labels, sections, relations. Data, with patterns compiled."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

ANY, OTHER = "any", "other"


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


class ListedCodes(Part):
    """What could be a code or any number (`6.006`): a code where it `opens` lines that tell of it `beside`."""

    pattern: Pattern
    opens: Pattern
    beside: Loose


class CodeRule(Part):
    """What an identifier of a thing looks like; `not` are beginnings that are none.

    `not_title` is what stands behind a code on pages about the thing and is no part of its title: `Syllabus`, a term.
    """

    type: str
    pattern: Pattern
    exclude: tuple[str, ...] = Field((), alias="not")
    not_title: Loose | None = None
    listed: ListedCodes | None = None


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
    """A label and what its value is to the subject: an attribute, or a relation to things of a type.

    `above`: the value is what the subject stands below; where the profile's `parents` relate the two, that is how.
    """

    names: tuple[str, ...]
    attribute: str | None = None
    relation: str | None = None
    type: str = ANY
    inverse: bool = False
    expression: bool = False
    of: tuple[str, ...] = ()
    list: bool = False
    above: bool = False


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


class RelationRule(Part):
    """A relation and how else it may be called: `said` from head to tail, `turned` from tail to head.

    `heads` and `tails` are the types of its ends: they choose between rules that one wording fits, and tell which end
    is which where a bare word (`instructor`) does not.
    """

    name: str
    heads: tuple[str, ...] = ()
    tails: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()

    def fits(self, head: str, tail: str) -> bool:
        """Whether two types may be the ends of it; one of them may be unknown."""
        at_head, at_tail = (not kinds or kind in kinds for kinds, kind in ((self.heads, head), (self.tails, tail)))
        return (at_head and at_tail) or (at_head and tail == OTHER) or (at_tail and head == OTHER)


class ListingRule(Part):
    """Pages that list what belongs to a unit: their heading names the unit."""

    type: str
    url: Loose
    heading: Pattern
    aliases: Pattern | None = None


class ColumnsRule(Part):
    """Headers of tables: of columns that hold codes, names of things, or people. Labels are known without it."""

    code: Loose = re.compile(r"(?:(?:course|module) )?code|课程代码|代码", re.IGNORECASE)
    name: Loose = re.compile(
        r"name|title|course|module|person|teacher|programme|program|课程|姓名|名称|专业", re.IGNORECASE
    )
    people: Loose = re.compile(r"name|person|姓名", re.IGNORECASE)


class PeopleRule(Part):
    """Words by which a line is known to name a person, and those that no name of a person holds.

    `citations`: headings and titles over lists of works, whose lines begin with their authors.
    """

    degrees: str
    ranks: str
    titles: str
    not_names: Pattern
    citations: Loose | None = None
