"""The jars of the local server: read from a lock file, fetched once into the cache, verified at every start."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from core.download import DownloadProgress, RemoteFile, fetch_files, maven_url
from core.errors import DownloadError, ServerStartError
from core.settings import Settings
from graph.maven import choose_repository
from graph.progress import Progress, keep_silent

LOCKS = {"5.26": "jars.lock", "2026": "jars-2026.lock"}
LABEL = "Fetching Neo4j"


@dataclass(frozen=True, slots=True)
class Jar:
    """One file of a Maven repository. `size` is in bytes, `sha256` in hexadecimal."""

    coordinate: str
    sha256: str
    size: int

    @property
    def path(self) -> str:
        """Its place in a folder laid out like a repository."""
        return maven_url(self.coordinate, ".").removeprefix("./")


@dataclass(frozen=True, slots=True)
class Lock:
    """What a lock file says: the server's version, its main class, the least Java, and every jar."""

    version: str
    main: str
    java: int
    jars: tuple[Jar, ...]


def read_lock(release: str) -> Lock:
    """The lock file of a release of the local server ("5.26" or "2026")."""
    data = tomllib.loads((files("graph") / LOCKS[release]).read_text(encoding="utf-8"))
    jars = tuple(Jar(name, str(one["sha256"]), int(one["size"])) for name, one in data["jars"].items())
    return Lock(data["version"], data["main"], data["java"], jars)


def fetch_jars(settings: Settings, lock: Lock, progress: Progress = keep_silent) -> list[Path]:
    """The path of every jar, in `settings.cache / "jars"`, after fetching what is not there or damaged.

    Safe for several processes at once; what was fetched before a failure is kept. Raises `ServerStartError`.
    """
    folder, base = settings.cache / "jars", choose_repository(settings)
    wanted = [
        RemoteFile(maven_url(jar.coordinate, base), folder / jar.path, jar.sha256, jar.size, jar.coordinate)
        for jar in lock.jars
    ]

    def tell(state: DownloadProgress) -> None:
        progress(LABEL, state.bytes, state.bytes_total)

    try:
        return fetch_files(wanted, progress=tell)
    except DownloadError as error:
        raise ServerStartError(
            f"Neo4j {lock.version} cannot be fetched: {str(error).rstrip('.')}. What came is kept, so try again; "
            "or set SITEQUEST_MAVEN_URL to a mirror that this machine reaches, or NEO4J_URI to a server you have."
        ) from error
