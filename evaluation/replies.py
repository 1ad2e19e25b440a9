"""Our own answers, in the form that all systems are scored in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Set
from dataclasses import dataclass
from typing import Any

from core.errors import AskError
from core.records import Answer, Question, Sentence
from evaluation.faults import Texts
from evaluation.records import Found, GoldQuestion, Place, Reply
from evaluation.texts import tokens

Ask = Callable[[Question], Awaitable[Answer]]


@dataclass(frozen=True, slots=True)
class GraphSystem:
    """Ours as a system: `ask_graph` is `Retriever.ask` or anything of that form; `mode` forces a mode.

    `texts` are the blocks of the site, to tell where the gold of a wrong answer stands.
    """

    ask_graph: Ask
    site: str | None = None
    name: str = "sitequest"
    mode: Any = None
    texts: Callable[[], Texts] | None = None

    async def ask(self, question: GoldQuestion) -> Reply:
        """The answer in common form; a question refused as such counts as a refusal."""
        asked = Question(text=question.text, site=self.site, history=question.history, mode=self.mode)
        try:
            return read_answer(await self.ask_graph(asked))
        except AskError as error:
            return Reply(answered=False, answer=str(error), pages=(), citations=())

    def locate(self, question: GoldQuestion) -> Place:
        """Where the gold stands in the graph, when its blocks are known."""
        return self.texts().locate(question) if self.texts is not None else Place()


def read_answer(answer: Answer) -> Reply:
    """An answer record as a reply; a citation is valid when its quote stands in the evidence block it names."""
    texts = {item.block_id: _one_space(f"{item.text} {' '.join(item.heading_path)}") for item in answer.evidence}
    citations = tuple(
        (one.url, one.quote, _one_space(one.quote) in texts.get(one.block_id, "")) for one in answer.citations
    )
    valid = {citation.n for citation, (_, _, good) in zip(answer.citations, citations, strict=True) if good}
    return Reply(
        evidence=tuple(
            Found(item.url, item.text, _place(item.title, item.heading_path), item.block_id) for item in answer.evidence
        ),
        answer=answer.answer,
        answered=answer.answered,
        items=tuple(sentence.text for sentence in answer.sentences) if len(answer.sentences) > 1 else (),
        pages=tuple(page.url for page in answer.pages),
        citations=citations,
        sentences=len(answer.sentences),
        supported=sum(sentence.supported for sentence in answer.sentences),
        cited=sum(bool(valid & set(sentence.citations)) for sentence in answer.sentences),
        grounded=sum(is_grounded(sentence.text, _cited_text(answer, sentence)) for sentence in answer.sentences),
        mode=answer.route.mode,
        confidence=_confidence(answer),
        sure=answer.sure,
        tokens=answer.usage.prompt_tokens + answer.usage.completion_tokens,
        llm_calls=answer.usage.llm_calls,
        steps=tuple((step.step, step.ms) for step in answer.trace),
        trace=tuple(step.model_dump() for step in answer.trace),
        cited_text=_text_of(answer, {citation.block_id for citation in answer.citations}),
        candidates=tuple(dict.fromkeys(_blocks([step.detail for step in answer.trace]))),
    )


def _confidence(answer: Answer) -> float:
    """How surely the evidence answers, where that was weighed; else how sure the route was."""
    weighed = [step.detail.get("probability") for step in answer.trace if step.step == "doubt"]
    return next((float(value) for value in weighed if value is not None), answer.route.confidence)


def _blocks(detail: Any) -> Iterator[str]:
    """The block ids anywhere in the details of a trace."""
    if isinstance(detail, dict):
        if isinstance(block := detail.get("block"), str):
            yield block
        detail = list(detail.values())
    if isinstance(detail, list | tuple):
        for part in detail:
            yield from _blocks(part)


def is_grounded(sentence: str, source: str) -> bool:
    """Whether all numbers and at least 4 of 5 other words of a sentence stand in what it cites.

    A check of its own, apart from the verification that retrieval does.
    """
    said, known = set(tokens(sentence)), set(tokens(source))
    numbers = {token for token in said if any(sign.isdigit() for sign in token)}
    words = [token for token in said - numbers if len(token) > 3 or not token.isascii()]
    return bool(known) and numbers <= known and sum(word in known for word in words) >= 0.8 * len(words)


def _cited_text(answer: Answer, sentence: Sentence) -> str:
    """The blocks that a sentence cites, with their titles and headings."""
    return _text_of(answer, {citation.block_id for citation in answer.citations if citation.n in sentence.citations})


def _text_of(answer: Answer, ids: Set[str]) -> str:
    blocks = (item for item in answer.evidence if item.block_id in ids)
    return "\n".join(" ".join([item.title, *item.heading_path, item.text, item.parent_text]) for item in blocks)


def _place(title: str, heading_path: tuple[str, ...]) -> str:
    return " > ".join(part for part in (title, *heading_path) if part)


def _one_space(text: str) -> str:
    return " ".join(text.split())
