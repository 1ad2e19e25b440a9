"""A language model as a second judge: asked only where there is something to judge, and compared with exact metrics."""

from __future__ import annotations

from typing import Any

import pytest

from core.errors import LLMError
from evaluation.judging import Judge, agreement, judge_outcomes
from evaluation.records import GoldQuestion, Outcome, Reply
from models.protocols import Completion

QUESTION = GoldQuestion("1", "How much?", "lookup", answer="4 units", groups=(("4 units",),))


class Says:
    """Answers by what stands in the prompt, and keeps the prompts."""

    name = "scripted"

    def __init__(self, text: str = "") -> None:
        self.asked: list[str] = []
        self._text = text

    async def complete(
        self, system: str, user: str, *, schema: dict[str, Any] | None = None, max_tokens: int = 512
    ) -> Completion:
        self.asked.append(user)
        if self._text == "fail":
            raise LLMError("it is gone")
        return Completion(self._text or '{"correct": %s}' % str("has 4" in user).lower(), 10, 5)  # noqa: UP031


def outcome(answer: str, correct: float, **changes: object) -> Outcome:
    question = GoldQuestion(**{**{name: getattr(QUESTION, name) for name in QUESTION.__slots__}, **changes})  # type: ignore[arg-type]
    return Outcome(question, "ours", Reply(answered=True, answer=answer), 1.0, {"correct": correct})


async def test_the_word_of_the_model_is_a_metric_of_its_own():
    model = Says()
    judged = await judge_outcomes(Judge(model), [outcome("It has 4 units.", 1.0), outcome("It has 2 units.", 0.0)])
    assert [one.metrics["judged_correct"] for one in judged] == [1.0, 0.0]
    assert [one.metrics["correct"] for one in judged] == [1.0, 0.0]
    assert "4 units" in model.asked[0]


async def test_what_cannot_be_judged_is_not_asked():
    model = Says()
    refused = Outcome(QUESTION, "ours", Reply(answered=False), 1.0, {})
    without = outcome("x", 1.0, answerable=False)
    assert await judge_outcomes(Judge(model), [refused, without]) == [refused, without]
    assert model.asked == []


@pytest.mark.parametrize("text", ["fail", "I think so!", '{"correct": "maybe"}'])
async def test_a_model_that_fails_or_talks_nonsense_leaves_no_mark(text: str):
    (judged,) = await judge_outcomes(Judge(Says(text)), [outcome("It has 4 units.", 1.0)])
    assert "judged_correct" not in judged.metrics


def scored(judged: float, exact: float) -> Outcome:
    return Outcome(QUESTION, "ours", Reply(), 1.0, {"judged_correct": judged, "correct": exact})


def test_agreement_and_kappa_by_hand():
    outcomes = [scored(1, 1)] * 4 + [scored(0, 0)] * 4 + [scored(1, 0), scored(0, 1)]
    found = agreement(outcomes)
    assert found["agreement"] == 0.8
    assert found["kappa"] == pytest.approx(0.6)
    assert found["n"] == 10
    assert agreement([]) == {}
    assert agreement([scored(1, 1)])["kappa"] == 1.0
