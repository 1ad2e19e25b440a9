from __future__ import annotations

import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from app.commands.sites import fetched
from app.console import cells
from app.main import Guarded, make_app, refusal, was_interrupted
from core.errors import ServerStartError, SiteUnknown
from core.ledger import Ledger
from core.settings import load_settings
from core.state import STATE_NAME
from graph.server import LocalServer, ServerInfo
from tests.conftest import clean_environment

ROOT = Path(__file__).resolve().parent.parent
Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("SITEQUEST_HOME", str(tmp_path / "home"))
    runner = CliRunner()

    def invoke(*arguments: str, **environment: str) -> Result:
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runner.invoke(make_app(), list(arguments))

    return invoke


def all_commands() -> list[str]:
    def walk(command: object, name: str = "") -> list[str]:
        children = getattr(command, "commands", {})
        return [name.strip(), *(found for child, part in children.items() for found in walk(part, f"{name} {child}"))]

    return walk(typer.main.get_command(make_app()))


@pytest.mark.parametrize("name", all_commands())
def test_every_command_has_help(run: Run, name: str):
    result = run(*name.split(), "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output


@pytest.mark.parametrize(
    "name",
    ["ask x", "status", "sites list", "doctor", "db status", "topics", "report", "crawl", "ingest", "extract x"],
)
def test_every_command_that_returns_data_can_say_it_in_json(run: Run, name: str):
    assert "--json" in run(*name.split()[:2], "--help").output or "--json" in run(name.split()[0], "--help").output


def test_an_unreachable_database_is_one_sentence_and_exit_code_1(run: Run):
    result = run("ask", "What is the fee?", NEO4J_URI="bolt://127.0.0.1:1", NEO4J_PASSWORD="x")
    assert result.exit_code == 1
    assert "127.0.0.1:1" in result.stderr
    assert "Traceback" not in result.output + result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_a_shell_gets_the_sentence_and_the_exit_code_though_models_are_loading(tmp_path: Path):
    environment = clean_environment() | {"NEO4J_URI": "bolt://127.0.0.1:1", "SITEQUEST_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "app.entry", "ask", "What is the fee?"]
    for _ in range(3):
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (1, "")
        assert len(done.stderr.strip().splitlines()) == 1


def test_the_version_is_told(run: Run):
    assert run("--version").output.startswith("sitequest ")


@pytest.mark.parametrize("word", ["notaurl", "file:///etc/passwd", "javascript:alert(1)"])
def test_what_is_no_web_address_is_said_to_be_none(run: Run, word: str):
    result = run("crawl", word)
    assert result.exit_code == 2
    assert "no web address" in result.stderr


def test_a_wrong_setting_is_named(run: Run):
    result = run("status", SITEQUEST_PORT="ninety")
    assert result.exit_code == 2
    assert "port" in result.stderr.lower()


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "http://localhost/", "http://10.0.0.1/", "http://[::1]/"])
def test_a_private_address_is_refused_in_one_sentence_before_anything_starts(run: Run, url: str):
    result = run("crawl", url, NEO4J_URI="bolt://127.0.0.1:1", NEO4J_PASSWORD="x")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "--allow-private" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize("url", ["ftp://example.org/", "file:///etc/passwd", "example", ""])
def test_what_is_no_web_address_is_refused(run: Run, url: str, server: ServerInfo):
    result = run("crawl", url, NEO4J_URI=server.uri, NEO4J_PASSWORD=server.password)
    assert result.exit_code != 0
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr


def test_crawl_without_an_address_says_what_to_write(run: Run):
    result = run("crawl")
    assert result.exit_code == 2
    assert "sitequest crawl https://" in result.stderr


def test_a_wrong_mode_is_refused_by_name(run: Run):
    result = run("ask", "What is the fee?", "--mode", "Z")
    assert result.exit_code == 2
    assert "--mode" in result.stderr


