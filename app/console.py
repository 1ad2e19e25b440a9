"""What the commands print: results on standard output, everything else on standard error."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

if TYPE_CHECKING:
    from rich.console import Console

PIPED_WIDTH = 200
TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|\+00:00)((?: \(.*\))?)$")
PROGRAM = "sitequest"
Advance = Callable[[int, int | None], None]


@cache
def out() -> Console:
    """The console for results."""
    from rich.console import Console

    return Console(width=None if sys.stdout.isatty() else PIPED_WIDTH)


@cache
def err() -> Console:
    """The console for progress, notes and errors."""
    from rich.console import Console

    return Console(stderr=True)


def emit_json(value: Any) -> None:
    """Print `value` as one JSON document, in UTF-8 and never wrapped."""
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    sys.stdout.write(json.dumps(data, ensure_ascii=False, indent=2, default=str) + "\n")
    sys.stdout.flush()


def note(text: str) -> None:
    """Print one line for a person, as text: nothing in it is read as markup."""
    err().print(text, markup=False, highlight=False, soft_wrap=True)


def own_command() -> str:
    """What a person must type for this program: its name when the shell finds it, else its path."""
    beside = Path(sys.executable).absolute().with_name(PROGRAM)
    found = shutil.which(PROGRAM)
    if not beside.is_file() or (found is not None and Path(found).absolute() == beside):
        return PROGRAM
    return _near(beside)


def _near(path: Path) -> str:
    """A path as seen from here, when it is below this folder."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


def say(text: str = "") -> None:
    """Print one line of a result, as text."""
    out().print(text, markup=False, highlight=False, soft_wrap=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], title: str = "") -> None:
    """Print a table; cells are plain text. Columns without names get no line for them."""
    from rich.table import Table
    from rich.text import Text

    table = Table(
        title=title or None,
        title_justify="left",
        box=None,
        pad_edge=False,
        header_style="bold",
        show_header=any(columns),
    )
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(Text("" if cell is None else str(cell)) for cell in row))
    out().print(table)


def cells(rows: Iterable[Mapping[str, object]], columns: Sequence[str]) -> list[list[str]]:
    """Rows of records for a table: lists joined, times to the minute."""
    return [[_cell(row[column]) for column in columns] for row in rows]


def _cell(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, str) and (found := TIME.match(value)):
        return f"{found[1]} {found[2]} UTC{found[3]}"
    return "" if value is None else str(value)


def print_facts(facts: Mapping[str, object]) -> None:
    """Print names and values in two columns."""
    print_table(("", ""), [(name, value) for name, value in facts.items()])


@contextmanager
def progress_bar(title: str, total: int | None = None) -> Iterator[Advance]:
    """A bar on standard error; the function it gives sets (done, total). One line at the end when not a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<34}"), BarColumn(24), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err()) as progress:
        task = progress.add_task(title, total=total)

        def advance(done: int, whole: int | None = None) -> None:
            progress.update(task, completed=done, total=whole if whole is not None else total)

        yield advance
