"""Connecting to Neo4j: every address, password, certificate and server that is wrong is one sentence."""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from neo4j.exceptions import Neo4jError

from core.errors import DatabaseError, DatabaseRefused, DatabaseUnreachable, SettingsError
from core.settings import Settings
from graph.database import open_database
from graph.faults import check_release, explain, look_at
from tests.unreached import free_port, with_password, with_uri


def test_an_address_where_nothing_listens_is_one_sentence(settings: Settings) -> None:
    with pytest.raises(DatabaseUnreachable, match="nothing answers there"):
        open_database(with_uri(settings, f"bolt://127.0.0.1:{free_port()}"))


def test_a_wrong_password_names_the_settings(connected_settings: Settings) -> None:
    with pytest.raises(DatabaseRefused, match="NEO4J_PASSWORD"):
        open_database(with_password(connected_settings, "wrong"))


def test_no_password_for_a_server_that_wants_one_names_the_settings(connected_settings: Settings) -> None:
    with pytest.raises(DatabaseRefused, match="NEO4J_PASSWORD"):
        open_database(connected_settings.model_copy(update={"neo4j_password": None}))


def test_a_password_can_come_from_a_file(connected_settings: Settings, tmp_path: Path) -> None:
    path = tmp_path / "password"
    assert connected_settings.neo4j_password
    path.write_text(connected_settings.neo4j_password.get_secret_value() + "\n")
    update = {"neo4j_password": None, "neo4j_password_file": path}
    open_database(connected_settings.model_copy(update=update)).close()


def test_a_database_of_another_name_is_one_sentence(connected_settings: Settings) -> None:
    with pytest.raises(DatabaseRefused, match="no database named other; check NEO4J_DATABASE"):
        open_database(connected_settings.model_copy(update={"neo4j_database": "other"}), wait=0)


@pytest.mark.parametrize("uri", ["http://127.0.0.1", "nonsense", "bolt://", "bolt://127.0.0.1:port", "ftp://x"])
def test_an_address_that_is_none_names_the_setting(settings: Settings, uri: str) -> None:
    with pytest.raises(SettingsError, match="NEO4J_URI"):
        open_database(with_uri(settings, uri))


def test_a_host_that_is_not_known_is_one_sentence(settings: Settings) -> None:
    with pytest.raises(DatabaseUnreachable, match="host name is not known"):
        open_database(with_uri(settings, "bolt://no-such-host.invalid:7687"))


def test_a_routing_address_where_nothing_listens_is_one_sentence(settings: Settings) -> None:
    with pytest.raises(DatabaseUnreachable, match="NEO4J_URI"):
        open_database(with_uri(settings, f"neo4j://127.0.0.1:{free_port()}"))


def test_a_routing_address_works_too(connected_settings: Settings) -> None:
    uri = str(connected_settings.neo4j_uri).replace("bolt://", "neo4j://").replace("127.0.0.1", "localhost")
    with open_database(with_uri(connected_settings, uri)) as opened:
        assert opened.read("schema/ping") == [{"alive": True}]


