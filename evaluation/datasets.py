"""Datasets in one form (docs/evaluation.md), and loaders of the public forms.

`load_dataset` tells the form by what is in the file: our own JSON, the handed catalogue questions (a list with `q` and
`a`), HotpotQA or MuSiQue rows, or 2WikiMultihopQA with its corpus beside it.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from core.errors import SettingsError
from core.records import Turn
from evaluation.records import Dataset, GoldQuestion, Passage
from evaluation.texts import tokens

EVERY_PAGE_KINDS = frozenset({"two-hop", "comparison", "entity", "disagree"})
NO_SITE = ("names", "routes")
BUNDLED = {"demo": ("demo", "questions.json")}


def load_dataset(source: str, half: str = "") -> Dataset:
    """A bundled set by name (`demo`, or one of evaluation/questions), or a file. `half`: seen, unseen or empty for all.

    Raises `SettingsError` when there is no such set or its form is unknown.
    """
    path = _find(source)
    try:
        raw = path.read_bytes()
        data = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    except (OSError, ValueError) as error:
        raise SettingsError(f"The dataset {path} cannot be read: {error}.") from error
    dataset = _reader(data, path)(data, path)
    if not half:
        return dataset
    chosen = tuple(question for question in dataset.questions if question.half in ("", half))
    return Dataset(dataset.name, chosen, dataset.licence, dataset.site, dataset.start, dataset.corpus, dataset.passages)


def _find(source: str) -> Path:
    if Path(source).is_file():
        return Path(source)
    package, name = BUNDLED.get(source, ("evaluation.questions", f"{source}.json"))
    bundled = Path(str(files(package).joinpath(name)))
    if not bundled.is_file():
        raise SettingsError(f"There is no dataset {source!r}: give a file, or {', '.join(_bundled())}.")
    return bundled


def _bundled() -> list[str]:
    """Names of the sets that come along and ask a site."""
    folder = Path(str(files("evaluation.questions")))
    return [*BUNDLED, *sorted(path.stem for path in folder.glob("*.json") if path.stem not in NO_SITE)]


def _reader(data: Any, path: Path) -> Callable[[Any, Path], Dataset]:
    first = (data[0] if isinstance(data, list) and data else data) or {}
    if isinstance(data, dict) and "questions" in data:
        return read_own
    for key, reader in (
        ("q", read_templates),
        ("gold_titles_guess", read_2wiki),
        ("supporting_facts", read_hotpot),
        ("question_decomposition", read_musique),
    ):
        if isinstance(data, list) and key in first:
            return reader
    raise SettingsError(f"The form of the dataset {path} is unknown; docs/evaluation.md describes the one to use.")


def read_own(data: dict[str, Any], path: Path) -> Dataset:
    """Our own form, as evaluation/questions/README.md describes it."""
    return Dataset(
        name=data.get("name", path.stem),
        questions=tuple(_own_question(row, number) for number, row in enumerate(data["questions"], 1)),
        licence=data.get("licence", ""),
        site=data.get("site", ""),
        start=data.get("start", ""),
        corpus=data.get("corpus", ""),
        passages=tuple(Passage(**row) for row in data.get("passages", ())),
    )


def _own_question(row: dict[str, Any], number: int) -> GoldQuestion:
    kind = row.get("kind", "")
    groups = [tuple(item.split("|")) for item in row.get("items") or ()]
    groups = groups or ([tuple(row["accept"])] if row.get("accept") else [])
    pages = tuple(row.get("gold_pages") or row.get("pages") or ())
    return GoldQuestion(
        id=str(row.get("id", number)),
        text=row["question"],
        kind=kind,
        lang=row.get("lang", ""),
        answerable=row.get("answerable", True),
        answer=row.get("answer") or "",
        groups=tuple(groups),
        exact=tuple(row.get("exact") or ()),
        pages=pages,
        every_page=bool(row.get("every_page", kind in EVERY_PAGE_KINDS and "gold_pages" not in row)),
        quotes=(row["quote"],) if row.get("quote") else (),
        verdict=row.get("verdict") or "",
        current=tuple(row.get("current") or ()),
        outdated=tuple(row.get("outdated") or ()),
        mode=row.get("mode") or "",
        history=read_history(row.get("history") or []),
        half=row.get("half", ""),
    )


def read_history(messages: list[dict[str, str]]) -> tuple[Turn, ...]:
    """Turns from chat messages (`role`, `content`), or from `question` and `answer` pairs."""
    turns: list[Turn] = []
    for message in messages:
        if "question" in message:
            turns.append(Turn(**message))
        elif message["role"] == "user" or not turns:
            turns.append(Turn(question=message["content"]))
        else:
            turns[-1] = Turn(question=turns[-1].question, answer=message["content"])
    return tuple(turns)


def read_templates(data: list[dict[str, Any]], path: Path) -> Dataset:
    """The catalogue's template questions: `kind`, `q`, `a`, `pages`, `codes`."""
    return Dataset(path.stem, tuple(_template(row, number) for number, row in enumerate(data, 1)))


