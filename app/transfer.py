"""Graphs to files and back, and what differs between two of them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

from app.console import note, say
from app.localdb import watch_steps
from app.stopping import polite_stop
from app.wiring import open_graph
from core.errors import IngestError
from core.settings import Settings


def export_graph(
    settings: Settings,
    site: str | None,
    output: Path | None,
    *,
    everything: bool,
    vectors: bool,
    audience: str | None = None,
) -> None:
    """Write the lines to `output`, which is replaced only when all are there, or to standard output."""
    from graph.audience import for_audience
    from graph.lines import write_line
    from graph.portable import Selection, read_graph
    from graph.portable import export_graph as lines_of

    with open_graph(settings) as database, watch_steps() as watch:
        chosen = Selection(site, everything, vectors)
        if audience is None:
            lines = lines_of(database, chosen, watch)
        else:
            lines = map(write_line, for_audience(lambda: read_graph(database, chosen), audience))
        if output is None:
            sys.stdout.writelines(f"{line.rstrip()}\n" for line in lines)
            return
        part = output.with_name(f"{output.name}.{os.getpid()}.part")
        with part.open("w", encoding="utf-8") as file:
            file.writelines(f"{line.rstrip()}\n" for line in lines)
        part.replace(output)


def import_graph(settings: Settings, source: Path, *, replace: bool) -> dict[str, Any]:
    """Take the file in and make the vectors it lacks. A signal ends it between two batches, a second one at once."""
    from app.wiring import open_ingest
    from graph.portable import import_graph as take_in

    with (
        open_ingest(settings) as service,
        open_graph(settings) as database,
        watch_steps() as watch,
        polite_stop() as stop,
    ):

        def progress(step: str, done: int, total: int, /) -> None:
            watch(step, done, total)
            stop.check()

        try:
            with _lines(source) as lines:
                report = take_in(database, lines, replace, progress)
            for site in report.sites:
                service.finish_site(site, progress)
        except KeyboardInterrupt:
            note("The import was not done to its end; give --replace when you run it again.")
            raise
    return asdict(report)


def diff_files(before: Path, after: Path) -> dict[str, Any]:
    """Keys removed, added and changed."""
    from graph.difference import diff_graphs

    with _lines(before) as first, _lines(after) as second:
        difference = diff_graphs(first, second)
    return asdict(difference)


def print_difference(difference: dict[str, Any]) -> None:
    """One line a key: - removed, + added, ~ changed."""
    for sign, name in (("-", "removed"), ("+", "added"), ("~", "changed")):
        for key in difference[name]:
            say(f"{sign} {_shown(key)}")
    if not any(difference.values()):
        say("The graphs are the same.")


def _shown(key: Any) -> str:
    if isinstance(key, dict):
        return f"{_shown(key['key'])}: {', '.join(key['properties'])}"
    return " ".join(_shown(part) if isinstance(part, list | tuple) else str(part) for part in key)


@contextmanager
def _lines(path: Path) -> Iterator[Iterator[str]]:
    try:
        with path.open(encoding="utf-8") as file:
            yield iter(file)
    except OSError as error:
        raise IngestError(
            f"{path} cannot be read ({error.strerror}); give a file that `graph export` wrote."
        ) from error
