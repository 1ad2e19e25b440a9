"""The deployment file: read as YAML, and each service's exact command run as a process against a real Neo4j."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from graph.database import Database
from graph.server import ServerInfo
from tests.conftest import clean_environment
from tests.unreached import free_port

ROOT = Path(__file__).resolve().parent.parent
OURS = ("api", "ingest", "crawler")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))


@pytest.fixture
def deployment(tmp_path: Path, server: ServerInfo, database: Database) -> dict[str, str]:
    """The environment that the containers see, with the secrets in files as there."""
    del database  # only emptied: another test's models may have made what it held
    password = tmp_path / "neo4j_password"
    password.write_text(server.password + "\n", encoding="utf-8")
    key = tmp_path / "operator_key"
    key.write_text("operator\n", encoding="utf-8")
    return clean_environment() | {
        "NEO4J_URI": server.uri,
        "NEO4J_PASSWORD_FILE": str(password),
        "SITEQUEST_API_KEY_FILE": str(key),
        "SITEQUEST_HOME": str(tmp_path / "state"),
        "SITEQUEST_USER_AGENT": "SiteQuest/0.1 (+https://uni.example; contact: web@uni.example)",
        "SITEQUEST_LLM_BASE_URL": "",
        "SITEQUEST_SEEDS": "",
        "PYTHONUNBUFFERED": "1",
    }


def run_check(command: list[str], environment: dict[str, str]) -> int:
    full = [sys.executable, "-m", "app.main", *command]
    return subprocess.run(full, cwd=ROOT, env=environment, capture_output=True, check=False, timeout=60).returncode


@contextmanager
def running(command: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    full = [sys.executable, "-m", "app.main", *command]
    process = subprocess.Popen(full, cwd=ROOT, env=environment, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        sys.stderr.write(process.communicate(timeout=60)[1].decode())


def until_healthy(check: list[str], environment: dict[str, str], process: subprocess.Popen[bytes]) -> None:
    limit = time.monotonic() + 120
    while run_check(check, environment) != 0:
        assert process.poll() is None, process.stderr and process.stderr.read()
        assert time.monotonic() < limit, "never healthy"


def test_it_has_the_four_services(compose: dict[str, Any]):
    assert set(compose["services"]) == {"neo4j", *OURS}
    assert compose["services"]["neo4j"]["image"] == "neo4j:5.26-community"


def test_every_service_has_a_health_check_and_restarts(compose: dict[str, Any]):
    for name, service in compose["services"].items():
        assert service["healthcheck"]["test"], name
        assert service["restart"] == "unless-stopped", name


def test_ours_wait_for_a_healthy_database(compose: dict[str, Any]):
    for name in OURS:
        assert compose["services"][name]["depends_on"]["neo4j"]["condition"] == "service_healthy"


def test_no_password_stands_in_the_file(compose: dict[str, Any]):
    for name, service in compose["services"].items():
        for variable, value in service.get("environment", {}).items():
            secret = "PASSWORD" in variable or "KEY" in variable or "AUTH" in variable
            assert not secret or str(value).startswith("/run/secrets/"), f"{name}: {variable}"
    for secret in compose["secrets"].values():
        assert "file" in secret


def test_data_live_in_named_volumes(compose: dict[str, Any]):
    used = {mount.split(":")[0] for service in compose["services"].values() for mount in service.get("volumes", ())}
    assert used == set(compose["volumes"])


def test_ports_are_open_on_this_machine_alone_by_default(compose: dict[str, Any]):
    ports = [port for service in compose["services"].values() for port in service.get("ports", ())]
    assert ports
    assert all("127.0.0.1" in port for port in ports)


def test_the_image_runs_the_same_command_as_the_service(compose: dict[str, Any]):
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert 'ENTRYPOINT ["sitequest"]' in dockerfile
    assert "USER sitequest" in dockerfile
    assert "--require-hashes" in dockerfile
    command = ", ".join(f'"{part}"' for part in compose["services"]["api"]["command"])
    assert f"CMD [{command}]" in dockerfile


def test_the_image_leaves_out_what_is_private_or_not_needed():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".git", ".venv", "deploy/secrets"} <= set(ignored)


def test_secrets_are_random_and_stay_when_made_again(tmp_path: Path):
    script = tmp_path / "make-secrets.sh"
    script.write_bytes((ROOT / "deploy" / "make-secrets.sh").read_bytes())
    subprocess.run(["sh", str(script)], check=True, capture_output=True)
    first = {path.name: path.read_bytes() for path in (tmp_path / "secrets").iterdir()}
    assert set(first) == {"neo4j_password", "operator_key"}
    assert len(set(first.values())) == 2
    assert min(map(len, first.values())) >= 32
    assert os.stat(tmp_path / "secrets").st_mode & 0o077 == 0  # noqa: PTH116
    subprocess.run(["sh", str(script)], check=True, capture_output=True)
    assert first == {path.name: path.read_bytes() for path in (tmp_path / "secrets").iterdir()}


def test_the_api_service_starts_and_its_health_check_passes(compose: dict[str, Any], deployment: dict[str, str]):
    service = compose["services"]["api"]
    port = str(free_port())
    command = [port if part == "8080" else part for part in service["command"]]
    check = [part.replace("8080", port) for part in service["healthcheck"]["test"][2:]]
    assert service["healthcheck"]["test"][:2] == ["CMD", "sitequest"]
    assert run_check(check, deployment) == 1
    with running(command, deployment) as process:
        until_healthy(check, deployment, process)


@pytest.mark.parametrize("name", ["ingest", "crawler"])
def test_the_worker_starts_and_its_health_check_passes(compose: dict[str, Any], deployment: dict[str, str], name: str):
    service = compose["services"][name]
    check = service["healthcheck"]["test"][2:]
    assert run_check(check, deployment) == 1
    with running(service["command"], deployment) as process:
        until_healthy(check, deployment, process)
    assert process.returncode == 130


def test_a_worker_without_its_secret_ends_with_one_sentence(compose: dict[str, Any], deployment: dict[str, str]):
    lost = deployment | {"NEO4J_PASSWORD_FILE": "/run/secrets/none"}
    command = [sys.executable, "-m", "app.main", *compose["services"]["ingest"]["command"]]
    result = subprocess.run(command, cwd=ROOT, env=lost, capture_output=True, text=True, check=False)
    assert result.returncode == 2
    assert "/run/secrets/none" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
