"""What `sitequest doctor` looks at. A check never raises: it says what it found and what to do."""

from __future__ import annotations

import shutil
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from importlib import resources
from pathlib import Path

from app.homes import nearest_existing
from core.errors import SiteQuestError
from core.settings import Settings
from graph.server import LEAST_BYTES

LEAST_FREE_GB = 2.0
PACKAGE_FILES = (
    ("cypher", "retrieval"),
    ("cypher", "ingest"),
    ("cypher", "schema"),
    ("api", "web/index.html"),
    ("demo", "site/index.html"),
    ("demo", "questions.json"),
    ("graph", "jars.lock"),
    ("models", "models.lock"),
    ("models", "rerank_weights.json"),
)
STANDARD_PORTS = (("Neo4j Bolt", 7687), ("Neo4j Browser", 7474))


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `level` is ok, warning or error; `advice` says what to do when it is not ok."""

    name: str
    level: str
    detail: str
    advice: str = ""

    def as_dict(self) -> dict[str, str]:
        """Plain JSON."""
        return asdict(self)


Check = Callable[[Settings], Iterator[Finding]]


def run_checks(settings: Settings) -> list[Finding]:
    """All findings, in the order in which a person would mend them."""
    checks: tuple[Check, ...] = (_python, _package, _disk, _java, _database, _models, _ports, _language_model)
    findings: list[Finding] = []
    for check in checks:
        try:
            findings.extend(check(settings))
        except SiteQuestError as error:
            findings.append(Finding(check.__name__.strip("_").replace("_", " "), "error", str(error)))
    return findings


def _python(settings: Settings) -> Iterator[Finding]:
    del settings
    yield Finding("Python", "ok", f"{'.'.join(map(str, sys.version_info[:3]))} at {sys.executable}")


def _package(settings: Settings) -> Iterator[Finding]:
    del settings
    lost = [f"{name}/{path}" for name, path in PACKAGE_FILES if not _exists(name, path)]
    if lost:
        yield Finding("package files", "error", f"missing: {', '.join(lost)}", "Install the package again.")
    else:
        yield Finding("package files", "ok", str(Path(str(resources.files("cypher"))).parent))


def _exists(package: str, path: str) -> bool:
    found = resources.files(package).joinpath(path)
    return found.is_file() or found.is_dir()


def _disk(settings: Settings) -> Iterator[Finding]:
    for name, folder in (("home folder", settings.home), ("cache folder", settings.cache)):
        place = nearest_existing(folder)
        free = shutil.disk_usage(place).free / 1e9
        detail = f"{folder} ({free:.1f} GB free)"
        if not _writable(place):
            yield Finding(name, "error", detail, f"Make {place} writable, or set SITEQUEST_{name.split()[0].upper()}.")
        elif free * 1e9 < LEAST_BYTES:
            yield Finding(name, "error", detail, "The disk is full: free some space, or nothing can be written.")
        elif free < LEAST_FREE_GB:
            yield Finding(name, "warning", detail, f"Free some space: less than {LEAST_FREE_GB:.0f} GB is left.")
        else:
            yield Finding(name, "ok", detail)


def _writable(place: Path) -> bool:
    import os

    return place.is_dir() and os.access(place, os.W_OK | os.X_OK)


def _java(settings: Settings) -> Iterator[Finding]:
    if settings.neo4j_uri:
        yield Finding("Java", "ok", "not needed: NEO4J_URI names a server")
        return
    from graph.jars import read_lock
    from graph.java import find_java

    java = find_java(read_lock(settings.neo4j_release).java)
    yield Finding("Java", "ok", f"{java.release} at {java.path}")


def _database(settings: Settings) -> Iterator[Finding]:
    from app.wiring import open_graph

    if not settings.neo4j_uri and not _local_server_runs(settings):
        yield Finding("database", "warning", "the local server is stopped", "`sitequest db start` starts it.")
        return
    with open_graph(settings) as database:
        database.driver.verify_connectivity()
        agent = database.driver.get_server_info()
        yield Finding("database", "ok", f"{agent.agent} at {agent.address[0]}:{agent.address[1]}")


def _local_server_runs(settings: Settings) -> bool:
    from graph.server import LocalServer

    return LocalServer(settings).status().info is not None


def _models(settings: Settings) -> Iterator[Finding]:
    from app.models import model_files

    for name, missing in model_files(settings).items():
        if missing:
            yield Finding(name, "warning", missing, "`sitequest doctor --fetch` fetches it.")
        else:
            yield Finding(name, "ok", "files are here and their checksums fit")


def _ports(settings: Settings) -> Iterator[Finding]:
    ports = [("web page and API", settings.port)]
    if not settings.neo4j_uri:
        ports += STANDARD_PORTS
    for name, port in ports:
        if port and _answers(settings.host if name.startswith("web") else "127.0.0.1", port):
            yield Finding(f"port {port} ({name})", "ok", "in use", _port_advice(name))
        else:
            yield Finding(f"port {port} ({name})", "ok", "free")


def _port_advice(name: str) -> str:
    if name.startswith("web"):
        return "Fine if it is ours (`sitequest status`); else choose another port, e.g. SITEQUEST_PORT=8090."
    return "Fine: the local server takes the next free port when it starts; `sitequest db status` shows which."


def _answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), timeout=0.5):
            return True
    except OSError:
        return False


def _language_model(settings: Settings) -> Iterator[Finding]:
    if not settings.llm_base_url:
        yield Finding("language model", "ok", "none set: answers are extracted, and cost no tokens")
        return
    import httpx

    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else ""
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    try:
        answer = httpx.get(f"{settings.llm_base_url.rstrip('/')}/models", headers=headers, timeout=5)
    except httpx.HTTPError as error:
        advice = "Start that server, or unset SITEQUEST_LLM_BASE_URL to answer without one."
        yield Finding("language model", "error", f"{settings.llm_base_url} does not answer ({error})", advice)
        return
    if answer.status_code in (401, 403):
        yield Finding("language model", "error", "it refuses the key", "Check SITEQUEST_LLM_API_KEY.")
    elif answer.is_server_error:
        yield Finding("language model", "error", f"it answers {answer.status_code}", "Look at that server's log.")
    else:
        yield Finding("language model", "ok", f"{settings.llm_base_url} answers, model {settings.llm_model}")
