"""The downloader against a real local server that stops half-way, refuses, or lies."""

from __future__ import annotations

import hashlib
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import pairwise
from pathlib import Path

import certifi
import pytest

from core.download import DownloadProgress, RemoteFile, fetch_files, file_sha256, maven_url, trusted_roots
from core.errors import DownloadError

BODY = bytes(range(256)) * 4096
SHA = hashlib.sha256(BODY).hexdigest()


@dataclass
class Plan:
    """What the server does: statuses to answer first, bytes after which it hangs up, whether it knows Range."""

    body: bytes = BODY
    statuses: list[int] = field(default_factory=list)
    cut_after: list[int] = field(default_factory=list)
    ranges: bool = True
    seen: list[str] = field(default_factory=list)


@contextmanager
def serving(plan: Plan) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range", "")
            plan.seen.append(asked)
            if plan.statuses:
                self.send_error(plan.statuses.pop(0))
                return
            start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked and plan.ranges else 0
            body = plan.body[start:]
            self.send_response(206 if asked and plan.ranges else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body[: plan.cut_after.pop(0)] if plan.cut_after else body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/file.bin"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def fetch(url: str, target: Path, sha256: str = SHA) -> None:
    fetch_files([RemoteFile(url, target, sha256)], wait=0.001)


def test_a_file_arrives_whole_and_a_second_call_asks_nobody(tmp_path: Path):
    plan = Plan()
    with serving(plan) as url:
        fetch(url, tmp_path / "file.bin")
        fetch(url, tmp_path / "file.bin")
    assert file_sha256(tmp_path / "file.bin") == SHA
    assert plan.seen == [""]


def test_a_cut_connection_is_resumed_where_it_stopped(tmp_path: Path):
    plan = Plan(cut_after=[300_000])
    with serving(plan) as url:
        fetch(url, tmp_path / "file.bin")
    assert file_sha256(tmp_path / "file.bin") == SHA
    assert plan.seen[0] == ""
    assert plan.seen[1].startswith("bytes=")


def test_a_part_left_by_an_earlier_process_is_continued(tmp_path: Path):
    (tmp_path / "file.bin.part").write_bytes(BODY[:1000])
    plan = Plan()
    with serving(plan) as url:
        fetch(url, tmp_path / "file.bin")
    assert plan.seen == ["bytes=1000-"]


def test_a_server_without_ranges_is_read_from_the_start(tmp_path: Path):
    (tmp_path / "file.bin.part").write_bytes(b"x" * 1000)
    with serving(Plan(ranges=False)) as url:
        fetch(url, tmp_path / "file.bin")
    assert file_sha256(tmp_path / "file.bin") == SHA


def test_a_wrong_part_is_thrown_away_and_fetched_anew(tmp_path: Path):
    (tmp_path / "file.bin.part").write_bytes(b"x" * 1000)
    with serving(Plan()) as url:
        fetch(url, tmp_path / "file.bin")
    assert file_sha256(tmp_path / "file.bin") == SHA


def test_a_busy_server_is_asked_again(tmp_path: Path):
    plan = Plan(statuses=[503, 429])
    with serving(plan) as url:
        fetch(url, tmp_path / "file.bin")
    assert len(plan.seen) == 3


def test_a_missing_file_fails_at_once_with_one_sentence(tmp_path: Path):
    plan = Plan(statuses=[404, 404])
    with (
        serving(plan) as url,
        pytest.raises(DownloadError, match=r"file\.bin could not be fetched: 127\.0\.0\.1 answered 404"),
    ):
        fetch(url, tmp_path / "file.bin")
    assert len(plan.seen) == 1


def test_other_content_than_pinned_is_refused_and_not_kept(tmp_path: Path):
    with serving(Plan()) as url, pytest.raises(DownloadError, match="checksum"):
        fetch(url, tmp_path / "file.bin", sha256="0" * 64)
    assert not (tmp_path / "file.bin").exists()
    assert not (tmp_path / "file.bin.part").exists()


def test_no_network_is_said_plainly(tmp_path: Path):
    with serving(Plan()) as url:
        pass
    with pytest.raises(DownloadError, match="check the network"):
        fetch(url, tmp_path / "file.bin")


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "blocked").write_text("a file where a folder should be")
    with serving(Plan()) as url, pytest.raises(DownloadError, match="free disk space"):
        fetch(url, tmp_path / "blocked" / "file.bin")


def test_many_files_report_their_progress_to_the_end(tmp_path: Path):
    seen: list[DownloadProgress] = []
    with serving(Plan()) as url:
        files = [RemoteFile(url, tmp_path / f"{number}.bin", SHA, len(BODY)) for number in range(6)]
        paths = fetch_files(files, progress=seen.append, wait=0.001)
    assert [path.name for path in paths] == [f"{number}.bin" for number in range(6)]
    assert seen[-1].files == seen[-1].files_total == 6
    assert seen[-1].bytes == seen[-1].bytes_total == 6 * len(BODY)
    assert all(first.bytes <= second.bytes for first, second in pairwise(seen))


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path):
    with serving(Plan()) as url:
        files = [RemoteFile(url, tmp_path / "bad.bin", "0" * 64), RemoteFile(url, tmp_path / "good.bin", SHA)]
        with pytest.raises(DownloadError, match=r"bad\.bin"):
            fetch_files(files, wait=0.001)
    assert file_sha256(tmp_path / "good.bin") == SHA


@pytest.mark.parametrize(
    ("coordinate", "path"),
    [
        ("org.neo4j:neo4j:5.26.30", "/org/neo4j/neo4j/5.26.30/neo4j-5.26.30.jar"),
        ("a.b:c:1:linux-x86_64", "/a/b/c/1/c-1-linux-x86_64.jar"),
    ],
)
def test_a_coordinate_names_its_jar(coordinate: str, path: str):
    assert maven_url(coordinate, "http://mirror.example/") == f"http://mirror.example{path}"
    assert maven_url(coordinate).endswith(path)


def test_without_a_named_bundle_the_system_and_the_certifi_roots_are_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "PIP_CERT"):
        monkeypatch.delenv(name, raising=False)
    alone = ssl.create_default_context(cafile=certifi.where()).cert_store_stats()["x509_ca"]
    assert trusted_roots().cert_store_stats()["x509_ca"] >= alone


def test_a_named_bundle_is_the_only_one_trusted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = certifi.contents().split("-----END CERTIFICATE-----")[0] + "-----END CERTIFICATE-----\n"
    (tmp_path / "roots.pem").write_text(first, encoding="utf-8")
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "roots.pem"))
    assert trusted_roots().cert_store_stats()["x509_ca"] == 1
