"""`sitequest eval make`: drafts of questions, decided one by one in the terminal or in a web page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.console import note, say
from core.errors import SettingsError
from core.settings import Settings

if TYPE_CHECKING:
    from evaluation.drafting import Draft
    from evaluation.review import Review

HELP = "a accept · e change the question · w change the answer · r reject · s later · q stop"
Ask = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """What the command line asks of drafting."""

    site: str | None
    output: Path
    count: int
    seed: int
    web: bool
    port: int
    accept_all: bool


def make_questions(settings: Settings, options: MakeOptions, ask: Ask = input) -> None:
    """Draft, decide, and say how to go on."""
    from evaluation.review import Review

    site, drafts = read_drafts(settings, options)
    review = Review(options.output, site)
    waiting = review.pending(drafts)
    if not drafts:
        raise SettingsError(f"The graph of {site} has no facts to draft questions from; see `sitequest entities list`.")
    if options.accept_all:
        for draft in waiting:
            review.accept(draft)
    elif options.web:
        from app.evalweb import serve_review

        serve_review(review, drafts, options.port, lambda url: note(f"Decide at {url} (Ctrl-C when done)"))
    else:
        decide(review, waiting, ask)
    accepted, rejected = review.counts()
    say(f"{options.output}: {accepted} questions, {rejected} rejected, {len(review.pending(drafts))} to decide.")
    if accepted:
        say(f"Ask them: sitequest eval {options.output} --site {site}")


def read_drafts(settings: Settings, options: MakeOptions) -> tuple[str, Sequence[Draft]]:
    """The site and its drafts."""
    from app.exploring import chosen_site
    from app.wiring import open_graph
    from evaluation.drafting import draft_questions, read_facts
    from graph.sites import list_sites

    with open_graph(settings) as database:
        site = chosen_site(list_sites(database), options.site)
        return site, draft_questions(read_facts(database, site), options.count, options.seed)


def decide(review: Review, drafts: Sequence[Draft], ask: Ask) -> None:
    """One draft after the other; an empty line accepts, the end of input stops."""
    say(HELP)
    for place, draft in enumerate(drafts, 1):
        show_draft(draft, place, len(drafts))
        try:
            if not _decide_one(review, draft, ask):
                return
        except EOFError:
            return


def _decide_one(review: Review, draft: Draft, ask: Ask) -> bool:
    """Whether to go on."""
    question = answer = ""
    while True:
        key = ask("> ").strip().lower()
        if key in ("", "a"):
            review.accept(draft, question, answer)
            return True
        if key == "e":
            question = ask("question: ")
        elif key == "w":
            answer = ask("answer (several apart by ; forms of one by |): ")
        elif key == "r":
            review.reject(draft)
            return True
        elif key in ("s", "q"):
            return key == "s"
        else:
            say(HELP)
        if key in ("e", "w"):
            say(f"  {question or draft.row['question']} → {answer or draft.row['answer'] or 'no answer'}  (a accepts)")


def show_draft(draft: Draft, place: int, total: int) -> None:
    """A draft with what a person needs to decide."""
    row: dict[str, Any] = draft.row
    say(f"\n{place}/{total}  {row['kind']}")
    for message in row.get("history", ()):
        say(f"  {'after' if message['role'] == 'user' else '    →'} {message['content']}")
    say(f"  Question  {row['question']}")
    say(f"  Right     {row['answer'] or ('see the pages' if row['answerable'] else 'the site does not say')}")
    say(f"  From      {draft.path}")
    for url, text in draft.blocks[:3]:
        say(f"  {url}\n      {' '.join(text.split())[:400]}")