def test_a_web_server_at_the_address_is_told(settings: Settings) -> None:
    def answer(connection: socket.socket) -> None:
        connection.recv(20)
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with (
        listen(answer) as port,
        pytest.raises(DatabaseUnreachable, match="a web server answers there; use the Bolt port"),
    ):
        open_database(with_uri(settings, f"bolt://127.0.0.1:{port}"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate that nobody trusts, as a proxy shows that opens TLS."""
    folder = tmp_path_factory.mktemp("certificate")
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run([*command, *names], check=True, capture_output=True)
    return folder


@contextmanager
def serve_tls(folder: Path) -> Iterator[int]:
    """A server that speaks TLS with that certificate and nothing else."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    with listen(lambda connection: context.wrap_socket(connection, server_side=True).close()) as port:
        yield port


@contextmanager
def listen(answer: Callable[[socket.socket], object]) -> Iterator[int]:
    """A real socket on loopback; each connection is handed to `answer`."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        ended = threading.Event()

        def serve() -> None:
            while not ended.is_set():
                with suppress(OSError):
                    connection, _address = server.accept()
                    with connection, suppress(OSError):
                        answer(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield int(server.getsockname()[1])
        ended.set()
        with suppress(OSError):
            socket.create_connection(server.getsockname(), timeout=1).close()
        thread.join(5)


@pytest.mark.parametrize("scheme", ["bolt+s", "neo4j+s"])
def test_a_certificate_that_is_not_trusted_says_who_shows_it_and_what_to_set(
    settings: Settings, certificate: Path, scheme: str
) -> None:
    with (
        serve_tls(certificate) as port,
        pytest.raises(DatabaseUnreachable, match=r"proxy opens the connection.*SSL_CERT_FILE"),
    ):
        open_database(with_uri(settings, f"{scheme}://127.0.0.1:{port}"))


def test_tls_to_a_server_that_speaks_none_is_told(connected_settings: Settings) -> None:
    uri = str(connected_settings.neo4j_uri).replace("bolt://", "bolt+s://")
    with pytest.raises(DatabaseUnreachable, match="speaks no TLS there"):
        open_database(with_uri(connected_settings, uri))


def test_a_web_server_that_the_driver_does_not_know_is_told() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        said = look_at(f"bolt://127.0.0.1:{server.server_port}")
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert said == "a web server answers there; use the Bolt port, usually 7687"


def test_a_server_that_hangs_up_is_one_sentence(settings: Settings) -> None:
    with (
        listen(lambda connection: connection.recv(20)) as port,
        pytest.raises(DatabaseUnreachable, match="check NEO4J_URI"),
    ):
        open_database(with_uri(settings, f"bolt://127.0.0.1:{port}"))


def test_a_server_that_knows_no_protocol_of_ours_is_too_old(settings: Settings) -> None:
    def refuse(connection: socket.socket) -> None:
        connection.recv(20)
        connection.sendall(b"\x00\x00\x00\x00")
        connection.recv(1)

    with listen(refuse) as port, pytest.raises(DatabaseRefused, match=r"use Neo4j 5\.23 or later"):
        open_database(with_uri(settings, f"bolt://127.0.0.1:{port}"))


@pytest.mark.parametrize("agent", ["Neo4j/4.4.30", "Neo4j/5.9.0", "Neo4j/5.22.1-aura"])
def test_an_old_release_is_refused(agent: str) -> None:
    with pytest.raises(DatabaseRefused, match="too old"):
        check_release(agent, "bolt://x")


@pytest.mark.parametrize("agent", ["Neo4j/5.23.0", "Neo4j/5.26.30", "Neo4j/5.27-aura", "Neo4j/2026.08.1", "Other"])
def test_a_new_release_is_taken(agent: str) -> None:
    check_release(agent, "bolt://x")


@pytest.mark.parametrize(
    ("code", "kind", "word"),
    [
        ("Neo.ClientError.Security.AuthenticationRateLimit", DatabaseRefused, "too many wrong passwords"),
        ("Neo.ClientError.Security.Forbidden", DatabaseRefused, "forbids"),
        ("Neo.TransientError.General.DatabaseUnavailable", DatabaseUnreachable, "still starting"),
        ("Neo.ClientError.General.WriteOnReadOnlyAccessDatabase", DatabaseRefused, "read-only"),
        ("Neo.ClientError.Statement.SyntaxError", DatabaseError, "made up"),
    ],
)
def test_what_the_server_answers_becomes_our_error(code: str, kind: type[Exception], word: str) -> None:
    found = explain(Neo4jError._hydrate_neo4j(code=code, message="made up"), "bolt://x", "neo4j")
    assert type(found) is kind
    assert word in str(found)
    assert "Traceback" not in str(found)
