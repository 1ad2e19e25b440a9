"""Ports of servers that start at the same moment: each has its own, and nobody takes another's server for theirs."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from core.settings import load_settings
from graph.database import open_database
from graph.ports import PortHolder, choose_port, find_free
from graph.process import answers, serves
from graph.server import LocalServer, ServerInfo

ROOT = Path(__file__).parents[1]
LIGHT = {"neo4j_uri": None, "neo4j_heap": "512m", "neo4j_java_options": "-XX:TieredStopAtLevel=1"}
LISTEN = """
import socket
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
input()
"""
ASK = """
import sys
from pathlib import Path
from core.settings import load_settings
from graph.database import open_database
light = {"neo4j_uri": None, "neo4j_heap": "512m", "neo4j_java_options": "-XX:TieredStopAtLevel=1"}
with open_database(load_settings(home=Path(sys.argv[1]), **light)) as database:
    print(database.address.uri)
"""


def test_a_port_in_use_or_taken_is_not_chosen() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        used = int(server.getsockname()[1])
        assert answers(used)
        assert choose_port(used) != used
        assert find_free(used) is None
    assert choose_port(used, [used]) != used
    assert not answers(choose_port(None))


def test_what_one_start_has_chosen_no_other_start_chooses(tmp_path: Path) -> None:
    wanted = choose_port(None)
    with PortHolder(tmp_path) as one:
        assert one.choose(wanted) == wanted
        with PortHolder(tmp_path) as other:
            assert other.choose(wanted) != wanted
    with PortHolder(tmp_path) as third:
        assert third.choose(wanted) == wanted


def test_many_starts_at_once_choose_as_many_ports(tmp_path: Path) -> None:
    wanted = choose_port(None)
    holders = [PortHolder(tmp_path) for _ in range(16)]
    with ThreadPoolExecutor(16) as pool:
        chosen = list(pool.map(lambda holder: holder.choose(wanted), holders))
    for holder in holders:
        holder.close()
    assert len(set(chosen)) == 16
    assert wanted in chosen


@pytest.fixture
def listener() -> Iterator[tuple[psutil.Process, int]]:
    """Another program that listens at a port."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", LISTEN], **pipes) as process:  # type: ignore[call-overload]
        yield psutil.Process(process.pid), int(process.stdout.readline())
        process.communicate("\n")


def test_only_the_process_that_listens_serves_a_port(listener: tuple[psutil.Process, int]) -> None:
    other, port = listener
    assert serves(other, port)
    assert answers(port)
    assert not serves(psutil.Process(), port)
    assert not serves(other, choose_port(None))


def test_a_server_whose_port_another_one_took_starts_on_another(
    server: ServerInfo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moment in which two starts choose one port: the first has it, the second must not take its place."""
    stolen = int(server.uri.rpartition(":")[2])
    choose, asked = PortHolder.choose, list[int | None]()

    def choose_badly(self: PortHolder, preferred: int | None, taken: object = ()) -> int:
        asked.append(preferred)
        return stolen if len(asked) == 1 else choose(self, None)

    monkeypatch.setattr(PortHolder, "choose", choose_badly)
    late = LocalServer(load_settings(home=tmp_path, **LIGHT))
    try:
        info = late.ensure()
        assert (info.uri, info.password) != (server.uri, server.password)
        assert info.uri != server.uri
        with open_database(load_settings(home=tmp_path, neo4j_uri=info.uri, neo4j_password=info.password)) as opened:
            assert opened.read("schema/ping") == [{"alive": True}]
    finally:
        late.stop()


@pytest.mark.soak
def test_servers_of_several_homes_that_start_at_once_are_each_reached_by_their_own_password(tmp_path: Path) -> None:
    homes = [tmp_path / f"home{number}" for number in range(4)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    clients = [
        subprocess.Popen([sys.executable, "-c", ASK, str(home)], stdout=subprocess.PIPE, text=True, env=environment)
        for home in homes
    ]
    try:
        said = [client.communicate(timeout=400)[0].strip() for client in clients]
        assert [client.returncode for client in clients] == [0] * len(homes)
        assert len(set(said)) == len(homes)
    finally:
        for home in homes:
            LocalServer(load_settings(home=home, **LIGHT)).stop()
