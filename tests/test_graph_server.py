"""The local server: one daemon per data folder, whatever happens to those who start it."""

from __future__ import annotations

import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

from core.errors import ServerStartError
from core.settings import Settings, load_settings
from graph.database import open_database
from graph.process import find_process, is_alive
from graph.server import LocalServer, ServerInfo, measure_folder

ROOT = Path(__file__).parents[1]
START = """
import sys
from pathlib import Path
from core.settings import load_settings
from graph.server import LocalServer
light = {"neo4j_heap": "512m", "neo4j_java_options": "-XX:TieredStopAtLevel=1"}
LocalServer(load_settings(home=Path(sys.argv[1]), **light)).ensure()
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with a server of its own for the tests of this file, one after the other."""
    folder = tmp_path_factory.mktemp("home with space")
    yield folder
    local_server(folder).stop()


def local_server(home: Path, idle: int = 0) -> LocalServer:
    light = {"neo4j_heap": "512m", "neo4j_java_options": "-XX:TieredStopAtLevel=1", "neo4j_idle_minutes": idle}
    return LocalServer(load_settings(home=home, neo4j_uri=None, **light))


def start_client(home: Path) -> subprocess.Popen[bytes]:
    """A command in a process of its own that starts the server and ends."""
    return subprocess.Popen(
        [sys.executable, "-c", START, str(home)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}
    )


def kill_server(server: LocalServer) -> None:
    process = find_process(server.folder)
    assert process
    process.kill()
    psutil.wait_procs([process], timeout=30)


def test_two_starts_at_once_make_one_server(home: Path) -> None:
    clients = [start_client(home), start_client(home)]
    assert [client.wait(240) for client in clients] == [0, 0]
    ours = [process for process in psutil.process_iter(["cmdline"]) if is_server_of(process, home)]
    assert len(ours) == 1


def is_server_of(process: psutil.Process, home: Path) -> bool:
    return f"--home-dir={home / 'neo4j'}" in (process.info["cmdline"] or [])


def test_the_next_command_adopts_the_running_server_at_once(home: Path) -> None:
    first = local_server(home).ensure()
    begin = time.perf_counter()
    second = local_server(home).ensure()
    assert second == first
    assert time.perf_counter() - begin < 0.1


def test_the_status_tells_where_the_server_is_and_what_it_takes(home: Path) -> None:
    info = local_server(home).ensure()
    status = local_server(home).status()
    assert (status.state, status.info) == ("running", info)
    assert status.memory > 50_000_000
    assert 100_000 < status.disk < 100_000_000


def test_the_password_is_random_and_its_owners_alone(home: Path) -> None:
    info = local_server(home).ensure()
    assert len(info.password) >= 24
    assert info.password not in repr(info)
    folder = local_server(home).folder
    assert stat.S_IMODE(folder.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.path.stat().st_mode) == 0o700
    process = find_process(folder)
    assert process
    assert info.password not in " ".join(process.cmdline())


def test_only_this_machine_reaches_the_server(home: Path) -> None:
    local_server(home).ensure()
    process = find_process(local_server(home).folder)
    assert process
    listening = {one.laddr.ip for one in process.net_connections("tcp") if one.status == psutil.CONN_LISTEN}
    assert {address.removeprefix("::ffff:") for address in listening} == {"127.0.0.1"}


def test_the_browser_is_served(home: Path) -> None:
    import httpx

    answer = httpx.get(local_server(home).ensure().browser)
    assert answer.status_code == 200
    assert "Neo4j" in answer.text


def write_note(info: ServerInfo, home: Path) -> None:
    with open_database(settings_of(info, home)) as database:
        database.driver.execute_query("MERGE (:Note {text: 'kept'})")


def count_notes(info: ServerInfo, home: Path) -> int:
    with open_database(settings_of(info, home)) as database:
        return int(database.driver.execute_query("MATCH (n:Note {text: 'kept'}) RETURN count(n) AS n").records[0]["n"])


def settings_of(info: ServerInfo, home: Path) -> Settings:
    return Settings(home=home, neo4j_uri=info.uri, neo4j_password=info.password)