@pytest.mark.parametrize("mode", ["none", "a", "ABC"])
def test_every_wrong_mode_is_a_wrong_use_and_the_right_ones_are_named(run: Run, mode: str):
    result = run("ask", "What is the fee?", "--mode", mode)
    assert result.exit_code == 2
    assert "A, B, C, G, list, hybrid" in result.stderr


def test_what_an_interrupt_leaves_half_done_is_no_error_of_its_own():
    def cut_short() -> None:
        view = memoryview(waiting := bytearray(b"words"))
        try:
            raise KeyboardInterrupt
        finally:
            waiting.extend(view)

    app = typer.Typer(cls=Guarded)
    app.command()(cut_short)
    app.command("other")(lambda: None)
    result = CliRunner().invoke(app, ["cut-short"])
    assert result.exit_code == 130
    assert result.stderr.startswith("Stopped.")


def test_an_error_without_an_interrupt_is_told_as_one():
    assert was_interrupted(BufferError("held")) is False
    error = ValueError("a")
    error.__context__ = error
    assert was_interrupted(error) is False


def test_a_missing_site_is_named_as_the_option_it_is_here():
    error = SiteUnknown("The graph holds several sites (a, b); say which one you mean.", field="site")
    assert error.sentence("with --{}").endswith("say which one you mean, with --site.")
    assert str(error) == "The graph holds several sites (a, b); say which one you mean."


def test_times_in_tables_go_to_the_minute_and_lists_are_joined():
    rows = [{"site": "a", "at": "2026-11-30T11:33:45.913938+00:00", "langs": ["en", "zh"], "none": None, "n": 3}]
    assert cells(rows, ("site", "at", "langs", "none", "n")) == [["a", "2026-11-30 11:33 UTC", "en, zh", "", "3"]]
    assert cells([{"t": "2026-11-30T11:33:45Z (imported)"}], ("t",)) == [["2026-11-30 11:33 UTC (imported)"]]
    assert cells([{"t": "from 2026-11-30T11:33:45Z on"}], ("t",)) == [["from 2026-11-30T11:33:45Z on"]]


def test_a_site_whose_graph_came_from_a_file_says_when_it_came():
    assert fetched({"fetched_at": None, "imported_at": "2026-01-02T03:04:05+00:00"}).endswith("(imported)")
    assert fetched({"fetched_at": "2026-01-02T03:04:05+00:00", "imported_at": "x"}) == "2026-01-02T03:04:05+00:00"
    assert fetched({"fetched_at": None}) == "not known"


def test_db_commands_refuse_when_another_server_is_named(run: Run):
    result = run("db", "start", NEO4J_URI="bolt://127.0.0.1:1")
    assert result.exit_code == 2
    assert "NEO4J_URI" in result.stderr


def test_status_of_an_empty_home_starts_nothing(run: Run, tmp_path: Path):
    result = run("status", "--json")
    assert result.exit_code == 0
    state = json.loads(result.stdout)
    assert state["database"] == "stopped"
    assert state["sites"] == []
    assert not (tmp_path / "home" / "neo4j" / "server.pid").exists()


def test_status_without_a_database_shows_the_sites_as_the_crawler_knows_them(run: Run, tmp_path: Path):
    ledger = Ledger(tmp_path / "home" / STATE_NAME)
    for name, ending in (("a", "ok"), ("b", "truncated"), ("c", "gone")):
        ledger.update("uni", f"https://uni.example/{name}", status=ending)
    ledger.note("uni", "finished_at", "2025-03-04T05:06:07Z")
    ledger.close()
    assert json.loads(run("status", "--json").stdout)["sites"] == [
        {"site": "uni", "pages": 2, "last_crawl": "2025-03-04T05:06:07Z", "waiting": 0}
    ]
    shown = run("status").stdout
    assert "stopped" in next(line for line in shown.splitlines() if line.startswith("web page"))
    assert "2025-03-04" in shown


