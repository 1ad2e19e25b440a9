"""Ask a file of questions of a site in the graph and print what was found, beside the flat-chunk figures.

    scripts/measure_retrieval.py QUESTIONS.json --site NAME [--half seen] [--mode A] [--off rerank,entities] [--show]

Right: the answer holds an accepted form (all items of a list, in any of their spellings). Evidence: the accepted words
stand in the top five blocks. Pages: the gold page is cited (all, for several). Wrong: answered, and not right.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import statistics
import time
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from core.errors import AskError
from core.records import Answer, Question, Turn
from core.settings import load_settings
from graph import open_async_database
from models.factory import make_embedders, make_llm, make_reranker
from retrieval import Options, Retriever
from retrieval.texts import fold

FLAT = {  # evidence of BM25 and of RRF over flat 150-word chunks, ../shared/data/README.md
    "lookup": ".90 / .77",
    "list": ".77 / .80",
    "two-hop": ".07 / .10",
    "entity": "1.0 / .83",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its gold in one form."""

    text: str
    kind: str
    groups: tuple[tuple[str, ...], ...]
    pages: tuple[str, ...]
    answerable: bool
    mode: str = ""
    lang: str = ""
    history: tuple[Turn, ...] = ()
    exact: tuple[str, ...] = ()
    gold_pages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question."""

    asked: Asked
    answer: Answer | None
    right: bool
    evidence: bool
    cited: bool
    milliseconds: float
    score: float | None = None


def read_questions(path: Path, half: str) -> list[Asked]:
    """Questions of either form: the catalogue's own file, or the handed templates."""
    raw = path.read_bytes()
    data = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    if isinstance(data, dict):
        return [_own(row) for row in data["questions"] if half in ("all", row.get("half", half))]
    return [_template(row) for row in data]


def _own(row: dict[str, Any]) -> Asked:
    groups = [tuple(item.split("|")) for item in row.get("items") or []] or [tuple(row.get("accept") or [])]
    return Asked(
        row["question"],
        row["kind"],
        tuple(groups),
        tuple(row.get("pages") or []),
        row.get("answerable", True),
        row.get("mode", ""),
        row.get("lang", ""),
        _turns(row.get("history") or []),
        tuple(row.get("exact") or ()),
        tuple(row.get("gold_pages") or ()),
    )


def _turns(history: list[dict[str, str]]) -> tuple[Turn, ...]:
    turns: list[Turn] = []
    for message in history:
        if "question" in message:
            turns.append(Turn(**message))
        elif message["role"] == "user":
            turns.append(Turn(question=message["content"]))
        else:
            turns[-1] = Turn(question=turns[-1].question, answer=message["content"])
    return tuple(turns)


def _template(row: dict[str, Any]) -> Asked:
    kind, answer = row["kind"], row["a"]
    if kind == "unanswerable":
        return Asked(row["q"], kind, (), (), False)
    if kind == "entity":
        return Asked(row["q"], kind, (), tuple(row["pages"]), True)
    if kind == "two-hop":
        title, units = re.fullmatch(r"[^:]+: (.+) \(([^()]*)\)", answer).groups()  # type: ignore[union-attr]
        return Asked(row["q"], kind, ((title,), (units,)), tuple(row["pages"]), True)
    if row.get("codes"):
        groups = tuple((code, code.replace(" ", "")) for code in row["codes"])
        return Asked(row["q"], kind, groups, tuple(row["pages"]), True)
    return Asked(row["q"], kind, ((str(answer),),), tuple(row["pages"]), True)


def plain(text: str) -> str:
    """A text as it is compared: folded, one space, no citation numbers."""
    return re.sub(r"\s+", " ", fold(re.sub(r" ?\[\d+\]", "", text))).strip()


def holds(text: str, groups: tuple[tuple[str, ...], ...]) -> bool:
    """Whether the text holds one spelling of every group; `20A-B` also stands for 20A and 20B."""
    text = plain(text)
    return all(any(_holds_one(text, plain(form)) for form in group) for group in groups)


def _holds_one(text: str, form: str) -> bool:
    if re.search(rf"(?<![a-z0-9]){re.escape(form)}(?![a-z0-9])", text):
        return True
    code = re.fullmatch(r"([a-z]+) (\d+)([a-z]*)", form)
    if code is None:
        return False
    letters, number, ending = code.groups()
    joined = rf"{letters}[^.;]{{0,60}}?(?<![a-z0-9]){number}{ending}(?![a-z0-9])"
    row = rf"{letters}[^.;]{{0,60}}?{number}[a-z]*(?:[-,/]| and | or )+(?:[a-z],? ?(?:and |or )?)*{ending}(?![a-z0-9])"
    return bool(re.search(joined, text)) or bool(ending and re.search(row, text))


def judge(asked: Asked, answer: Answer | None, ms: float) -> Outcome:
    """Compare an answer with the gold."""
    if answer is None:
        return Outcome(asked, None, not asked.answerable, False, False, ms)
    if not asked.answerable:
        return Outcome(asked, answer, not answer.answered, False, False, ms)
    top = "\n".join(" ".join([*item.heading_path, item.text]) for item in answer.evidence[:5])
    cited = {re.sub(r"^https?://[^/]+", "", page.url) for page in answer.pages}
    every = asked.kind in ("entity", "two-hop", "comparison")
    all_cited = set(asked.pages) <= cited if every else bool(set(asked.pages) & cited)
    if asked.exact or asked.gold_pages:
        return _judge_set(asked, answer, cited, ms)
    right = answer.answered and (holds(answer.answer, asked.groups) if asked.groups else all_cited)
    return Outcome(asked, answer, right, holds(top, asked.groups) if asked.groups else all_cited, all_cited, ms)


