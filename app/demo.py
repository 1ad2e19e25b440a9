"""`sitequest demo`: from nothing to cited answers, each long step with its bar; run again, it changes nothing."""

from __future__ import annotations

import asyncio
import time
from typing import Any

from app.console import emit_json, own_command, say
from app.daemons import demo_site_daemon, own_environment, web_daemon
from core.records import Answer, Question
from core.settings import Settings

SITE = "demo"
QUESTIONS = (
    "How much is tuition per year for an overseas undergraduate?",
    "Which courses does Jonah Féaugier teach?",
    "图书馆星期天几点关门？",
)
"""Asked at the end: a fact in a table, a list, and a question in Chinese."""


def run_demo(settings: Settings, *, as_json: bool = False) -> None:
    """Everything, in order: model, database, demo site, crawl, questions, web page."""
    started = time.monotonic()
    _fetch_models(settings)
    database = _start_database(settings)
    site = demo_site_daemon(settings).ensure(own_environment(settings))
    crawl = _crawl(settings, site.url)
    answers = asyncio.run(_ask(settings))
    web = web_daemon(settings).ensure(own_environment(settings))
    facts: dict[str, Any] = {
        "site": site.url,
        "crawl": crawl,
        "answers": [answer.model_dump(mode="json") for answer in answers],
        "web": web.url,
        "docs": f"{web.url}docs",
        **database,
        "seconds": round(time.monotonic() - started, 1),
    }
    if as_json:
        emit_json(facts)
    else:
        _print(facts, answers)


def _fetch_models(settings: Settings) -> None:
    from app.fetching import watch_downloads
    from models.factory import make_embedders

    with watch_downloads("Language models (embedders)") as watch:
        make_embedders(settings, watch)


def _start_database(settings: Settings) -> dict[str, Any]:
    if settings.neo4j_uri:
        return {"database": settings.neo4j_uri, "browser": None}
    from app.localdb import ensure_server

    info = ensure_server(settings)
    password = str(info.folder / "password") if info.folder else None
    return {"database": info.uri, "browser": info.browser, "user": info.user, "password_file": password}


def _crawl(settings: Settings, url: str) -> dict[str, Any]:
    from app.pipeline import CrawlOptions, run_crawl

    # The endless calendar would be capped as a trap, but only after a minute of pages that say nothing.
    options = CrawlOptions(
        seeds=(url,), site=SITE, allow_private=True, politeness="none", exclude=("/events/calendar*",)
    )
    return run_crawl(settings, options, quiet=False)


async def _ask(settings: Settings) -> list[Answer]:
    from app.wiring import open_retriever

    async with open_retriever(settings) as retriever:
        return [await retriever.ask(Question(text=text, site=SITE)) for text in QUESTIONS]


def _print(facts: dict[str, Any], answers: list[Answer]) -> None:
    from app.commands.asking import print_answer

    for answer in answers:
        say(f"\n? {answer.question}")
        print_answer(answer)
    say(f"\nReady: models, database, crawl and questions took {facts['seconds']} seconds. All of this keeps running:")
    say(f"  Web page       {facts['web']}")
    say(f"  API documents  {facts['docs']}")
    if facts.get("browser"):
        say(f"  Neo4j Browser  {facts['browser']}  (user {facts['user']}, password in {facts['password_file']})")
    say(f"  Demo site      {facts['site']}")
    command = own_command()
    say(f"Stop it all:     {command} demo stop")
    say(f'Ask:             {command} ask "How tall is the climbing wall?" --site demo')
    say(f"A site of yours: {command} crawl https://www.example.edu/ --site example")


def stop_demo(settings: Settings) -> list[str]:
    """Stop web page, demo site and local database; the names of what was running."""
    stopped = [daemon.name for daemon in (web_daemon(settings), demo_site_daemon(settings)) if daemon.stop()]
    if not settings.neo4j_uri:
        from app.localdb import stop_server

        if stop_server(settings):
            stopped.append("database")
    return stopped
