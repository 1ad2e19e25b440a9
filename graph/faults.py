"""What goes wrong between us and Neo4j, said in sentences."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConfigurationError,
    DriverError,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
    UnsupportedServerProduct,
)

from core.errors import DatabaseError, DatabaseRefused, DatabaseUnreachable, SettingsError

OLDEST = (5, 23)
STARTING = ("DatabaseUnavailable", "DatabaseNotFound")
CERTIFICATE_HINT = (
    "the certificate it shows is not trusted: either a proxy opens the connection, or the server signs its own; "
    "set SSL_CERT_FILE to the organisation's certificate file, or use a +ssc address for a server of your own"
)

NO_TLS = "it speaks no TLS there; use an address without +s, or the server's TLS port"
WRONG_PORT = "a web server answers there; use the Bolt port, usually 7687"
LOOK_SECONDS = 3.0


@contextmanager
def translate_errors(address: str, database: str = "neo4j") -> Iterator[None]:
    """Turn the driver's errors into ours, with the address in the sentence."""
    try:
        yield
    except (DriverError, Neo4jError) as error:
        raise explain(error, address, database) from error


def explain(error: Exception, address: str, database: str) -> DatabaseError | SettingsError:
    """The error of ours that says what happened at an address and what to do."""
    if isinstance(error, UnsupportedServerProduct):
        return DatabaseRefused(f"What answers at {address} is no Neo4j that SiteQuest knows; {need_release()}.")
    if isinstance(error, ConfigurationError):
        return SettingsError(f"The database address {address} is wrong ({first_line(error)}); check NEO4J_URI.")
    if isinstance(error, ServiceUnavailable | SessionExpired | OSError):
        reason = explain_connection(error) or look_at(address) or "check NEO4J_URI and that the server runs"
        return DatabaseUnreachable(f"Neo4j at {address} cannot be used: {reason}.")
    if isinstance(error, AuthError):
        return DatabaseRefused(
            f"Neo4j at {address} refuses the user or password; check NEO4J_USER and NEO4J_PASSWORD "
            "(or NEO4J_PASSWORD_FILE)."
        )
    if isinstance(error, Neo4jError):
        return explain_answer(error, address, database)
    return DatabaseError(f"Neo4j at {address} failed: {first_line(error)}.")


def explain_answer(error: Neo4jError, address: str, database: str) -> DatabaseError:
    """The same for an error that the server itself sent."""
    code = error.code or ""
    if "AuthenticationRateLimit" in code:
        return DatabaseRefused(f"Neo4j at {address} saw too many wrong passwords; wait a few seconds and try again.")
    if code.endswith("DatabaseNotFound"):
        return DatabaseRefused(f"Neo4j at {address} has no database named {database}; check NEO4J_DATABASE.")
    if code.endswith("DatabaseUnavailable"):
        return DatabaseUnreachable(f"The database {database} at {address} is still starting; try again in a minute.")
    if "ReadOnly" in code or "AccessMode" in code:
        return DatabaseRefused(f"The database at {address} is read-only; write to the one of `sitequest db status`.")
    if "Forbidden" in code:
        return DatabaseRefused(f"Neo4j at {address} forbids this to the user: {first_line(error)}.")
    return DatabaseError(f"Neo4j at {address} answers {code or 'an error'}: {first_line(error)}.")


def explain_connection(error: BaseException) -> str:
    """Why there is no connection, from the chain of causes; "" where they do not tell."""
    causes = tuple(walk_causes(error))
    text = " ".join(str(cause) for cause in causes)
    if "CERTIFICATE_VERIFY_FAILED" in text or any(isinstance(one, ssl.SSLCertVerificationError) for one in causes):
        return CERTIFICATE_HINT
    if any(sign in text for sign in ("WRONG_VERSION_NUMBER", "record layer failure", "UNEXPECTED_EOF")):
        return NO_TLS
    if "looks like HTTP" in text:
        return WRONG_PORT
    if any(isinstance(one, ConnectionRefusedError) for one in causes) or "refused" in text:
        return "nothing answers there; start it, or correct NEO4J_URI (unset it to use a local server)"
    if "DNS resolve" in text or any(isinstance(one, socket.gaierror) for one in causes):
        return "the host name is not known; check NEO4J_URI"
    if any(isinstance(one, ssl.SSLError) for one in causes):
        return f"the TLS connection fails ({first_line(error)}); check the address and the server's certificate"
    return ""


def look_at(address: str) -> str:
    """Why the driver found no Neo4j where something listens, by asking as a web browser would; "" where that tells
    nothing."""
    parts = urlsplit(address)
    try:
        with socket.create_connection((parts.hostname or "", parts.port or 7687), timeout=LOOK_SECONDS) as probe:
            probe.settimeout(LOOK_SECONDS)
            probe.sendall(b"HEAD / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            answer = probe.recv(64)
    except (OSError, ValueError):
        return ""
    if answer.startswith(b"HTTP/"):
        return WRONG_PORT if b"400" not in answer or "+s" not in parts.scheme else NO_TLS
    return NO_TLS if "+s" in parts.scheme else "what answers there is no Neo4j; correct NEO4J_URI"


def walk_causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and everything that led to it, groups of errors opened."""
    waiting, seen = [error], set[int]()
    while waiting:
        current = waiting.pop()
        if current is None or id(current) in seen:
            continue
        seen.add(id(current))
        yield current
        waiting += [current.__context__, current.__cause__]
        waiting += current.exceptions if isinstance(current, BaseExceptionGroup) else ()


def is_starting(error: Exception) -> bool:
    """Whether the server is there but its database is not ready yet."""
    return isinstance(error, ClientError | Neo4jError) and str(error.code).endswith("DatabaseUnavailable")


def was_made_meanwhile(error: BaseException) -> bool:
    """Whether an index or constraint could not be made because another process just made it."""
    return any("AlreadyExists" in str(cause.code) for cause in walk_causes(error) if isinstance(cause, Neo4jError))


def check_release(agent: str, address: str) -> None:
    """Raise `DatabaseRefused` for a server older than `OLDEST`; `agent` is like "Neo4j/5.26.30"."""
    found = re.search(r"/(\d+)\.(\d+)", agent)
    if found and (int(found[1]), int(found[2])) < OLDEST:
        raise DatabaseRefused(f"The server at {address} is {agent}, which is too old; {need_release()}.")


def need_release() -> str:
    """What server is needed."""
    return f"use Neo4j {OLDEST[0]}.{OLDEST[1]} or later, best 5.26"


def first_line(error: BaseException) -> str:
    """The first line of an error's message, without its final stop."""
    message = error.message if isinstance(error, Neo4jError) else str(error)
    return ((message or "").strip() or type(error).__name__).splitlines()[0].rstrip(".")
