"""The local Neo4j server as the commands show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.homes import check_home
from core.errors import SettingsError
from core.settings import Settings

if TYPE_CHECKING:
    from graph.server import LocalServer, ServerInfo

Watch = Callable[[str, int, int], None]


def local_server(settings: Settings) -> LocalServer:
    """The local server of the settings; `SettingsError` when they name another server."""
    from graph.server import LocalServer

    if settings.neo4j_uri:
        raise SettingsError(f"NEO4J_URI names {settings.neo4j_uri}; `sitequest db` is for the local server only.")
    return LocalServer(settings)


def ensure_server(settings: Settings) -> ServerInfo:
    """Start or adopt the local server, with a bar for each long step."""
    with watch_steps() as watch:
        return local_server(settings).ensure(watch)


@contextmanager
def watch_steps() -> Iterator[Watch]:
    """Bars on standard error for steps that tell (what, done, total); a total of 0 is unknown.

    Where no bar can be drawn (a file, a pipe), each step is named in a line when it begins.
    """
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    from app.console import err, note

    columns = (SpinnerColumn(), TextColumn("{task.description:<38}", markup=False), BarColumn(24), TimeElapsedColumn())
    tasks: dict[str, Any] = {}
    with Progress(*columns, console=err()) as progress:

        def watch(what: str, done: int, total: int) -> None:
            if what not in tasks:
                if not err().is_terminal:
                    note(f"{what} …")
                tasks[what] = progress.add_task(what, total=total or None)
            progress.update(tasks[what], completed=done, total=total or None)

        yield watch
        for task in tasks.values():
            progress.update(task, total=1, completed=1)


def server_facts(info: ServerInfo) -> dict[str, Any]:
    """Addresses of a running server; the password stays in its file."""
    return {
        "running": True,
        "uri": info.uri,
        "user": info.user,
        "password_file": str(info.folder / "password") if info.folder else None,
        "browser": info.browser,
        "version": info.version,
        "pid": info.pid,
        "read_only": info.read_only,
    }


def server_status(settings: Settings) -> dict[str, Any]:
    """State of the local server; starts nothing."""
    check_home(settings)
    status = local_server(settings).status()
    facts = server_facts(status.info) if status.info else {"running": False}
    return {
        **facts,
        "state": status.state,
        "folder": str(status.folder),
        "disk_mb": round(status.disk / 1e6),
        "memory_mb": round(status.memory / 1e6),
    }


def stop_server(settings: Settings) -> bool:
    """Stop the local server; whether there was one."""
    return local_server(settings).stop()


def server_folder(settings: Settings) -> Path:
    """Folder of the local server's data."""
    return local_server(settings).path


def how_to_browse(facts: Mapping[str, Any]) -> str:
    """What to do next, in words."""
    if not facts["running"]:
        return "Stopped; its copy of the graph stays." if facts["stopped"] else "It was not running."
    return (
        f"Open {facts['browser']}, connect to {facts['uri']} as {facts['user']} with the password that stands in "
        f"{facts['password_file']}. It shows a copy of the graph as it is now and refuses every change; run this again "
        "after a crawl to renew it. `sitequest db browse --stop` stops it."
    )


def browse_server(settings: Settings, *, stop: bool) -> dict[str, Any]:
    """Start (or stop) the read-only server that is made from a backup."""
    from graph.backup import BrowseServer

    server = BrowseServer(settings)
    if stop:
        return {"running": False, "stopped": server.stop()}
    with watch_steps() as watch:
        return server_facts(server.ensure(watch))
