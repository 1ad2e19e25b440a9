"""`docker compose` for the deployment, called as a program."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from core.errors import SiteQuestError

COMPOSE_FILE = "docker-compose.yml"


class ComposeFailed(SiteQuestError):
    """The deployment could not be started or stopped."""


def run_compose(arguments: list[str], folder: Path | None = None) -> None:
    """Run `docker compose` in `folder` (default: here) and fail with one sentence when it fails."""
    where = folder or Path.cwd()
    docker = shutil.which("docker")
    if docker is None:
        raise ComposeFailed("Docker is not on this machine; install it, or use `sitequest serve`, which needs none.")
    if not (where / COMPOSE_FILE).is_file():
        raise ComposeFailed(f"There is no {COMPOSE_FILE} in {where}; run this in a clone of the project.")
    code = subprocess.run([docker, "compose", *arguments], cwd=where, check=False).returncode
    if code:
        raise ComposeFailed(
            f"`docker compose {' '.join(arguments)}` failed with exit code {code}; see its words above."
        )
