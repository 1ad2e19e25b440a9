"""A Neo4j server in a Docker container: one per data folder, the other way to a database of our own."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from filelock import FileLock

from core.errors import ServerStartError
from core.settings import Settings
from graph.layout import USER, ServerFolder
from graph.ports import choose_port
from graph.process import answers
from graph.progress import Progress, keep_silent
from graph.server import BOLT, HTTP, START_SECONDS, STARTING, ServerInfo
from graph.waiting import wait_until

if TYPE_CHECKING:
    from docker import DockerClient
    from docker.models.containers import Container

IMAGES = {"5.26": "neo4j:5.26-community", "2026": "neo4j:2026-community"}
OPTIONS = {
    "NEO4J_db_tx__log_preallocate": "false",
    "NEO4J_db_tx__log_rotation_retention__policy": "false",
    "NEO4J_dbms_usage__report_enabled": "false",
    "NEO4J_client_allow__telemetry": "false",
}


class DockerServer:
    """The container of `settings.home`. `client` is a Docker client; the environment's own one by default."""

    def __init__(self, settings: Settings, client: DockerClient | None = None) -> None:
        self.settings = settings
        self.folder = ServerFolder((settings.home / f"neo4j-docker-{settings.neo4j_release}").resolve())
        self.name = f"sitequest-{hashlib.sha256(str(self.folder.path).encode()).hexdigest()[:12]}"
        self._client = client

    def ensure(self, progress: Progress = keep_silent) -> ServerInfo:
        """The running container, made and started as needed. Raises `ServerStartError`."""
        self.folder.make()
        with FileLock(self.folder.lock, timeout=START_SECONDS), docker_errors():
            container = self._find()
            if container is None:
                progress(STARTING, 0, 0)
                container = self._create()
            elif container.status != "running":
                container.start()
            return self._await(container, progress)

    def stop(self) -> bool:
        """Stop the container; whether it ran. The data stay."""
        with docker_errors():
            container = self._find()
            if container is None or container.status != "running":
                return False
            container.stop(timeout=60)
            return True

    def is_running(self) -> bool:
        """Whether the container runs."""
        with docker_errors():
            container = self._find()
            return container is not None and container.status == "running"

    def describe_container(self) -> dict[str, Any]:
        """What Docker is asked to run: image, ports on loopback, volume in the data folder, memory, no telemetry."""
        bolt = choose_port(BOLT)
        memory = {
            "NEO4J_server_memory_heap_max__size": self.settings.neo4j_heap,
            "NEO4J_server_memory_pagecache_size": self.settings.neo4j_page_cache,
        }
        return {
            "image": IMAGES[self.settings.neo4j_release],
            "name": self.name,
            "detach": True,
            "environment": {**OPTIONS, **memory, "NEO4J_AUTH": f"{USER}/{self.folder.ensure_password()}"},
            "ports": {"7687/tcp": ("127.0.0.1", bolt), "7474/tcp": ("127.0.0.1", choose_port(HTTP, [bolt]))},
            "volumes": {str(self.folder.data): {"bind": "/data", "mode": "rw"}},
            "restart_policy": {"Name": "unless-stopped"},
        }

    def _connect(self) -> DockerClient:
        import docker

        if self._client is None:
            self._client = docker.from_env()
        return self._client

    def _find(self) -> Container | None:
        from docker.errors import NotFound

        try:
            return self._connect().containers.get(self.name)
        except NotFound:
            return None

    def _create(self) -> Container:
        container: Container = self._connect().containers.run(**self.describe_container())
        return container

    def _await(self, container: Container, progress: Progress) -> ServerInfo:
        def ready() -> bool:
            container.reload()
            if container.status in ("exited", "dead"):
                last = container.logs(tail=5).decode(errors="replace").strip()
                raise ServerStartError(f"The container {self.name} stopped: {last or 'it said nothing'}.")
            return container.status == "running" and answers(published_port(container, "7687/tcp"))

        if not wait_until(ready, START_SECONDS, progress, STARTING):
            raise ServerStartError(
                f"Neo4j in the container {self.name} does not answer after {START_SECONDS} seconds; "
                f"see `docker logs {self.name}`."
            )
        return self._describe(container)

    def _describe(self, container: Container) -> ServerInfo:
        return ServerInfo(
            uri=f"bolt://127.0.0.1:{published_port(container, '7687/tcp')}",
            user=USER,
            password=self.folder.read_password(),
            browser=f"http://127.0.0.1:{published_port(container, '7474/tcp')}/browser/",
            version=IMAGES[self.settings.neo4j_release],
            pid=None,
            folder=self.folder.path,
        )


@contextmanager
def docker_errors() -> Iterator[None]:
    """Say in one sentence what Docker could not do."""
    from docker.errors import DockerException, ImageNotFound

    try:
        yield
    except ImageNotFound as error:
        raise ServerStartError(f"Docker cannot get the image of Neo4j ({error.explanation or error}).") from error
    except DockerException as error:
        raise ServerStartError(
            f"Docker cannot be used ({error}). Start the Docker engine, or leave out --docker to run Neo4j without it."
        ) from error


def published_port(container: Container, inside: str) -> int:
    """The port of this machine that leads to a port of the container; 0 while there is none."""
    published = container.attrs["NetworkSettings"]["Ports"].get(inside) or []
    return int(published[0]["HostPort"]) if published else 0
