"""The answer of a language model: fenced sources in, parsed sentences out, each tied to quotes of its blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.errors import LLMError
from core.records import Evidence, Usage
from models.protocols import LanguageModel
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.guard import speaks_to_model
from retrieval.answers.selection import Source, count_tokens
from retrieval.answers.spans import find_spans
from retrieval.data import load_data
from retrieval.texts import fold, sentences, stems

ANSWER_TOKENS = 300
MODEL = "language model"
_MARK = re.compile(r"\s*[\[【(]\s*(\d{1,2}(?:\s*[,，]\s*\d{1,2})*)\s*[\])】]")


class CutOff(LLMError):
    """The stream ended after some of the answer had been sent."""


@dataclass(frozen=True, slots=True)
class Generated:
    """A draft (None when the model found no answer) and what it cost."""

    draft: Draft | None
    usage: Usage


def make_prompt(question: str, sources: Sequence[Source]) -> str:
    """The user's message: fenced sources, then the question."""
    fenced = [f'<source n="{one.number}" page="{_where(one.item)}">{one.text}</source>' for one in sources]
    return "\n".join([*fenced, f"Question: {question}", "Answer:"])


def _where(item: Evidence) -> str:
    return " > ".join(dict.fromkeys([item.title, *item.heading_path[-2:]])).replace('"', "'")[:120]


def evidence_budget(question: str, tokens: int) -> int:
    """Tokens left for sources when the whole question may cost `tokens`."""
    fixed = count_tokens(load_data("prompt")["system"]) + count_tokens(question) + ANSWER_TOKENS + 80
    return max(tokens - fixed, 100)


async def generate(
    llm: LanguageModel, question: str, sources: Sequence[Source], send: Callable[[str], None]
) -> Generated:
    """Ask the model, passing tokens on as they come. Raises `LLMError`, or `CutOff` when tokens had been sent."""
    data = load_data("prompt")
    prompt = make_prompt(question, sources)
    parts: list[str] = []
    stream = llm.stream(data["system"], prompt, max_tokens=ANSWER_TOKENS)
    try:
        async for piece in stream:
            parts.append(piece)
            send(piece)
    except LLMError as error:
        if parts:
            raise CutOff(str(error)) from error
        raise
    text = "".join(parts).strip()
    completion = getattr(stream, "completion", None)
    usage = Usage(
        llm_calls=1,
        prompt_tokens=completion.prompt_tokens if completion else count_tokens(data["system"] + prompt),
        completion_tokens=completion.completion_tokens if completion else count_tokens(text),
    )
    if not text or data["refusal"] in text.upper():
        return Generated(None, usage)
    return Generated(read_answer(text, {one.number: one for one in sources}), usage)


def read_answer(text: str, sources: Mapping[int, Source]) -> Draft:
    """The model's text as claims: numbers out of range are dropped, each kept number gets its best quote."""
    claims = []
    for line in _statements(text):
        numbers = [int(n) for found in _MARK.findall(line) for n in re.split(r"\s*[,，]\s*", found)]
        bare = re.sub(r"\s+([.,;!?。，；！？])", r"\1", _MARK.sub("", line)).strip(" -*•")
        items = [sources[number].item for number in dict.fromkeys(numbers) if number in sources]
        if bare:
            quotes = tuple((item, best_quote(bare, item)) for item in items or _guess(bare, sources))
            claims.append(Claim(bare, quotes))
    return Draft(claims=tuple(claims), made_by=MODEL)


def _statements(text: str) -> list[str]:
    """Sentences with their citation numbers, which may stand behind the full stop."""
    joined = re.sub(r"([.!?。！？])((?:\s*\[\d{1,2}(?:\s*,\s*\d{1,2})*\])+)", r"\2\1", text)
    return sentences(joined)


def best_quote(claim: str, item: Evidence) -> str:
    """The span of the block that shares most words with the claim."""
    wanted = set(stems(claim))
    spans = [span for span in find_spans(item) if not speaks_to_model(span.text)]
    best = max(
        spans,
        key=lambda span: (len(wanted & set(stems(span.text))) / (3 + len(set(stems(span.text)))), -span.place),
        default=None,
    )
    return best.text if best else item.text


def _guess(claim: str, sources: Mapping[int, Source]) -> list[Evidence]:
    """The one source of a sentence without a number, if it holds nearly all its words."""
    wanted = set(stems(claim))
    for source in sources.values():
        if wanted and len(wanted & set(stems(fold(source.item.text)))) >= 0.8 * len(wanted):
            return [source.item]
    return []
