"""Why a server ended, read from what it wrote."""

from __future__ import annotations

from pathlib import Path

from core.errors import ServerStartError
from graph.layout import ServerFolder


class PassingError(ServerStartError):
    """The server did not start, but may at the next try."""


class PortTakenError(PassingError):
    """Another program took the port between our choice and the server's start."""


class StoreTakenError(PassingError):
    """Another server has the data: one that is just ending, or one that we do not know of."""


REASONS: tuple[tuple[str, type[ServerStartError], str], ...] = (
    ("Address already in use", PortTakenError, "a port it was to use is taken"),
    ("lock file", StoreTakenError, "another server uses the same data; stop that one"),
    ("FileLockException", StoreTakenError, "another server uses the same data; stop that one"),
    ("No space left on device", ServerStartError, "the disk is full; free some space"),
    ("Could not reserve enough space", ServerStartError, "there is not enough memory; set SITEQUEST_NEO4J_HEAP lower"),
    ("OutOfMemoryError", ServerStartError, "there was not enough memory; set SITEQUEST_NEO4J_HEAP higher"),
    ("Invalid maximum heap size", ServerStartError, "SITEQUEST_NEO4J_HEAP is not a size as Java writes it, like 1g"),
    ("Too small maximum heap", ServerStartError, "SITEQUEST_NEO4J_HEAP is too small; 512m is the least that works"),
)
SIGNS = ("ERROR", "Exception", "Caused by")


def set_log_aside(log: Path) -> None:
    """Before a start, so that the log tells of that start alone; the one before stays readable beside it."""
    if log.exists():
        log.replace(log.with_suffix(".before.log"))


def read_text(path: Path) -> str:
    """What a file says; nothing when it is not there."""
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def explain_output(folder: ServerFolder) -> ServerStartError:
    """The error that says why the server ended, from its log and from what Java printed."""
    text = read_text(folder.log) + read_text(folder.output)
    for sign, kind, reason in REASONS:
        if sign.lower() in text.lower():
            return kind(f"Neo4j did not start: {reason}. Its own words are in {folder.log} and {folder.output}.")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if any(sign in line for sign in SIGNS)] or lines
    return ServerStartError(f"Neo4j did not start: {errors[-1] if errors else 'it said nothing'} (see {folder.log}).")
