"""A language model server on this machine, for tests and for a laptop without one: llama.cpp through xllamacpp.

    python -m models.local_llm --model qwen2.5-coder-1.5b --port 8090

It speaks chat completions (streaming and JSON schema too) on loopback; point `llm_base_url` at http://127.0.0.1:PORT/v1.
Needs the extra `llm`. `LocalServer` runs it as a child process and ends it.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

from core.errors import ModelError, ModelMissing, SiteQuestError
from core.settings import Settings, load_settings
from models.gguf import WEIGHTS, ensure_weights

READY = "listening"
STARTUP_SECONDS = 180


class LocalServer:
    """`with LocalServer(settings, "smollm2-135m") as server:` gives `server.base_url` until the block ends."""

    def __init__(self, settings: Settings, model: str, context: int = 4096) -> None:
        self._weights = ensure_weights(settings, model)
        self._command = [sys.executable, "-m", "models.local_llm", "--weights", str(self._weights)]
        self._command += ["--context", str(context), "--threads", str(settings.threads), "--parent", str(os.getpid())]
        self._process: subprocess.Popen[str] | None = None
        self.base_url = ""

    def __enter__(self) -> LocalServer:
        self._process = subprocess.Popen(self._command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            self.base_url = _wait_until_ready(self._process)
        except SiteQuestError:
            self._stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop()

    def _stop(self) -> None:
        process = self._process
        if process is None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _wait_until_ready(process: subprocess.Popen[str]) -> str:
    """The base URL that the child prints once it answers; the child itself gives up after its own limit."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("{") and (url := json.loads(line).get(READY)):
            return str(url)
    raise ModelError(
        f"The local language model did not start (exit code {process.wait()}); is the extra llm installed?"
    )


def serve(weights: Path, port: int, context: int, threads: int) -> None:
    """Serve until SIGTERM or SIGINT; prints one JSON line with the base URL when requests are answered."""
    try:
        import xllamacpp
    except ImportError as error:
        raise ModelMissing("xllamacpp is not installed; `pip install 'sitequest[llm]'` brings it.") from error
    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx = context
    params.n_parallel = 1
    params.offline = True
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads or os.cpu_count() or 1
    try:
        server = xllamacpp.Server(params)
    except RuntimeError as error:
        raise ModelError(f"llama.cpp cannot serve {weights}: {error}.") from error
    print(json.dumps({READY: f"{server.listening_address}/v1"}), flush=True)  # noqa: T201 (the parent reads it)
    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    stopped.wait()
    os._exit(0)  # llama.cpp's own threads do not end by themselves


def _end_with(parent: int) -> None:
    """End when the process that started us is gone, however it ended."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Entry of `python -m models.local_llm`."""
    parser = argparse.ArgumentParser(prog="python -m models.local_llm", description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=sorted(WEIGHTS), default="qwen2.5-coder-1.5b")
    parser.add_argument("--weights", type=Path, help="a GGUF file of your own")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--context", type=int, default=4096)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--parent", type=int, default=0, help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    if chosen.parent:
        threading.Thread(target=_end_with, args=(chosen.parent,), daemon=True).start()
    try:
        weights = chosen.weights or ensure_weights(load_settings(), chosen.model)
        serve(weights, chosen.port, chosen.context, chosen.threads)
    except SiteQuestError as error:
        sys.stderr.write(f"{error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
