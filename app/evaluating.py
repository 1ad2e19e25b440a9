"""`sitequest eval`: a dataset asked of the graph beside baselines and with parts switched off, scored and written."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.bars import crawl_bars
from app.console import note
from app.evalsites import Source, ensure_site
from core.errors import SettingsError
from core.settings import Settings

if TYPE_CHECKING:
    from evaluation.gateway import Generator
    from evaluation.records import Dataset
    from evaluation.systems import Bench, Plan

LOCAL = "local"
LOCAL_CONTEXT = 8192
DEFAULT_WEIGHTS = "qwen2.5-coder-1.5b"


@dataclass(frozen=True, slots=True)
class EvalOptions:
    """What the command line asks of an evaluation; lists are separated by commas, `all` is everything there is."""

    dataset: str
    site: str | None = None
    source: Source = field(default_factory=Source)
    modes: str = ""
    baselines: str = ""
    ablations: str = ""
    corrupt: str = ""
    missing: str = ""
    half: str = ""
    limit: int = 0
    passages: int = 0
    llm: str | None = None
    judge: bool = False
    fresh: bool = False


def run_evaluation(settings: Settings, options: EvalOptions, *, quiet: bool = False) -> dict[str, Any]:
    """Bring the site in if need be, ask, score; the whole run as plain JSON."""
    from evaluation.corpora import as_site, take_part
    from evaluation.datasets import load_dataset

    data = load_dataset(options.dataset, options.half)
    data = as_site(take_part(data, options.passages, options.limit) if options.passages else data)
    plan = make_plan(options)
    with use_llm(settings, options.llm) as chosen:
        if options.judge and not chosen.llm_base_url:
            raise SettingsError("--judge needs a language model: name one with --llm.")
        check_libraries(chosen, plan)
        site = ensure_site(chosen, data, options.site, options.source, quiet=quiet)
        return asyncio.run(_evaluate(chosen, options, data, plan, site, quiet=quiet))


def make_plan(options: EvalOptions) -> Plan:
    """What to run. Raises `SettingsError` for a part that does not exist."""
    from evaluation.systems import ABLATIONS, BASELINES, MODES, SLOW, Plan

    return Plan(
        _chosen(options.modes, MODES),
        _chosen(options.ablations, tuple(ABLATIONS)),
        _chosen(options.baselines, tuple(name for name in BASELINES if name not in SLOW)),
    )


def check_libraries(settings: Settings, plan: Plan) -> None:
    """Raises `SettingsError` when a library has no environment or no language model, before any work is done."""
    from evaluation.bridge import LIBRARIES, find_python

    for library in (LIBRARIES[name] for name in plan.baselines if name in LIBRARIES):
        if not settings.llm_base_url:
            raise SettingsError(f"{library.kind} cannot work without a language model: name one with --llm.")
        find_python(library, settings.cache)


def _chosen(text: str, every: tuple[str, ...]) -> tuple[str, ...]:
    """The parts named; `all` is every one of these."""
    parts = tuple(part.strip() for part in text.split(",") if part.strip())
    return every if parts == ("all",) else parts


@contextmanager
def use_llm(settings: Settings, llm: str | None) -> Iterator[Settings]:
    """Settings with the language model asked for: none, local, local:WEIGHTS, or an address and #MODEL."""
    if llm is None:
        yield settings
    elif llm == "none":
        yield settings.model_copy(update={"llm_base_url": None})
    elif llm.split(":")[0] == LOCAL:
        from models.local_llm import LocalServer

        name = llm.partition(":")[2] or DEFAULT_WEIGHTS
        note(f"Starting the local language model {name}.")
        with LocalServer(settings, name, LOCAL_CONTEXT) as server:
            yield settings.model_copy(update={"llm_base_url": server.base_url, "llm_model": name, "llm_timeout": 300.0})
    elif llm.startswith(("http://", "https://")):
        url, _, model = llm.partition("#")
        yield settings.model_copy(update={"llm_base_url": url, "llm_model": model or settings.llm_model})
    else:
        raise SettingsError(f"--llm {llm} is none of: none, local, local:WEIGHTS, http://HOST:PORT/v1#MODEL.")


