"""The statements of `cypher/`, by name. A name is the path under `cypher/` without its ending: `ingest/write_page`.

Every file begins with comment lines: what it does, then `params:`, `returns:` and `plan:`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from core.errors import DatabaseError

ENDING = ".cypher"
FIELDS = ("about", "params", "returns", "plan")
NO_NAMES = ("none", "nothing")
PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement: its text without the header, and what the header says, one text a field."""

    name: str
    text: str
    about: str
    params: str
    returns: str
    plan: str

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters that the text uses, sorted."""
        return tuple(sorted(set(PARAMETER.findall(self.text))))

    @property
    def described(self) -> tuple[str, ...]:
        """The names of the parameters that the header describes, sorted: commas part them, a semicolon ends them."""
        bare, names = strip_brackets(self.params).partition(";")[0], []
        for part in bare.split(","):
            match = re.match(r"\s*\$?([A-Za-z_]\w*)", part)
            names += [match[1]] if match and match[1] not in NO_NAMES else []
        return tuple(sorted(set(names)))


def strip_brackets(text: str) -> str:
    """A text without what stands in brackets of any kind, however deep."""
    before = ""
    while before != text:
        before, text = text, re.sub(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}", "", text)
    return text


def parse_statement(name: str, source: str) -> Statement:
    """Split a file into its header's fields and its text."""
    lines = source.splitlines()
    size = next((n for n, line in enumerate(lines) if not line.startswith("//")), len(lines))
    fields: dict[str, list[str]] = {field: [] for field in FIELDS}
    current = "about"
    for line in lines[:size]:
        words = line.removeprefix("//").strip()
        key, colon, rest = words.partition(":")
        if colon and key.lower() in FIELDS:
            current, words = key.lower(), rest.strip()
        fields[current].append(words)
    text = "\n".join(lines[size:]).strip().removesuffix(";")
    return Statement(name, text, **{field: " ".join(filter(None, parts)) for field, parts in fields.items()})


class Statements(Mapping[str, str]):
    """All statements of the product; each is read once. Raises `DatabaseError` for a name that is not there."""

    def __init__(self, root: Traversable | None = None) -> None:
        self._root = root or files("cypher")
        self.record = cache(self._read)

    def _read(self, name: str) -> Statement:
        try:
            source = self._root.joinpath(*f"{name}{ENDING}".split("/")).read_text(encoding="utf-8")
        except OSError as error:
            raise DatabaseError(
                f"There is no statement {name!r}: the file cypher/{name}{ENDING} is missing; reinstall SiteQuest."
            ) from error
        return parse_statement(name, source)

    def __getitem__(self, name: str) -> str:
        return self.record(name).text

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(list_names(self._root)))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def list_names(folder: Traversable, prefix: str = "") -> Iterator[str]:
    """The names of all statements under a folder."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from list_names(entry, f"{prefix}{entry.name}/")
        elif entry.name.endswith(ENDING):
            yield prefix + entry.name.removesuffix(ENDING)
