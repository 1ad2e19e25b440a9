"""Neo4j in Docker: what is asked of the engine, and what is said when there is none.

No engine runs where these tests run, so a client made here keeps the containers; the sentence for a missing engine is
tested with the real SDK.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from docker.errors import ImageNotFound, NotFound

from core.errors import ServerStartError
from core.settings import Settings
from graph.container import DockerServer


class Containers:
    """Keeps at most one container by name, as `docker.containers` does."""

    def __init__(self, status: str = "running", error: Exception | None = None) -> None:
        self.made: dict[str, Any] = {}
        self.status, self.error = status, error

    def get(self, name: str) -> Any:
        if self.made.get("name") != name:
            raise NotFound("no such container")
        return self

    def run(self, **options: Any) -> Any:
        if self.error:
            raise self.error
        self.made = options
        return self

    def start(self) -> None:
        self.status = "running"

    def stop(self, timeout: int) -> None:
        assert timeout > 0
        self.status = "exited"

    def reload(self) -> None:
        return

    def logs(self, tail: int) -> bytes:
        return b"no space left on device\n" * min(tail, 1)

    @property
    def attrs(self) -> dict[str, Any]:
        ports = self.made["ports"].items()
        published = {inside: [{"HostIp": host, "HostPort": str(port)}] for inside, (host, port) in ports}
        return {"NetworkSettings": {"Ports": published}}


class Client:
    def __init__(self, containers: Containers) -> None:
        self.containers = containers


@pytest.fixture
def bolt() -> Iterator[int]:
    """A port that answers, as that of a container would."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield int(server.getsockname()[1])


@pytest.fixture
def docker_settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, neo4j_docker=True, neo4j_heap="2g")


def make_server(settings: Settings, containers: Containers, bolt: int, monkeypatch: pytest.MonkeyPatch) -> DockerServer:
    monkeypatch.setattr("graph.container.choose_port", lambda preferred, _taken=(): bolt if preferred == 7687 else 7474)
    return DockerServer(settings, Client(containers))  # type: ignore[arg-type]


def test_the_container_is_asked_for_on_loopback_with_its_data_at_home(docker_settings: Settings) -> None:
    server = DockerServer(docker_settings, Client(Containers()))  # type: ignore[arg-type]
    server.folder.make()
    asked = server.describe_container()
    assert asked["image"] == "neo4j:5.26-community"
    assert {host for host, _port in asked["ports"].values()} == {"127.0.0.1"}
    assert list(asked["volumes"]) == [str(server.folder.data)]
    assert asked["environment"]["NEO4J_AUTH"] == f"neo4j/{server.folder.read_password()}"
    assert asked["environment"]["NEO4J_server_memory_heap_max__size"] == "2g"
    assert asked["environment"]["NEO4J_dbms_usage__report_enabled"] == "false"


def test_the_container_is_made_once_adopted_stopped_and_started_again(
    docker_settings: Settings, bolt: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    containers = Containers()
    server = make_server(docker_settings, containers, bolt, monkeypatch)
    info = server.ensure()
    assert (info.uri, info.user) == (f"bolt://127.0.0.1:{bolt}", "neo4j")
    assert info.browser == "http://127.0.0.1:7474/browser/"
    made = containers.made
    assert make_server(docker_settings, containers, bolt, monkeypatch).ensure() == info
    assert containers.made is made
    assert server.is_running()
    assert server.stop()
    assert not server.stop()
    assert not server.is_running()
    assert server.ensure() == info


def test_two_homes_have_two_containers(tmp_path: Path) -> None:
    names = {DockerServer(Settings(home=tmp_path / name)).name for name in ("a", "b")}
    assert len(names) == 2
    assert all(name.startswith("sitequest-") for name in names)


def test_a_container_that_ends_at_once_shows_its_last_words(
    docker_settings: Settings, bolt: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    containers = Containers(status="dead")
    monkeypatch.setattr(containers, "start", lambda: None)
    with pytest.raises(ServerStartError, match="no space left"):
        make_server(docker_settings, containers, bolt, monkeypatch).ensure()


def test_an_image_that_cannot_be_had_is_one_sentence(
    docker_settings: Settings, bolt: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    containers = Containers(error=ImageNotFound("x", explanation="no such image"))
    with pytest.raises(ServerStartError, match="no such image"):
        make_server(docker_settings, containers, bolt, monkeypatch).ensure()


ASK = """
from core.errors import ServerStartError
from core.settings import load_settings
from graph.container import DockerServer
from graph.database import open_database
settings = load_settings(neo4j_docker=True)
for call in (DockerServer(settings).ensure, DockerServer(settings).stop, lambda: open_database(settings)):
    try:
        call()
    except ServerStartError as error:
        print(error)
"""


def test_without_an_engine_the_sentence_says_what_to_do(tmp_path: Path) -> None:
    """In a process of its own: the SDK leaves the socket open that it could not connect."""
    environment = {**os.environ, "DOCKER_HOST": f"unix://{tmp_path}/no.sock", "SITEQUEST_HOME": str(tmp_path)}
    root = Path(__file__).parents[1]
    result = subprocess.run(
        [sys.executable, "-c", ASK], cwd=root, env=environment, capture_output=True, text=True, check=True
    )
    sentences = result.stdout.splitlines()
    assert len(sentences) == 3
    assert all("Start the Docker engine, or leave out --docker" in one for one in sentences)
