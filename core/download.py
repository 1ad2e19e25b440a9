"""Fetch files that are pinned by their SHA-256: in parallel, resumed where they stopped, verified before use.

    fetch_files([RemoteFile(maven_url("org.neo4j:neo4j:5.26.30"), Path("neo4j.jar"), sha256)], progress=show)

Proxies (HTTPS_PROXY, NO_PROXY) and certificate bundles (SSL_CERT_FILE, REQUESTS_CA_BUNDLE, CURL_CA_BUNDLE, PIP_CERT)
are taken from the environment. A half-fetched file stays beside its target as `.part` and is continued by the next
call, in this process or another.
"""

from __future__ import annotations

import hashlib
import os
import ssl
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from core.errors import DownloadError

if TYPE_CHECKING:
    import httpx

CHUNK = 1 << 18
TRIES = 5
RETRIED = frozenset({408, 425, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class RemoteFile:
    """One file to have: where it comes from, where it goes, and the SHA-256 (hex) that it must have.

    `size` in bytes, when known, makes the total of the progress right before the first answer; `label` is the name
    that progress and errors show, the target's file name when empty.
    """

    url: str
    target: Path
    sha256: str
    size: int = 0
    label: str = ""

    @property
    def shown(self) -> str:
        """The name that a person sees."""
        return self.label or self.target.name


@dataclass(frozen=True, slots=True)
class DownloadProgress:
    """How far a set of files is: whole files and bytes, done and expected. `name` is the file that moved last."""

    name: str
    files: int
    files_total: int
    bytes: int
    bytes_total: int


ProgressCallback = Callable[[DownloadProgress], None]


class _Retry(Exception):
    """This try failed in a way that another one may mend."""


def maven_url(coordinate: str, base: str | None = None) -> str:
    """Address of the jar `group:artifact:version[:classifier]` under `base`, Maven Central when None."""
    group, artifact, version, *rest = coordinate.split(":")
    suffix = f"-{rest[0]}" if rest else ""
    folder = f"{group.replace('.', '/')}/{artifact}/{version}"
    return f"{(base or _maven_central()).rstrip('/')}/{folder}/{artifact}-{version}{suffix}.jar"


def _maven_central() -> str:
    from jgo.constants import MAVEN_CENTRAL_URL  # kept by that library, loaded only when something is fetched

    return str(MAVEN_CENTRAL_URL)


def file_sha256(path: Path) -> str:
    """SHA-256 of a file, in hex."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def fetch_files(
    files: Sequence[RemoteFile],
    *,
    progress: ProgressCallback | None = None,
    workers: int = 8,
    client: httpx.Client | None = None,
    wait: float = 0.5,
) -> list[Path]:
    """Have all files, in the order asked; those already there with the right hash cost no network.

    `wait` is the first pause in seconds between tries. Raises `DownloadError`, after the other files have ended.
    """
    meter = _Meter(files, progress)
    missing = [file for file in files if not _present(file, meter)]
    if missing:
        _fetch_missing(missing, meter, workers, client, wait)
    return [file.target for file in files]


def _present(file: RemoteFile, meter: _Meter) -> bool:
    if not file.target.is_file() or file_sha256(file.target) != file.sha256:
        return False
    meter.finish(file, file.target.stat().st_size)
    return True


def _fetch_missing(
    files: Sequence[RemoteFile], meter: _Meter, workers: int, client: httpx.Client | None, wait: float
) -> None:
    owned = None if client is not None else make_client()
    active = client or owned
    assert active is not None
    try:
        with ThreadPoolExecutor(max_workers=min(workers, len(files))) as pool:
            jobs = [pool.submit(_fetch_one, file, active, meter, wait) for file in files]
            errors = [error for job in as_completed(jobs) if (error := job.exception())]
    finally:
        if owned is not None:
            owned.close()
    if errors:
        raise errors[0]


def make_client() -> httpx.Client:
    """An HTTP client that follows redirects and trusts what the environment, or else the system, trusts."""
    import httpx

    return httpx.Client(follow_redirects=True, timeout=httpx.Timeout(60.0, connect=15.0), verify=trusted_roots())


def trusted_roots() -> ssl.SSLContext:
    """The bundle that the environment names; without one the system's own roots and certifi's, as pip does."""
    import certifi

    bundle = next((os.environ[name] for name in _BUNDLES if os.environ.get(name)), None)
    if bundle and Path(bundle).is_file():
        return ssl.create_default_context(cafile=bundle)
    context = ssl.create_default_context()
    context.load_verify_locations(cafile=certifi.where())
    return context


_BUNDLES = ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT")


def _fetch_one(file: RemoteFile, client: httpx.Client, meter: _Meter, wait: float) -> None:
    from filelock import FileLock
    from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_random_exponential

    try:
        file.target.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{file.target}.lock"):
            if _present(file, meter):
                return
            retrying = Retrying(
                stop=stop_after_attempt(TRIES),
                wait=wait_random_exponential(multiplier=wait, max=20),
                retry=retry_if_exception_type(_Retry),
                reraise=True,
            )
            retrying(_try_once, file, client, meter)
    except _Retry as error:
        raise DownloadError(f"{file.shown} could not be fetched from {_host(file)}: {error}") from error
    except OSError as error:
        raise DownloadError(
            f"{file.shown} cannot be written to {file.target.parent} ({error.strerror}); "
            "check that folder, its owner and the free disk space."
        ) from error


def _try_once(file: RemoteFile, client: httpx.Client, meter: _Meter) -> None:
    import httpx

    part = file.target.with_name(f"{file.target.name}.part")
    try:
        _stream(file, part, client, meter)
    except httpx.TransportError as error:
        raise _Retry(_explain(error)) from error
    _accept(file, part, meter)


def _stream(file: RemoteFile, part: Path, client: httpx.Client, meter: _Meter) -> None:
    start = part.stat().st_size if part.exists() else 0
    headers = {"Accept-Encoding": "identity"} | ({"Range": f"bytes={start}-"} if start else {})
    with client.stream("GET", file.url, headers=headers) as response:
        if response.status_code == 416:  # the part is whole, or longer than the file: the hash decides
            return
        _check_status(file, response.status_code)
        resumed = response.status_code == 206
        done = start if resumed else 0
        meter.expect(file, done + int(response.headers.get("content-length", 0)))
        with part.open("ab" if resumed else "wb") as stream:
            for chunk in response.iter_raw(CHUNK):
                stream.write(chunk)
                done += len(chunk)
                meter.move(file, done)


def _check_status(file: RemoteFile, status: int) -> None:
    if status in RETRIED:
        raise _Retry(f"the server answered {status}; try again later")
    if status not in (200, 206):
        raise DownloadError(
            f"{file.shown} could not be fetched: {_host(file)} answered {status}. "
            "If you use a mirror or a proxy, check that it offers this file."
        )


def _accept(file: RemoteFile, part: Path, meter: _Meter) -> None:
    found = file_sha256(part) if part.exists() else "nothing"
    if found != file.sha256:
        part.unlink(missing_ok=True)
        raise _Retry(
            f"its checksum is {found[:12]}… instead of {file.sha256[:12]}…; "
            "a proxy or mirror may answer with something else"
        )
    part.replace(file.target)
    meter.finish(file, file.target.stat().st_size)


def _host(file: RemoteFile) -> str:
    from urllib.parse import urlsplit

    return urlsplit(file.url).hostname or file.url


def _explain(error: Exception) -> str:
    text = str(error) or type(error).__name__
    if "CERTIFICATE_VERIFY_FAILED" in text:
        return "its certificate is not trusted here; if a proxy opens TLS, set SSL_CERT_FILE to that proxy's CA bundle"
    if "resolution" in text or "not known" in text or "getaddrinfo" in text or "No address" in text:
        return "its name cannot be resolved; check the network, or set HTTPS_PROXY"
    return f"the connection failed ({text}); check the network, or set HTTPS_PROXY"


class _Meter:
    """Adds up the progress of files that move at the same time."""

    def __init__(self, files: Sequence[RemoteFile], callback: ProgressCallback | None) -> None:
        self._callback = callback
        self._lock = Lock()
        self._total = {file.target: file.size for file in files}
        self._done = dict.fromkeys(self._total, 0)
        self._finished: set[Path] = set()

    def expect(self, file: RemoteFile, size: int) -> None:
        with self._lock:
            self._total[file.target] = max(size, self._total[file.target])

    def move(self, file: RemoteFile, done: int) -> None:
        with self._lock:
            self._done[file.target] = done
            self._report(file)

    def finish(self, file: RemoteFile, size: int) -> None:
        with self._lock:
            self._done[file.target] = self._total[file.target] = size
            self._finished.add(file.target)
            self._report(file)

    def _report(self, file: RemoteFile) -> None:
        if self._callback is None:
            return
        done, total = sum(self._done.values()), sum(self._total.values())
        self._callback(DownloadProgress(file.shown, len(self._finished), len(self._total), done, max(total, done)))
