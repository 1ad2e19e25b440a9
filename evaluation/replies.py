"""Our own answers, in the form that all systems are scored in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from core.errors import AskError
from core.records import Answer, Question
from evaluation.records import Found, GoldQuestion, Reply

Ask = Callable[[Question], Awaitable[Answer]]


class GraphSystem:
    """Ours as a system: `ask` is `Retriever.ask` or anything of that form; `mode` forces a mode, `name` is shown."""

    def __init__(self, ask: Ask, site: str | None = None, name: str = "sitequest", mode: str | None = None) -> None:
        self.name = name
        self._ask = ask
        self._site = site
        self._mode = mode

    async def ask(self, question: GoldQuestion) -> Reply:
        """The answer in common form; a question refused as such counts as a refusal."""
        asked = Question(text=question.text, site=self._site, history=question.history, mode=self._mode)
        try:
            return read_answer(await self._ask(asked))
        except AskError as error:
            return Reply(answered=False, answer=str(error), pages=(), citations=())


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
        mode=answer.route.mode,
        confidence=answer.route.confidence,
        tokens=answer.usage.prompt_tokens + answer.usage.completion_tokens,
        llm_calls=answer.usage.llm_calls,
        steps=tuple((step.step, step.ms) for step in answer.trace),
        trace=tuple(step.model_dump() for step in answer.trace),
    )


def _place(title: str, heading_path: tuple[str, ...]) -> str:
    return " > ".join(part for part in (title, *heading_path) if part)


def _one_space(text: str) -> str:
    return " ".join(text.split())