def test_doctor_says_what_is_missing_and_what_to_do(run: Run, tmp_path: Path):
    result = run("doctor", "--json", SITEQUEST_CACHE=str(tmp_path / "nothing"))
    report = json.loads(result.stdout)
    assert result.exit_code == 0
    levels = {finding["name"]: finding["level"] for finding in report["findings"]}
    assert levels["Python"] == levels["package files"] == levels["Java"] == "ok"
    assert levels["database"] == "warning"
    for finding in report["findings"]:
        assert finding["level"] == "ok" or finding["advice"], finding


def test_doctor_fails_when_the_language_model_does_not_answer(run: Run):
    result = run("doctor", "--json", SITEQUEST_LLM_BASE_URL="http://127.0.0.1:1/v1")
    assert result.exit_code == 1
    finding = next(f for f in json.loads(result.stdout)["findings"] if f["name"] == "language model")
    assert finding["level"] == "error"
    assert "127.0.0.1:1" in finding["detail"]


@pytest.mark.parametrize(
    "command", [("ask", "Who?"), ("crawl", "http://127.0.0.1:9/", "--allow-private", "--site", "a")]
)
def test_without_a_docker_engine_it_is_said_what_to_do(tmp_path: Path, command: tuple[str, ...]):
    environment = clean_environment() | {"DOCKER_HOST": f"unix://{tmp_path}/no.sock", "SITEQUEST_HOME": str(tmp_path)}
    whole = [sys.executable, "-m", "app.entry", *command, "--docker"]
    done = subprocess.run(whole, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "Start the Docker engine, or leave out --docker" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_full_disk_is_named_before_the_database_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("graph.server.LEAST_BYTES", 10**18)
    with pytest.raises(ServerStartError, match="free some space"):
        LocalServer(load_settings(home=tmp_path / "home")).ensure()


def test_doctor_calls_a_full_disk_an_error(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("app.checks.LEAST_BYTES", 10**18)
    result = run("doctor", "--json")
    assert result.exit_code == 1
    finding = next(one for one in json.loads(result.stdout)["findings"] if one["name"] == "home folder")
    assert (finding["level"], finding["advice"]) == (
        "error",
        "The disk is full: free some space, or nothing can be written.",
    )


def test_doctor_fetches_what_is_damaged_and_leaves_the_rest(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    faults = {"good": "", "bad": "damaged: model.onnx"}
    fetched: list[str] = []
    monkeypatch.setattr("app.models.model_names", lambda _: list(faults))
    monkeypatch.setattr("app.models._fault", lambda _, name: faults[name])
    monkeypatch.setattr("models.fetch.discard_damaged", lambda _, name: faults.update({name: ""}))
    monkeypatch.setattr("models.fetch.ensure_model", lambda _, name, *__: fetched.append(name))
    result = run("doctor", "--fetch", "--json", SITEQUEST_CACHE=str(tmp_path))
    assert result.exit_code == 0
    assert fetched == ["bad"]


def test_extract_prints_the_content_of_a_file(run: Run, tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<title>Fees</title><nav><a href=/>Home</a></nav><main><h1>Fees</h1><p>The fee is 200 EUR.</main>")
    assert "The fee is 200 EUR." in run("extract", str(page)).stdout
    found = json.loads(run("extract", str(page), "--json", "--question", "What is the fee?").stdout)
    assert found["title"] == "Fees"
    assert "The fee is 200 EUR." in found["markdown"]
    assert found["intervals"]


def test_extract_says_when_nothing_answers(run: Run, tmp_path: Path):
    page = tmp_path / "page.html"
    page.write_text("<title>Fees</title><main><h1>Fees</h1><p>The fee is 200 EUR.</p></main>")
    result = run("extract", str(page), "--question", "Who discovered the moons of Jupiter?")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "nothing here answers the question" in result.stderr


def test_extract_of_a_missing_file_names_it(run: Run):
    result = run("extract", "/no/such/file.html")
    assert result.exit_code == 2
    assert "/no/such/file.html" in result.stderr


SHELL = "<title>App</title><div id=root></div><script src=a.js></script>"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "The page has no bytes (status empty)."),
        (b"<html></html>", "The page has no visible text (status empty)."),
        (SHELL.encode(), "(status needs-browser)."),
        (b"%PDF-1.4\nbroken", "PDF"),
    ],
)
@pytest.mark.parametrize("options", [(), ("--jsonl",), ("--question", "What is the fee?")])
def test_extract_says_why_a_file_gave_nothing(
    run: Run, tmp_path: Path, body: bytes, said: str, options: tuple[str, ...]
):
    page = tmp_path / "page.html"
    page.write_bytes(body)
    result = run("extract", str(page), *options)
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == ("--jsonl" in options)
    assert result.stderr.startswith(f"{page}: ")
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_extract_is_done_when_one_of_many_files_had_content(run: Run, tmp_path: Path):
    (tmp_path / "empty.html").write_text("")
    (tmp_path / "full.html").write_text("<main><h1>Fees</h1><p>The fee is 200 EUR.</p></main>")
    result = run("extract", str(tmp_path / "empty.html"), str(tmp_path / "full.html"), "--jsonl")
    assert result.exit_code == 0
    assert [Path(json.loads(line)["source"]).name for line in result.stdout.splitlines()] == ["empty.html", "full.html"]


@pytest.mark.parametrize("source", ["ftp://a.example/x.html", "file:///etc/hosts", "gopher://x", "http://"])
def test_extract_fetches_from_the_web_alone(run: Run, source: str):
    result = run("extract", source)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"{source} cannot be fetched; give a file, an http(s) address or -.\n"


@pytest.mark.parametrize("url", ["nonsense", "ftp://a.example/", "javascript:x", ""])
def test_extract_refuses_what_is_no_address_of_a_page(run: Run, tmp_path: Path, url: str):
    page = tmp_path / "page.html"
    page.write_text("<p>The fee is 200 EUR.</p>")
    result = run("extract", str(page), "--url", url)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "is no address of a page" in result.stderr


def test_extract_asks_no_private_address(run: Run):
    result = run("extract", "http://127.0.0.1:9/")
    assert result.exit_code == 1
    assert "127.0.0.1" in result.stderr


def test_demo_stop_with_nothing_running_is_no_failure(run: Run):
    assert run("demo", "stop").exit_code == 0


def test_up_without_a_compose_file_says_so(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    result = run("up")
    assert result.exit_code == 1
    assert "docker" in result.stderr.lower()


def test_a_closed_pipe_is_no_traceback():
    command = f"{sys.executable} -m app.main --help | head -1"
    result = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr


def test_ctrl_c_ends_with_130_and_no_traceback(tmp_path: Path):
    environment = clean_environment() | {"SITEQUEST_HOME": str(tmp_path), "NEO4J_URI": "bolt://127.0.0.1:1"}
    process = subprocess.Popen(
        [sys.executable, "-c", WAITING], cwd=ROOT, env=environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"waiting\n"
    process.send_signal(signal.SIGINT)
    _, stderr = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in stderr


WAITING = """
import sys, threading
import app.watching
def look(*_, **__):
    print("waiting", flush=True)
    threading.Event().wait(30)
app.watching.run_watch = look
from app.main import main
sys.argv = ["sitequest", "watch"]
main()
"""


def test_nothing_heavy_is_imported_before_a_command_runs():
    code = "import app.main, sys; app.main.make_app(); print([m for m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    heavy = {"neo4j", "scrapy", "numpy", "onnxruntime", "fastapi", "openai", "lxml", "httpx", "rich.progress"}
    assert not heavy & set(eval(result.stdout))


@pytest.mark.bench
def test_the_help_page_takes_less_than_two_seconds():
    started = time.perf_counter()
    subprocess.run([sys.executable, "-m", "app.main", "--help"], cwd=ROOT, capture_output=True, check=True)
    assert time.perf_counter() - started < 2.0
    assert os.cpu_count()


@pytest.mark.parametrize(
    ("number", "said"), [(errno.ENOSPC, "The disk is full: free some space"), (errno.EACCES, "Check the path")]
)
def test_what_the_operating_system_refuses_is_told_with_what_to_do(number: int, said: str):
    assert said in refusal(OSError(number, os.strerror(number)))
