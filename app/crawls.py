"""Crawls as the API shows and steers them: started here or anywhere else, each with its state in `home/crawls/`."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Mapping
from typing import Any

import psutil

from app.daemons import own_environment, spawn
from app.runs import RUNNING, new_path, now, own_mark, read_state, write_state
from app.seeds import read_seeds
from app.sitelock import CrawlConflict, is_held
from core.ledger import Ledger
from core.settings import Settings
from core.state import STATE_NAME

POLL_SECONDS = 0.5


class CrawlJobs:
    """Starts, lists, follows and cancels crawls. Their state is in files, so every process sees those of all others."""

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
        """End a crawl in order; what was fetched stays, and the same crawl goes on later.

        Raises `CrawlConflict` for one that only its own shell can end.
        """
        state = await self.get(crawl_id)
        if state is not None and state["status"] == RUNNING:
            self._interrupt(state)
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
        from app.permission import may_be_private
        from app.pipeline import CrawlOptions, site_of
        from crawler.addresses import check_address

        url = str(request["url"])
        check_address(url, allow_private=True)
        site = site_of(CrawlOptions(seeds=(url,), site=request.get("site")))
        private = may_be_private(self._settings, site, url)
        check_address(url, allow_private=private)
        if any(state["site"] == site and state["status"] == RUNNING for state in self._read_all()):
            raise CrawlConflict(f"A crawl of {site} is running; follow or cancel that one.")
        if is_held(self._settings, site):
            raise CrawlConflict(f"A crawl of {site} is running, started from a shell; wait for its end or stop it.")
        path = new_path(self._settings)
        path.parent.mkdir(parents=True, exist_ok=True)
        state = {"id": path.stem, "site": site, "url": url, "status": RUNNING, "started_at": now()}
        wanted = {"max_pages": request.get("pages") or 0, "full": bool(request.get("full")), "started_by": "page"}
        wanted["allow_private"] = private
        write_state(path, {**state, "started_by": "page", "request": wanted})
        command = [sys.executable, "-m", "app.crawljob", str(path)]
        pid = spawn(command, path.with_suffix(".id"), path.with_suffix(".log"), own_environment(self._settings))
        write_state(path.with_suffix(".pid"), own_mark(pid))
        return self._read(path.stem) or state

    def _read_all(self) -> list[dict[str, Any]]:
        states = [state for path in self._folder.glob("*.json") if (state := self._read_file(path.stem)) is not None]
        states += [state for state in self._noted() if not any(covers(known, state) for known in states)]
        return sorted(states, key=lambda state: str(state["id"]), reverse=True)

    def _noted(self) -> list[dict[str, Any]]:
        """The last run of each site in the crawler's books."""
        if not (self._settings.home / STATE_NAME).exists():
            return []
        seeds = read_seeds(self._settings)
        ledger = Ledger(self._settings.home / STATE_NAME)
        try:
            noted = {site: ledger.noted(site, "summary") for site in ledger.sites()}
        finally:
            ledger.close()
        return [from_books(site, next(iter(seeds.get(site, [])), ""), json.loads(n)) for site, n in noted.items() if n]

    def _read(self, crawl_id: str) -> dict[str, Any] | None:
        found = self._read_file(crawl_id)
        if found is None:
            return next((state for state in self._read_all() if state["id"] == crawl_id), None)
        return found

    def _read_file(self, crawl_id: str) -> dict[str, Any] | None:
        path = self._folder / f"{crawl_id}.json"
        if not crawl_id.replace("-", "").isalnum() or not path.is_file():
            return None
        state = read_state(path)
        if not state:
            return None
        process = read_state(path.with_suffix(".pid"))
        gone = state.get("status") == RUNNING and process and not is_alive(self._settings, state["site"], process)
        if gone:
            state["status"], state["detail"] = "stopped", "The process is gone; start the crawl again and it goes on."
        return state

    def _interrupt(self, state: Mapping[str, Any]) -> None:
        process = read_state(self._folder / f"{state['id']}.pid")
        if state.get("started_by") == "watch":
            raise CrawlConflict(
                f"The run of {state['site']} belongs to `sitequest watch`, which would end with it; stop that one "
                "where it was started."
            )
        if process.get("host") != socket.gethostname():
            raise CrawlConflict(f"The run of {state['site']} goes on on another machine; stop it where it was started.")
        if is_alive(self._settings, str(state["site"]), process):
            os.kill(int(process["pid"]), signal.SIGINT)


def from_books(site: str, url: str, summary: Mapping[str, Any]) -> dict[str, Any]:
    """The last run of a site as the crawler's books have it."""
    status = "failed" if summary.get("exit_code") else "done" if summary.get("finished", True) else "stopped"
    name = f"{_digits(str(summary.get('started_at', '')))}-{hashlib.sha256(site.encode()).hexdigest()[:6]}"
    times = {"started_at": summary.get("started_at"), "ended_at": summary.get("ended_at")}
    return {"id": name, "site": site, "url": url, "status": status, **times, "result": {"crawl": dict(summary)}}


def covers(run: Mapping[str, Any], noted: Mapping[str, Any]) -> bool:
    """Whether what the books noted of a site was written by a run that has a file."""
    begun, ended = str(run.get("started_at") or ""), str(run.get("ended_at") or "9999")
    when = str(noted.get("started_at") or "")[:19]
    return run["site"] == noted["site"] and begun[:19] <= when <= ended[:19]


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter.isdigit())[:14].ljust(14, "0")


def is_alive(settings: Settings, site: str, process: Mapping[str, Any]) -> bool:
    """Whether the process of a run goes on. Of one on another machine, the lock of its site tells."""
    if process.get("host", socket.gethostname()) != socket.gethostname():
        return is_held(settings, site)
    try:
        found = psutil.Process(int(process["pid"]))
        return found.status() != psutil.STATUS_ZOMBIE and abs(found.create_time() - float(process["started"])) < 1
    except (psutil.Error, KeyError, ValueError):
        return False
