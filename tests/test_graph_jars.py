"""The jars of the local server: a lock file, and a repository that is asked once."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from core.errors import ServerStartError
from core.settings import Settings
from graph.jars import LOCKS, Jar, Lock, fetch_jars, read_lock
from graph.maven import choose_repository, find_mirror, mirrors_central

DATA = {"org.example:one:1.0": b"first jar " * 5000, "org.example.deep:two:2.0:linux": b"second jar " * 9000}


def lock_of(data: dict[str, bytes]) -> Lock:
    jars = (Jar(name, hashlib.sha256(content).hexdigest(), len(content)) for name, content in data.items())
    return Lock("0.1", "Main", 17, tuple(jars))


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and counts what it was asked for."""

    asked: list[str]

    def __init__(self, asked: list[str], *args: object, **kwargs: object) -> None:
        self.asked = asked
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.asked.append(self.path)
        super().do_GET()

    def log_message(self, *_parts: object) -> None:
        return


class Repository:
    """A real Maven repository on loopback."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.asked = folder, list[str]()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, self.asked, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def offer(self, coordinate: str, content: bytes) -> None:
        path = self.folder / Jar(coordinate, "", 0).path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    repository = Repository(tmp_path / "repository")
    for coordinate, content in DATA.items():
        repository.offer(coordinate, content)
    yield repository
    repository.server.shutdown()
    repository.server.server_close()


@pytest.fixture
def jar_settings(tmp_path: Path, repository: Repository) -> Settings:
    return Settings(home=tmp_path / "home", cache=tmp_path / "cache", maven_url=repository.url)


def test_jars_are_fetched_once_and_kept_in_repository_layout(jar_settings: Settings, repository: Repository) -> None:
    paths = fetch_jars(jar_settings, lock_of(DATA))
    assert [path.read_bytes() for path in paths] == list(DATA.values())
    assert paths[1] == jar_settings.cache / "jars/org/example/deep/two/2.0/two-2.0-linux.jar"
    assert fetch_jars(jar_settings, lock_of(DATA)) == paths
    assert len(repository.asked) == 2


def test_a_damaged_jar_is_fetched_again(jar_settings: Settings, repository: Repository) -> None:
    paths = fetch_jars(jar_settings, lock_of(DATA))
    paths[0].write_bytes(b"x" * len(DATA["org.example:one:1.0"]))
    assert fetch_jars(jar_settings, lock_of(DATA))[0].read_bytes() == DATA["org.example:one:1.0"]
    assert len(repository.asked) == 3


def test_progress_is_told_in_bytes_up_to_the_whole(jar_settings: Settings) -> None:
    told: list[tuple[str, int, int]] = []
    fetch_jars(jar_settings, lock_of(DATA), lambda *step: told.append(step))
    total = sum(map(len, DATA.values()))
    assert told[-1] == ("Fetching Neo4j", total, total)


def test_a_jar_with_other_content_is_refused_and_not_kept(jar_settings: Settings, repository: Repository) -> None:
    lock = lock_of({"org.example:one:1.0": b"what the lock says"})
    with pytest.raises(ServerStartError, match="SITEQUEST_MAVEN_URL"):
        fetch_jars(jar_settings, lock)
    assert not list(jar_settings.cache.rglob("one-1.0.jar"))
    assert repository.asked


def test_a_repository_without_the_jar_is_one_sentence_with_a_way_out(jar_settings: Settings) -> None:
    with pytest.raises(ServerStartError, match=r"404.*SITEQUEST_MAVEN_URL"):
        fetch_jars(jar_settings, lock_of({"org.example:none:1.0": b"x"}))


@pytest.mark.parametrize("release", LOCKS)
def test_the_lock_files_are_whole(release: str) -> None:
    lock = read_lock(release)
    assert lock.version.startswith(release)
    assert len(lock.jars) > 200
    assert 100_000_000 < sum(jar.size for jar in lock.jars) < 200_000_000
    assert all(re.fullmatch("[0-9a-f]{64}", jar.sha256) for jar in lock.jars)
    names = [jar.coordinate for jar in lock.jars]
    assert names == sorted(set(names), key=names.index)
    for part in ("org.neo4j:neo4j:", "org.neo4j.app:neo4j-server:", "org.neo4j.client:neo4j-browser:"):
        assert any(name.startswith(part) for name in names)


MIRRORS = """<settings xmlns="http://maven.apache.org/SETTINGS/1.0.0"><mirrors>
<mirror><id>a</id><mirrorOf>other</mirrorOf><url>https://a.example/</url></mirror>
<mirror><id>b</id><mirrorOf>{of}</mirrorOf><url> https://b.example/maven </url>{blocked}</mirror>
</mirrors></settings>"""


@pytest.mark.parametrize("of", ["central", "*", "external:*", "x, central"])
def test_the_mirror_of_mavens_own_settings_is_used(tmp_path: Path, of: str) -> None:
    path = tmp_path / "settings.xml"
    path.write_text(MIRRORS.format(of=of, blocked=""))
    assert choose_repository(Settings(maven_url=None), [tmp_path / "none.xml", path]) == "https://b.example/maven"


@pytest.mark.parametrize(("of", "blocked"), [("*,!central", ""), ("central", "<blocked>true</blocked>"), ("x", "")])
def test_a_mirror_of_something_else_is_not_used(tmp_path: Path, of: str, blocked: str) -> None:
    path = tmp_path / "settings.xml"
    path.write_text(MIRRORS.format(of=of, blocked=blocked))
    assert find_mirror(path) is None


def test_the_setting_comes_before_mavens_settings(tmp_path: Path) -> None:
    path = tmp_path / "settings.xml"
    path.write_text(MIRRORS.format(of="*", blocked=""))
    assert choose_repository(Settings(maven_url="https://own.example"), [path]) == "https://own.example"


@pytest.mark.parametrize("content", ["", "<settings", "<other/>", "not xml"])
def test_a_damaged_settings_file_names_no_mirror(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.xml"
    path.write_text(content)
    assert find_mirror(path) is None


def test_external_http_mirrors_do_not_stand_for_central() -> None:
    assert not mirrors_central("external:http:*")


def test_the_product_never_loads_what_made_the_lock() -> None:
    code = "import sys, graph.server, graph.jars; print([name for name in sys.modules if name.startswith('jgo')])"
    root = Path(__file__).parents[1]
    result = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
