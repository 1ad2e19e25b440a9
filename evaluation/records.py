"""Questions with their gold, corpora, and what came of asking."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from core.records import Turn


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question with what is right. Fields that do not apply are empty, and their metrics are then N/A, never 0.

    `groups`: the answer is right when every group has one of its forms in it; `exact`: the complete set of a list;
    `words` or `phrase`: what the evidence must hold where it is not the forms themselves; `pages`: gold pages, paths or
    addresses, `every_page` when all of them are needed; `quotes`: words that stand in the gold blocks; `verdict`: yes
    or no; `current`, `outdated`: forms of the value that holds and of the one that does not, where pages disagree.
    """

    id: str
    text: str
    kind: str
    lang: str = ""
    answerable: bool = True
    answer: str = ""
    groups: tuple[tuple[str, ...], ...] = ()
    exact: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    phrase: str = ""
    pages: tuple[str, ...] = ()
    every_page: bool = False
    quotes: tuple[str, ...] = ()
    verdict: str = ""
    current: tuple[str, ...] = ()
    outdated: tuple[str, ...] = ()
    mode: str = ""
    history: tuple[Turn, ...] = ()
    half: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A document of a corpus, for what is asked without a crawl: `url` is its key."""

    url: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Dataset:
    """Questions about one site or corpus. `start` is the address to crawl from; `passages` a corpus without a site."""

    name: str
    questions: tuple[GoldQuestion, ...]
    licence: str = ""
    site: str = ""
    start: str = ""
    corpus: str = ""
    passages: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """A piece of evidence, from whichever system: best first. `scores` are named numbers that ranked it."""

    url: str
    text: str
    title: str = ""
    block_id: str = ""
    scores: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a system answered, in one form for ours and for baselines.

    `answered` is None when the system only retrieves; `citations` are (address, quote, whether the quote stands in the
    cited block) triples, None when it cites nothing by design. `candidates` are the ids of all blocks that it looked
    at before the cut, as far as it tells them; `cited_text` is the text of the blocks that it cites.
    `sure`: the answer does not say itself that it may not be one. `given` are the pages that count as cited whatever is
    answered, for baselines that are taken as a list of chunks; None where only citations count.
    """

    evidence: tuple[Found, ...] = ()
    answer: str = ""
    answered: bool | None = None
    items: tuple[str, ...] = ()
    pages: tuple[str, ...] | None = None
    citations: tuple[tuple[str, str, bool], ...] | None = None
    sentences: int = 0
    supported: int = 0
    cited: int = 0
    grounded: int = 0
    mode: str = ""
    confidence: float | None = None
    sure: bool = True
    tokens: int | None = None
    llm_calls: int | None = None
    steps: tuple[tuple[str, float], ...] = ()
    trace: tuple[dict[str, Any], ...] = ()
    error: str = ""
    candidates: tuple[str, ...] = ()
    cited_text: str = ""
    given: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """Where the gold of a question stands in what a system indexed: None where it cannot be told.

    `crawled`: whether the gold pages are there (all that are needed); `blocks`: ids of the blocks that hold gold words,
    empty when a gold word stands in no block.
    """

    crawled: bool | None = None
    blocks: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question, one system: reply, milliseconds, metric values (absent: N/A), and the class of what went wrong."""

    question: GoldQuestion
    system: str
    reply: Reply
    ms: float
    metrics: dict[str, float] = field(default_factory=dict)
    fault: str = ""