def _judge_set(asked: Asked, answer: Answer, cited: set[str], ms: float) -> Outcome:
    """Lists: right when the lines are the exact set. Global questions: the share of gold pages cited, half is right."""
    if asked.gold_pages:
        share = len(cited & set(asked.gold_pages)) / len(asked.gold_pages)
        return Outcome(asked, answer, share >= 0.5, share >= 0.5, share == 1.0, ms, share)
    found = sum(holds(answer.answer, ((name,),)) for name in asked.exact)
    given = len(answer.sentences) if answer.answered else 0
    score = 2 * found / (given + len(asked.exact)) if given else 0.0
    return Outcome(asked, answer, score == 1.0, found == len(asked.exact), bool(cited & set(asked.pages)), ms, score)


async def ask_all(arguments: argparse.Namespace, questions: list[Asked]) -> list[Outcome]:
    """Ask one after the other, as a user does."""
    settings = load_settings()
    options = replace(Options(), **dict.fromkeys(filter(None, arguments.off.split(",")), False))
    llm = make_llm(settings) if arguments.llm else None
    async with await open_async_database(settings) as database:
        retriever = Retriever(database, make_embedders(settings), make_reranker(settings), llm, settings, options)
        return [await _ask(retriever, arguments, asked) for asked in questions]


async def _ask(retriever: Retriever, arguments: argparse.Namespace, asked: Asked) -> Outcome:
    started = time.perf_counter()
    question = Question(text=asked.text, site=arguments.site, mode=arguments.mode, history=asked.history)
    try:
        answer = await retriever.ask(question)
    except AskError as error:
        print(f"refused: {asked.text}: {error}")
        answer = None
    outcome = judge(asked, answer, 1000 * (time.perf_counter() - started))
    if arguments.show and (not outcome.right or arguments.show == "all"):
        show(outcome)
    return outcome


def show(outcome: Outcome) -> None:
    """One outcome for a person who looks for the fault."""
    asked, answer = outcome.asked, outcome.answer
    print(f"\n{'OK ' if outcome.right else 'BAD'} [{asked.kind}] {asked.text}\n    gold: {asked.groups} {asked.pages}")
    if answer is None:
        return
    doubt = next((step.detail for step in answer.trace if step.step == "doubt"), {})
    print(f"    {answer.route.mode}: {answer.answer[:400]!r}\n    {doubt}")
    for item in answer.evidence[:5]:
        path = "".join(f" {step.source}-{step.edge}->{step.target};" for step in item.path)
        print(f"    {item.score:.3f} {item.url[-28:]} {' > '.join(item.heading_path)[-70:]} | {item.text[:70]!r}{path}")


def table(outcomes: list[Outcome]) -> str:
    """Right, wrong, refused, evidence and pages by kind."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.asked.kind].append(outcome)
        kinds["ALL answerable" if outcome.asked.answerable else "ALL unanswerable"].append(outcome)
    lines = [
        "| kind | n | right | wrong | refused | evidence | pages cited | flat evidence BM25 / RRF |",
        "|" + "---|" * 8,
    ]
    for kind, rows in sorted(kinds.items()):
        answered = [row for row in rows if row.answer and row.answer.answered]
        wrong = sum(not row.right for row in answered)
        lines.append(
            f"| {kind} | {len(rows)} | {sum(row.right for row in rows)} | {wrong} | {len(rows) - len(answered)} | "
            f"{sum(row.evidence for row in rows)} | {sum(row.cited for row in rows)} | {FLAT.get(kind, '–')} |"
        )
    scores = [row.score for row in outcomes if row.score is not None]
    if scores:
        lines.append(f"\nmean F1, or share of gold pages cited: {statistics.mean(scores):.3f}")
    times = sorted(row.milliseconds for row in outcomes)
    lines.append(f"\nms a question: p50 {statistics.median(times):.0f}, p95 {times[int(0.95 * (len(times) - 1))]:.0f}")
    routed = [row for row in outcomes if row.asked.mode and row.answer]
    return "\n".join([*lines, *([_routes(routed)] if routed else [])])


def _routes(rows: list[Outcome]) -> str:
    step = {
        id(row): next(s.detail["mode"] for s in row.answer.trace if s.step == "route") for row in rows if row.answer
    }
    wrong = [
        f"  {row.asked.text[:90]} → {step[id(row)]}, not {row.asked.mode}"
        for row in rows
        if step[id(row)] != row.asked.mode
    ]
    return "\n".join([f"right route: {len(rows) - len(wrong)} of {len(rows)}", *wrong])


def main() -> None:
    """Read the arguments, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--site")
    parser.add_argument("--half", default="seen")
    parser.add_argument("--mode")
    parser.add_argument("--kind")
    parser.add_argument("--off", default="", help="options to switch off: rerank,selection,entities,navigation,topics")
    parser.add_argument("--llm", action="store_true")
    parser.add_argument("--show", nargs="?", const="bad")
    parser.add_argument("--most", type=int, default=100_000, help="questions at most, for a quick look")
    arguments = parser.parse_args()
    questions = [
        one for one in read_questions(arguments.questions, arguments.half) if arguments.kind in (None, one.kind)
    ]
    print(table(asyncio.run(ask_all(arguments, questions[: arguments.most]))))


if __name__ == "__main__":
    main()
