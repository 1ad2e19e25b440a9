"""The folder of one local server: where its data, configuration, password and registration lie."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
from dataclasses import asdict, dataclass
from pathlib import Path

from core.errors import ServerStartError

USER = "neo4j"
HASH_ROUNDS = 1024


@dataclass(frozen=True, slots=True)
class Registration:
    """What a server was started with. The process id lies beside it, written by the server's own process."""

    version: str
    bolt: int
    http: int
    read_only: bool = False


@dataclass(frozen=True, slots=True)
class ServerFolder:
    """Paths in the folder of a local server, and the few files that Python reads and writes there."""

    path: Path

    @property
    def data(self) -> Path:
        return self.path / "data"

    @property
    def conf(self) -> Path:
        return self.path / "conf"

    @property
    def lock(self) -> Path:
        return self.path / "server.lock"

    @property
    def pid_file(self) -> Path:
        return self.path / "server.pid"

    @property
    def output(self) -> Path:
        return self.path / "output.log"

    @property
    def log(self) -> Path:
        return self.path / "logs/neo4j.log"

    @property
    def password_file(self) -> Path:
        return self.path / "password"

    @property
    def marker(self) -> str:
        """The argument by which a process is known to be the server of this folder."""
        return f"--home-dir={self.path}"

    def make(self) -> None:
        """Make the folder, closed to other users. Raises `ServerStartError`."""
        try:
            self.path.mkdir(parents=True, exist_ok=True, mode=0o700)
            for name in ("conf", "data", "import", "licenses", "logs", "plugins", "run"):
                (self.path / name).mkdir(exist_ok=True, mode=0o700)
        except OSError as error:
            raise ServerStartError(
                f"The data folder {self.path} cannot be made ({error.strerror}); set SITEQUEST_HOME to another one."
            ) from error

    def read_registration(self) -> Registration | None:
        """The last registration; None when there is none or it is damaged."""
        try:
            return Registration(**json.loads((self.path / "server.json").read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return None

    def register(self, registration: Registration) -> None:
        """Replace the registration in one step."""
        self.write_private(self.path / "server.json", json.dumps(asdict(registration)))

    def read_pid(self) -> int | None:
        """The process id that the last server wrote; None when there is none."""
        try:
            return int(self.pid_file.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return None

    def read_password(self) -> str:
        """The password of the server. Raises `ServerStartError` when its file is gone."""
        try:
            return self.password_file.read_text(encoding="ascii").strip()
        except OSError as error:
            raise ServerStartError(
                f"The password file {self.password_file} cannot be read ({error.strerror}); "
                f"bring it back, or move the folder {self.path} away to start with an empty database."
            ) from error

    def ensure_password(self) -> str:
        """The password, chosen at random before the first start."""
        if not self.password_file.exists() and not (self.data / "databases").exists():
            self.write_private(self.password_file, secrets.token_urlsafe(24))
        return self.read_password()

    def seed_password(self) -> None:
        """Before the first start, leave the password's hash where Neo4j looks for it once."""
        password = self.ensure_password()
        if not (self.data / "databases").exists():
            (self.data / "dbms").mkdir(parents=True, exist_ok=True)
            self.write_private(self.data / "dbms/auth.ini", f"{USER}:{hash_password(password)}:\n")

    @staticmethod
    def write_private(path: Path, text: str) -> None:
        """Replace a file in one step, readable by its owner alone."""
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
        part.replace(path)


def hash_password(password: str) -> str:
    """A password in the form of Neo4j's initial credentials: salted SHA-256, repeated."""
    salt = secrets.token_bytes(32)
    digest = hashlib.sha256(salt + password.encode()).digest()
    for _ in range(HASH_ROUNDS - 1):
        digest = hashlib.sha256(digest).digest()
    return f"SHA-256,{digest.hex().upper()},{salt.hex().upper()},{HASH_ROUNDS}"
