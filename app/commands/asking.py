"""`sitequest ask`."""

from __future__ import annotations

from typing import Annotated, get_args

import typer

from app.options import Docker, Json, Site
from core.records import Answer, Citation, Question, Turn
from core.records.answer import Mode as AnyMode

MODES = tuple(name for name in get_args(AnyMode) if name != "none")
Mode = Annotated[str | None, typer.Option("--mode", help="Force a mode: A, B, C, G, list or hybrid.")]
Limit = Annotated[int, typer.Option("--limit", help="How many blocks of evidence.", min=1, max=50)]
Languages = Annotated[list[str] | None, typer.Option("--lang", help="Only pages in this language; may be repeated.")]
After = Annotated[list[str] | None, typer.Option("--after", help="An earlier question, for follow-ups; oldest first.")]
Why = Annotated[bool, typer.Option("--why", help="Also print the route and the trace.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("ask")(ask)


def ask(
    question: Annotated[str, typer.Argument(help="The question, in the words of a person.")],
    site: Site = None,
    mode: Mode = None,
    limit: Limit = 5,
    lang: Languages = None,
    after: After = None,
    why: Why = False,
    docker: Docker = False,
    json: Json = False,
) -> None:
    """Answer a question from a site in the graph, with citations that were checked.

    Exit code 0 when the question was dealt with, also when the honest answer is that the site does not say.
    """
    import asyncio

    from app.console import emit_json

    answer = asyncio.run(_answer(_question(question, site, mode, limit, lang, after), docker))
    if json:
        emit_json(answer)
    else:
        print_answer(answer, why=why)


def _question(
    text: str, site: str | None, mode: str | None, limit: int, lang: list[str] | None, after: list[str] | None
) -> Question:
    from pydantic import ValidationError

    from core.errors import QuestionRefused, SettingsError

    if mode is not None and mode not in MODES:
        raise SettingsError(f"--mode is wrong: choose {', '.join(MODES)}, not {mode}.")
    history = tuple(Turn(question=earlier) for earlier in after or ())
    fields = {"text": text, "site": site, "mode": mode, "limit": limit, "languages": tuple(lang or ())}
    try:
        return Question.model_validate({**fields, "history": history})
    except ValidationError as error:
        first = error.errors()[0]
        where = str(first["loc"][0])
        if where == "text":
            raise QuestionRefused(f"The question cannot be asked: {first['msg']}.") from error
        option = {"languages": "lang", "history": "after"}.get(where, where)
        raise SettingsError(f"--{option} is wrong: {first['msg']}.") from error


async def _answer(question: Question, docker: bool) -> Answer:
    from app.wiring import open_retriever, settings_of

    async with open_retriever(settings_of(neo4j_docker=docker or None)) as retriever:
        return await retriever.ask(question)


def print_answer(answer: Answer, *, why: bool = False) -> None:
    """Print an answer for a person: sentences with numbers, then the sources."""
    from app.console import print_table, say

    say(answer.answer)
    for sentence in answer.sentences:
        if not sentence.supported:
            say(f"Note: not supported by the sources: {sentence.text}")
    for note in answer.notes:
        say(f"Note: {note}")
    if answer.citations:
        say()
    for citation in answer.citations:
        say(f"[{citation.n}] {citation.title} › {' › '.join(citation.heading_path)}".rstrip(" ›"))
        say(f"    “{citation.quote}”")
        say(f"    {address(citation)}")
    if not answer.answered and answer.pages:
        say("\nNearest pages:")
        for page in answer.pages:
            say(f"  {page.title}  {page.url}")
    if why:
        say(f"\nMode {answer.route.mode} ({answer.route.confidence:.2f}): {answer.route.reason}")
        print_table(("step", "ms", "detail"), [(s.step, f"{s.ms:.1f}", _brief(s.detail)) for s in answer.trace])


def _brief(detail: dict[str, object]) -> str:
    return ", ".join(f"{key}={str(value)[:60]}" for key, value in detail.items())[:200]


def address(citation: Citation) -> str:
    """Where the cited block starts: the page and its nearest anchor."""
    return f"{citation.url}#{citation.anchor}" if citation.anchor else citation.url
