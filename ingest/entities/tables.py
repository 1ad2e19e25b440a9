"""Tables: the first row names the columns, the first cell of a row names the thing, the others are its facts."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ingest.entities.bare_rows import read_bare_row
from ingest.entities.context import Context, tidy
from ingest.entities.labels import note_label
from ingest.entities.lines import Line
from ingest.entities.people import read_person
from ingest.entities.profile import LabelRule
from ingest.entities.requirements import tidy_code
from ingest.names import PERSON

_REACHED_BY = frozenset({"email", "phone", "fax"})
_PARTS = re.compile(r"\s*(?:&|/|\band\b|和|与)\s*")


@dataclass(slots=True)
class TableReader:
    """Reads the rows of one table after another. A table of two columns with labels on the left is a list of facts."""

    context: Context
    header: tuple[str, ...] = ()
    rules: dict[int, LabelRule] = field(default_factory=dict)
    _open: bool = False

    def close(self) -> None:
        """The table is over."""
        self.header, self.rules, self._open = (), {}, False

    def read(self, line: Line, scope: str | None) -> None:
        """Read one row; `scope` is what the table speaks of where its rows name nothing themselves."""
        if not self._open:
            self._open = True
            if self._read_header(line):
                return
        if not self.header and read_bare_row(self.context, line):
            return
        if len(line.cells) == 2 and (rule := self.context.profile.label(line.cells[0])):
            note_label(self.context, scope, rule, line.cells[1], line)
            return
        line = self._filled(line)
        entity = self._row_entity(line) or self._row_contact(line, scope)
        if not entity or len(line.cells) != len(self.header):
            return
        for column, rule in self.rules.items():
            if line.cells[column] and (rule.attribute or not self._contacts):
                note_label(self.context, entity, rule, line.cells[column], line)

    def _read_header(self, line: Line) -> bool:
        rules = {column: rule for column, cell in enumerate(line.cells) if (rule := self._rule(cell))}
        columns = self.context.profile.columns
        named = any(columns.code.fullmatch(cell) or columns.name.fullmatch(cell) for cell in line.cells)
        if (
            (len(line.cells) > 2 and (rules or named))
            or len(rules) == len(line.cells)
            or (named and len(line.cells) > 1)
        ):
            self.header, self.rules = tuple(cell.casefold() for cell in line.cells), rules
            return True
        return False

    def _filled(self, line: Line) -> Line:
        """A row whose last cells are empty, as long as the header."""
        missing = len(self.header) - len(line.cells)
        short = 0 < missing < len(self.header) - 1 and len(line.cells) > 1
        return replace(line, cells=(*line.cells, *[""] * missing)) if short else line

    def _rule(self, cell: str) -> LabelRule | None:
        """The rule of a column: that of its header, or of the first thing that it names (`Home page & hours`)."""
        return self.context.profile.label(cell) or self.context.profile.label(_PARTS.split(cell, maxsplit=1)[0])

    def _row_entity(self, line: Line) -> str | None:
        """What a row is about: a code in one of its first cells, else a person or a linked thing in the first."""
        if len(line.cells) != len(self.header):
            return None
        for cell in line.cells[:2]:
            codes = self.context.codes(cell)
            if codes and codes[0][1] == 0:
                entity = self.context.code(codes[0][0], line)
                self._note_title(entity, codes[0][0], line)
                return entity
        column = 0 if 0 not in self.rules else 1
        if column >= len(line.cells):
            return None
        person = read_person(
            line.cells[column],
            self.context.profile,
            expected=bool(self.context.profile.columns.people.fullmatch(self.header[column])),
        )
        if person:
            url = self.context.own_page(line, person.name) or self.context.own_mailbox(line)
            return self.context.named("person", person.name, line, url=url)
        return None

    def _row_contact(self, line: Line, scope: str | None) -> str | None:
        """The person in the first column of a table of contacts, who is to the thing in scope what its header says."""
        if not self._contacts or len(line.cells) != len(self.header):
            return None
        person = read_person(line.cells[0], self.context.profile, expected=True)
        if person is None:
            return None
        url = self.context.own_page(line, person.name) or self.context.own_mailbox(line)
        entity = self.context.named(PERSON, person.name, line, url=url, alias=person.alias)
        rule = self.rules[0]
        if scope and rule.relation and (not rule.of or self.context.kind_of(scope) in rule.of):
            self.context.relate(scope, entity, rule.relation, line, inverse=rule.inverse)
        return entity

    @property
    def _contacts(self) -> bool:
        """Whether the first column alone names people, by what they are, and others say how to reach them."""
        people = [column for column, rule in self.rules.items() if rule.type == PERSON]
        return people == [0] and any(rule.attribute in _REACHED_BY for rule in self.rules.values())

    def _note_title(self, entity: str, code: str, line: Line) -> None:
        titles = [
            line.cells[column]
            for column, name in enumerate(self.header)
            if self.context.profile.columns.name.fullmatch(name)
            and code not in line.cells[column]
            and column not in self.rules
        ]
        first = line.cells[0] if line.cells[0].startswith(code) else ""
        title = tidy(titles[0] if titles else first.removeprefix(code).strip(" .:：-–"))
        if title and tidy_code(title) != tidy_code(code):
            self.context.findings.entity(self.context.profile.codes.type, tidy_code(code), [title])
            self.context.findings.attribute(entity, "title", title, line.block)