async def _evaluate(
    settings: Settings, options: EvalOptions, data: Dataset, plan: Plan, site: str, *, quiet: bool
) -> dict[str, Any]:
    from dataclasses import replace

    from app.wiring import open_graph, open_retriever
    from evaluation.breaking import open_damaged
    from evaluation.judging import Judge
    from evaluation.run import evaluate
    from models.factory import make_llm

    async with open_retriever(settings) as retriever:
        with ExitStack() as stack:
            database = stack.enter_context(open_graph(settings))
            bars = stack.enter_context(crawl_bars(quiet=quiet))
            damages = [("corrupt", share) for share in _shares(options.corrupt)]
            damages += [("missing", share) for share in _shares(options.missing)]
            sites = stack.enter_context(open_damaged(database, site, damages, progress=bars.step))
            bench = make_bench(settings, site, data, retriever=retriever, database=database)
            llm = make_llm(settings) if options.judge else None
            journal = find_journal(settings, options, site, bench)
            run = await evaluate(
                data, bench, replace(plan, sites=sites), limit=options.limit, journal=journal, progress=bars.step,
                settings=describe(settings, options, site), judge=Judge(llm) if llm is not None else None,
            )  # fmt: skip
            journal.unlink(missing_ok=True)
            return run


def make_bench(settings: Settings, site: str, data: Dataset, **parts: Any) -> Bench:
    """What the systems of a run are made of."""
    from evaluation.pages import read_html, read_site
    from evaluation.systems import Bench
    from models.factory import make_embedders, make_llm, make_reranker

    pages = None if data.passages else partial(read_site, settings, site)
    return Bench(
        site=site, pages=pages, html=partial(read_html, settings, site), embedders=make_embedders(settings),
        reranker=make_reranker(settings), llm=make_llm(settings), generator=_generator(settings), cache=settings.cache,
        **parts,
    )  # fmt: skip


def _generator(settings: Settings) -> Generator | None:
    """Where the language model is, if there is one."""
    from evaluation.gateway import Generator

    if not settings.llm_base_url:
        return None
    key = settings.llm_api_key.get_secret_value() if settings.llm_api_key else ""
    return Generator(settings.llm_base_url, settings.llm_model, key, settings.llm_timeout)


def find_journal(settings: Settings, options: EvalOptions, site: str, bench: Bench) -> Path:
    """The file that lets a stopped run go on; its name changes with what changes answers, but for the code.

    It holds answers by system and question, so a run with more systems or questions goes on from one with fewer.
    """
    from evaluation.systems import site_counts

    same = json.dumps([_digest(options.dataset), site, site_counts(bench), _models(settings)], sort_keys=True)
    path = settings.home / "evaluation" / f"{Path(options.dataset).stem}-{_hash(same)}.jsonl"
    if options.fresh:
        path.unlink(missing_ok=True)
    if path.is_file():
        lines = path.read_text(encoding="utf-8").count("\n")
        note(f"Going on with a run that was stopped after {lines} answers; --fresh starts anew.")
    return path


def _digest(dataset: str) -> str:
    return _hash(Path(dataset).read_text(encoding="utf-8", errors="replace")) if Path(dataset).is_file() else dataset


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _shares(text: str) -> list[float]:
    try:
        shares = [float(part) / 100 for part in text.split(",") if part.strip()]
    except ValueError as error:
        raise SettingsError(f"{text} is no list of per cent, such as 10,30.") from error
    if any(not 0 < share < 1 for share in shares):
        raise SettingsError("A part of the site to damage lies between 0 and 100 per cent.")
    return shares


def _models(settings: Settings) -> dict[str, Any]:
    return {
        "embedder": settings.embedder,
        "second_embedder": settings.second_embedder,
        "reranker": settings.reranker,
        "llm": settings.llm_model if settings.llm_base_url else None,
    }


def describe(settings: Settings, options: EvalOptions, site: str) -> dict[str, Any]:
    """What the run was made with, and the command that makes it again; no place of this machine is in it."""
    words = ["sitequest eval", Path(options.dataset).name, f"--site {site}"]
    if options.source.folder is not None:
        words.append(f"--from-dir DIR --base-url {options.source.base_url}")
    named = {
        "start": options.source.start, "modes": options.modes, "baselines": options.baselines,
        "ablate": options.ablations, "corrupt": options.corrupt, "missing": options.missing, "half": options.half,
        "limit": options.limit, "passages": options.passages, "llm": options.llm,
    }  # fmt: skip
    words += [f"--{name} {value}" for name, value in named.items() if value]
    return {"command": " ".join([*words, *(["--judge"] if options.judge else [])]), "site": site, **_models(settings)}
