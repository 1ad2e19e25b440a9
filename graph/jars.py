"""The jars of the local server: read from a lock file, fetched once into the cache, verified at every start."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import httpx
from filelock import FileLock, Timeout

from core.errors import ServerStartError
from core.settings import Settings
from graph.maven import choose_repository, trust_certificates
from graph.progress import Progress, keep_silent

LOCKS = {"5.26": "jars.lock", "2026": "jars-2026.lock"}
WORKERS = 8
TRIES = 3
WAIT_FOR_OTHERS = 900
CHUNK = 1 << 18
LABEL = "Fetching Neo4j"


@dataclass(frozen=True, slots=True)
class Jar:
    """One file of a Maven repository. `size` is in bytes, `sha256` in hexadecimal."""

    coordinate: str
    sha256: str
    size: int

    @property
    def path(self) -> str:
        """Its place under the repository's address."""
        group, artifact, version, *classifier = self.coordinate.split(":")
        return f"{group.replace('.', '/')}/{artifact}/{version}/{'-'.join((artifact, version, *classifier))}.jar"


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


def is_intact(path: Path, jar: Jar) -> bool:
    """Whether the file is there, whole and unchanged."""
    if not path.is_file() or path.stat().st_size != jar.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256


class JarStore:
    """Jars in `settings.cache / "jars"`, in repository layout. Safe for several processes at once."""

    def __init__(self, settings: Settings) -> None:
        self.folder = settings.cache / "jars"
        self.repository = choose_repository(settings)

    def locate(self, jar: Jar) -> Path:
        """Where a jar is, or will be."""
        return self.folder / jar.path

    def missing(self, jars: Iterable[Jar]) -> list[Jar]:
        """The jars that are not here or are damaged."""
        wanted = list(jars)
        with ThreadPoolExecutor(WORKERS) as pool:
            intact = pool.map(lambda jar: is_intact(self.locate(jar), jar), wanted)
        return [jar for jar, good in zip(wanted, intact, strict=True) if not good]

    def fetch(self, jars: Iterable[Jar], progress: Progress = keep_silent) -> list[Path]:
        """Every jar's path, after fetching what is missing. Raises `ServerStartError`."""
        wanted = list(jars)
        if self.missing(wanted):
            self._make_folder()
            try:
                with FileLock(self.folder / ".lock", timeout=WAIT_FOR_OTHERS):
                    self._fetch_all(self.missing(wanted), progress)
            except Timeout as error:
                raise ServerStartError(
                    f"Another process has been fetching Neo4j into {self.folder} for {WAIT_FOR_OTHERS // 60} minutes; "
                    "stop it and try again."
                ) from error
        return [self.locate(jar) for jar in wanted]

    def _make_folder(self) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ServerStartError(
                f"The cache folder {self.folder} cannot be made ({error.strerror}); set SITEQUEST_CACHE to another one."
            ) from error

    def _fetch_all(self, jars: list[Jar], progress: Progress) -> None:
        total, done = sum(jar.size for jar in jars), 0
        progress(LABEL, 0, total)
        limits = httpx.Limits(max_connections=WORKERS)
        with (
            httpx.Client(verify=trust_certificates(), timeout=30, limits=limits, follow_redirects=True) as client,
            ThreadPoolExecutor(WORKERS) as pool,
        ):
            waiting = {
                pool.submit(self._fetch_one, client, jar): jar for jar in sorted(jars, key=lambda jar: -jar.size)
            }
            try:
                for future in as_completed(waiting):
                    future.result()
                    done += waiting[future].size
                    progress(LABEL, done, total)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _fetch_one(self, client: httpx.Client, jar: Jar) -> None:
        target = self.locate(jar)
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_suffix(".part")
        problem = ""
        for _attempt in range(TRIES):
            try:
                self._append(client, jar, part)
            except (httpx.HTTPError, OSError) as error:
                problem = explain_failure(error)
                continue
            if is_intact(part, jar):
                part.replace(target)
                return
            problem = "its content is not what the lock file says"
            part.unlink(missing_ok=True)
        raise ServerStartError(
            f"Neo4j's file {jar.coordinate} cannot be fetched from {self.repository}: {problem}. "
            "Set SITEQUEST_MAVEN_URL to a Maven mirror that this machine reaches, or NEO4J_URI to a server you have; "
            "what is fetched already is kept."
        )

    def _append(self, client: httpx.Client, jar: Jar, part: Path) -> None:
        """Fetch what is not there yet; a repository that knows no ranges sends the whole again."""
        have = part.stat().st_size if part.exists() else 0
        if have >= jar.size:
            return
        headers = {"Range": f"bytes={have}-"} if have else {}
        with client.stream("GET", f"{self.repository}/{jar.path}", headers=headers) as response:
            response.raise_for_status()
            with part.open("ab" if response.status_code == httpx.codes.PARTIAL_CONTENT else "wb") as file:
                for chunk in limit_bytes(response.iter_bytes(CHUNK), jar.size - have if have else jar.size):
                    file.write(chunk)


def limit_bytes(chunks: Iterable[bytes], limit: int) -> Iterator[bytes]:
    """Pass chunks on until one byte more than `limit` came: enough to see that the file is another one."""
    for chunk in chunks:
        yield chunk
        limit -= len(chunk)
        if limit < 0:
            return


def explain_failure(error: Exception) -> str:
    """Why a file could not be fetched, in words."""
    if isinstance(error, httpx.HTTPStatusError):
        return f"the server answers {error.response.status_code}"
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        return (
            "the certificate shown is not trusted, so a proxy probably opens the connection; "
            "set SSL_CERT_FILE to your organisation's certificate file"
        )
    if isinstance(error, httpx.TimeoutException):
        return "no answer in 30 seconds"
    return str(error) or type(error).__name__