def test_a_server_that_was_killed_starts_again_with_its_data_and_its_ports(home: Path) -> None:
    before = local_server(home).ensure()
    write_note(before, home)
    with open_database(settings_of(before, home)) as opened_before:
        kill_server(local_server(home))
        assert local_server(home).status().state == "stopped"
        after = local_server(home).ensure()
        assert after.pid != before.pid
        assert (after.uri, after.password) == (before.uri, before.password)
        assert count_notes(after, home) == 1
        assert opened_before.read("schema/ping") == [{"alive": True}]


def test_a_link_to_the_data_folder_leads_to_the_same_server(home: Path, tmp_path: Path) -> None:
    info = local_server(home).ensure()
    (tmp_path / "link").symlink_to(home)
    assert local_server(tmp_path / "link").ensure() == info


def test_a_stop_ends_the_server_and_keeps_the_data(home: Path) -> None:
    server = local_server(home)
    write_note(server.ensure(), home)
    process = find_process(server.folder)
    assert process
    assert server.stop() is True
    assert not is_alive(process)
    assert server.stop() is False
    assert server.status().state == "stopped"
    assert count_notes(server.ensure(), home) == 1


def test_a_client_killed_while_it_starts_the_server_leaves_a_registered_one(home: Path) -> None:
    server = local_server(home)
    server.stop()
    client = start_client(home)
    wait_for(lambda: find_process(server.folder) is not None)
    client.send_signal(signal.SIGKILL)
    client.wait(30)
    process = find_process(server.folder)
    assert process
    assert server.ensure().pid == process.pid


def wait_for(ready: object, seconds: float = 60) -> None:
    from graph.waiting import wait_until

    assert callable(ready)
    assert wait_until(ready, seconds, poll=0.01)


def test_a_process_id_that_now_belongs_to_another_program_is_not_the_server(settings: Settings) -> None:
    server = LocalServer(settings)
    server.folder.make()
    server.folder.pid_file.write_text(str(os.getpid()))
    assert server.status().state == "stopped"
    assert server.stop() is False
    assert psutil.pid_exists(os.getpid())


@pytest.mark.parametrize("content", ["", "no number", "999999999"])
def test_a_damaged_or_stale_process_id_means_no_server(settings: Settings, content: str) -> None:
    server = LocalServer(settings)
    server.folder.make()
    server.folder.pid_file.write_text(content)
    assert server.status().state == "stopped"


def test_a_damaged_registration_means_no_server(settings: Settings) -> None:
    server = LocalServer(settings)
    server.folder.make()
    for content in ("", "{", "[]", '{"other": 1}', "null"):
        (server.path / "server.json").write_text(content)
        assert server.folder.read_registration() is None


def test_a_port_in_use_is_passed_over_and_an_idle_time_is_watched(home: Path) -> None:
    server = local_server(home, idle=60)
    before = server.ensure()
    server.stop()
    with socket.socket() as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        other.bind(("127.0.0.1", int(before.uri.rpartition(":")[2])))
        other.listen()
        after = server.ensure()
        assert after.uri != before.uri
        assert count_notes(after, home) >= 0
    watchdog = psutil.Process(int((server.path / "watchdog.pid").read_text()))
    assert "graph.watchdog" in watchdog.cmdline()


def test_a_home_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServerStartError, match="SITEQUEST_HOME"):
        LocalServer(Settings(home=tmp_path / "file", neo4j_uri=None)).ensure()


def test_a_heap_that_is_no_size_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(ServerStartError, match="SITEQUEST_NEO4J_HEAP"):
        LocalServer(Settings(home=tmp_path, neo4j_uri=None, neo4j_heap="much")).ensure()


def test_a_lost_password_says_what_to_do(tmp_path: Path) -> None:
    server = local_server(tmp_path)
    server.folder.make()
    (server.folder.data / "databases").mkdir()
    with pytest.raises(ServerStartError, match="password"):
        server.ensure()


def test_many_threads_share_one_server(home: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: local_server(home).ensure(), range(8)))
    assert len({info.pid for info in found}) == 1


def test_a_folder_that_is_not_there_takes_no_space(tmp_path: Path) -> None:
    assert measure_folder(tmp_path / "none") == 0
