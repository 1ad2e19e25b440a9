"""Child processes: quiet at Ctrl-C, and never left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil

PARENT = """
import multiprocessing, os, sys, time
from concurrent.futures import ProcessPoolExecutor
from core.children import begin_child

def main():
    pool = ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("forkserver"), initializer=begin_child)
    pids = set(pool.map(one, range(40), chunksize=1))
    try:
        print(*pids, flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        pool.shutdown(cancel_futures=True)
        sys.exit(130)

def one(number):
    time.sleep(0.02)
    return os.getpid()

if __name__ == "__main__":
    main()
"""
ROOT = Path(__file__).resolve().parent.parent


def start(folder: Path) -> tuple[subprocess.Popen[str], list[int]]:
    program = folder / "parent.py"
    program.write_text(PARENT, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(program)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    return process, [int(pid) for pid in process.stdout.readline().split()]


def all_gone(pids: list[int], seconds: float = 20.0) -> bool:
    limit = time.monotonic() + seconds
    while any(psutil.pid_exists(pid) for pid in pids) and time.monotonic() < limit:
        pass
    return not any(psutil.pid_exists(pid) for pid in pids)


def test_children_end_when_their_parent_is_killed(tmp_path: Path):
    process, children = start(tmp_path)
    assert children
    process.kill()
    process.communicate(timeout=20)
    assert all_gone(children)


def test_an_interrupt_of_the_whole_terminal_leaves_no_traceback(tmp_path: Path):
    process, children = start(tmp_path)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert (process.returncode, errors) == (130, "")
    assert all_gone(children)