def _template(row: dict[str, Any], number: int) -> GoldQuestion:
    kind, answer = row["kind"], row["a"]
    groups: tuple[tuple[str, ...], ...] = ()
    words: tuple[str, ...] = ()
    phrase = ""
    if kind == "two-hop":
        title, units = re.fullmatch(r"[^:]+: (.+) \(([^()]*)\)", answer).groups()  # type: ignore[union-attr]
        groups, words = ((title,), (units,)), tuple(tokens(answer))
    elif kind == "list":
        groups, phrase = tuple((code,) for code in row["codes"]), answer
    elif kind == "lookup":
        groups = ((str(answer),),)
    return GoldQuestion(
        id=f"{kind}-{number}",
        text=row["q"],
        kind=kind,
        lang="en",
        answerable=kind != "unanswerable",
        answer=answer if isinstance(answer, str) else "",
        groups=groups,
        words=words,
        phrase=phrase,
        pages=tuple(row["pages"]),
        every_page=kind in ("two-hop", "entity"),
    )


def read_2wiki(data: list[dict[str, Any]], path: Path) -> Dataset:
    """2WikiMultihopQA questions with complete gold titles; `corpus.json` beside them holds titles and texts."""
    rows = json.loads((path.parent / "corpus.json").read_text(encoding="utf-8"))
    passages = tuple(Passage(row["title"], row["title"], row["text"]) for row in rows)
    questions = tuple(
        _multihop(row["id"], row["question"], row["answer"], row["question_type"], row["gold_titles_guess"])
        for row in data
        if row.get("gold_titles_complete", True)
    )
    return Dataset("2wiki", questions, corpus="2wikimultihopqa", passages=passages)


def read_hotpot(data: list[dict[str, Any]], path: Path) -> Dataset:
    """HotpotQA rows; the corpus is all their contexts together, or `*_corpus.json` beside the file."""
    beside = path.with_name(f"{path.stem}_corpus.json")
    if beside.is_file():
        titles = json.loads(beside.read_text(encoding="utf-8"))
    else:
        titles = {title: sentences for row in data for title, sentences in row["context"]}
    questions = tuple(
        _multihop(
            str(row.get("_id", number)),
            row["question"],
            row["answer"],
            row.get("type", ""),
            [title for title, _ in row["supporting_facts"]],
        )
        for number, row in enumerate(data, 1)
    )
    return Dataset("hotpotqa", questions, corpus="hotpotqa", passages=_titled(titles))


def read_musique(data: list[dict[str, Any]], path: Path) -> Dataset:
    """MuSiQue rows: `paragraphs` with `title`, `paragraph_text` and `is_supporting`."""
    texts: dict[str, list[str]] = {}
    for paragraph in (paragraph for row in data for paragraph in row["paragraphs"]):
        texts.setdefault(paragraph["title"], []).append(paragraph["paragraph_text"])
    unique = {title: list(dict.fromkeys(parts)) for title, parts in texts.items()}
    questions = tuple(
        _multihop(
            str(row["id"]),
            row["question"],
            row["answer"],
            "multi-hop",
            [item["title"] for item in row["paragraphs"] if item["is_supporting"]],
            row.get("answerable", True),
        )
        for row in data
    )
    return Dataset("musique", questions, corpus="musique", passages=_titled(unique))


def _titled(titles: dict[str, list[str]]) -> tuple[Passage, ...]:
    return tuple(Passage(title, title, "".join(sentences)) for title, sentences in titles.items())


def _multihop(id_: str, text: str, answer: str, kind: str, titles: list[str], answerable: bool = True) -> GoldQuestion:
    gold = tuple(dict.fromkeys(titles))
    return GoldQuestion(id_, text, kind, "en", answerable, answer, ((answer,),), pages=gold, every_page=True)
