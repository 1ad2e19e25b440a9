"""Crawls started over HTTP: each a process of its own, with its request and its state in `home/crawls/`."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import psutil

from app.daemons import own_environment, spawn
from app.sitelock import CrawlConflict, is_held
from core.settings import Settings

POLL_SECONDS = 0.5
RUNNING = "running"


class CrawlJobs:
    """Starts, lists, follows and cancels crawls. Their state is in files, so another process sees them too."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._folder = settings.home / "crawls"

    async def start(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Start a crawl; `CrawlError` when one of the same site runs, `AddressRefused` for a private address."""
        return await asyncio.to_thread(self._start, request)

    async def listed(self) -> list[dict[str, Any]]:
        """All crawls, newest first."""
        return await asyncio.to_thread(self._read_all)

    async def get(self, crawl_id: str) -> dict[str, Any] | None:
        """One crawl."""
        return await asyncio.to_thread(self._read, crawl_id)

    async def cancel(self, crawl_id: str) -> dict[str, Any] | None:
        """End a crawl in order; what was fetched stays, and the same crawl goes on later."""
        state = await self.get(crawl_id)
        if state is not None and state["status"] == RUNNING:
            _interrupt(state)
        return await self.get(crawl_id)

    async def follow(self, crawl_id: str) -> AsyncIterator[dict[str, Any]]:
        """States as they change, until the crawl has ended."""
        last: dict[str, Any] | None = None
        while True:
            state = await self.get(crawl_id)
            if state is not None and state != last:
                last = state
                yield state
            if state is None or state["status"] != RUNNING:
                return
            await asyncio.sleep(POLL_SECONDS)

    def _start(self, request: Mapping[str, Any]) -> dict[str, Any]:
        from app.pipeline import CrawlOptions, site_of
        from crawler.addresses import check_address

        check_address(str(request["url"]))
        options = CrawlOptions(seeds=(str(request["url"]),), site=request.get("site"))
        site = site_of(options)
        if any(state["site"] == site and state["status"] == RUNNING for state in self._read_all()):
            raise CrawlConflict(f"A crawl of {site} is running; follow or cancel that one.")
        if is_held(self._settings, site):
            raise CrawlConflict(f"A crawl of {site} is running, started from a shell; wait for its end or stop it.")
        self._folder.mkdir(parents=True, exist_ok=True)
        crawl_id = f"{datetime.now(UTC):%Y%m%d%H%M%S}-{secrets.token_hex(3)}"
        state = {"id": crawl_id, "site": site, "url": str(request["url"]), "status": RUNNING, "started_at": _now()}
        wanted = {"max_pages": request.get("pages") or 0, "full": bool(request.get("full"))}
        path = self._folder / f"{crawl_id}.json"
        write_state(path, {**state, "request": wanted})
        command = [sys.executable, "-m", "app.crawljob", str(path)]
        log = path.with_suffix(".log")
        pid = spawn(command, path.with_suffix(".id"), log, own_environment(self._settings))
        write_state(path.with_suffix(".pid"), {"pid": pid, "started": _started(pid)})
        return self._read(crawl_id) or state

    def _read_all(self) -> list[dict[str, Any]]:
        names = sorted((path.stem for path in self._folder.glob("*.json")), reverse=True)
        return [state for name in names if (state := self._read(name)) is not None]

    def _read(self, crawl_id: str) -> dict[str, Any] | None:
        path = self._folder / f"{crawl_id}.json"
        if not crawl_id.replace("-", "").isalnum() or not path.is_file():
            return None
        state = read_state(path)
        process = read_state(self._folder / f"{crawl_id}.pid")
        state["pid"], state["process_started"] = process.get("pid"), process.get("started")
        if state.get("status") == RUNNING and process and not _alive(process):
            state["status"], state["detail"] = "stopped", "The process is gone; start the crawl again and it goes on."
        return state


def read_state(path: Path) -> dict[str, Any]:
    """The state in a file; empty when there is none."""
    try:
        return dict(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError):
        return {}


def write_state(path: Path, state: Mapping[str, Any]) -> None:
    """Replace a state file in one step."""
    part = path.with_suffix(f"{path.suffix}.{os.getpid()}.part")
    part.write_text(json.dumps(state, ensure_ascii=False, default=str), encoding="utf-8")
    part.replace(path)


def _started(pid: int) -> float:
    try:
        return psutil.Process(pid).create_time()
    except psutil.Error:
        return 0.0


def _alive(process: Mapping[str, Any]) -> bool:
    try:
        found = psutil.Process(int(process["pid"]))
        return found.status() != psutil.STATUS_ZOMBIE and abs(found.create_time() - float(process["started"])) < 1
    except (psutil.Error, KeyError, ValueError):
        return False


def _interrupt(state: Mapping[str, Any]) -> None:
    process = {"pid": state["pid"], "started": state["process_started"]}
    if state["pid"] and _alive(process):
        os.kill(int(state["pid"]), signal.SIGINT)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
