"""A second, read-only server with a copy of the graph, for people who look around in Neo4j Browser.

Community has no roles and no online backup. So the graph is read from the running server, which goes on working, and
written into a server of its own that then starts again as read-only. Vectors stay behind unless asked for.
"""

from __future__ import annotations

import json
import shutil

from filelock import FileLock, Timeout

from core.errors import ServerStartError
from core.settings import Settings
from graph.database import Database, open_database
from graph.layout import ServerFolder
from graph.portable import Selection, read_graph, write_graph
from graph.process import LOCK_SECONDS
from graph.progress import Progress, keep_silent
from graph.server import LocalServer, ServerInfo, ServerStatus

LIGHT = {"neo4j_heap": "512m", "neo4j_java_options": "-XX:TieredStopAtLevel=1", "neo4j_uri": None}


class BrowseServer:
    """The read-only server of `settings.home`. The copy is made anew when the graph has changed since."""

    def __init__(self, settings: Settings, vectors: bool = False) -> None:
        self.settings = settings
        self.vectors = vectors
        self.path = (settings.home / "browse").resolve()
        self._quiet = settings.model_copy(update=LIGHT)

    def ensure(self, progress: Progress = keep_silent) -> ServerInfo:
        """The running read-only server with what the graph holds now. Raises `DatabaseError` and its kinds."""
        self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
        try:
            with FileLock(self.path / "copy.lock", timeout=LOCK_SECONDS):
                with open_database(self.settings, progress) as source:
                    self._refresh(source, progress)
                return self._server(read_only=True).ensure(progress)
        except Timeout as error:
            raise ServerStartError(
                f"Another command has been copying the graph to {self.path} for {LOCK_SECONDS} seconds; "
                "stop that command and try again."
            ) from error

    def status(self) -> ServerStatus:
        """The state of the read-only server; starts nothing."""
        return self._server(read_only=True).status()

    def stop(self) -> bool:
        """Stop the read-only server; whether there was one. The copy stays."""
        return self._server(read_only=True).stop()

    def discard(self) -> None:
        """Stop the read-only server and throw its copy away, as when something must leave every file."""
        if self.path.is_dir():
            self._forget()

    def _server(self, read_only: bool) -> LocalServer:
        return LocalServer(self._quiet, self.path / "neo4j", read_only)

    def _refresh(self, source: Database, progress: Progress) -> None:
        state = {"source": source.address.uri, "mark": source.mark(), "vectors": self.vectors}
        if self._read_state() == state:
            return
        self._forget()
        writable = self._server(read_only=False)
        info = writable.ensure(progress)
        target = self._quiet.model_copy(update={"neo4j_uri": info.uri, "neo4j_password": info.secret})
        with open_database(target) as copy:
            write_graph(copy, read_graph(source, Selection(everything=True, vectors=self.vectors)), progress=progress)
        writable.stop()
        ServerFolder.write_private(self.path / "copy.json", json.dumps(state))

    def _read_state(self) -> object:
        try:
            return json.loads((self.path / "copy.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def _forget(self) -> None:
        """Throw the old copy away. The state goes first: a copy that is cut off is never taken for a whole one."""
        (self.path / "copy.json").unlink(missing_ok=True)
        self.stop()
        shutil.rmtree(self.path / "neo4j" / "data", ignore_errors=True)
        (self.path / "neo4j" / "password").unlink(missing_ok=True)
