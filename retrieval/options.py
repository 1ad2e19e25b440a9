"""What retrieval can be tuned by, and what an ablation switches off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Options:
    """Numbers and switches of retrieval. The defaults are what was measured best; see docs/retrieval.md.

    `router`: full (rules, classifier, language model if there is one), rules, or none (always mode A).
    `refusal`: whether doubt ends in saying that the site does not say; without, everything is answered.
    `unsupported`: what becomes of an answer sentence that verification does not support.
    `page_penalty` is what mode C takes off for every better block of the same page, `rank_penalty` the last ranking.
    `answer_tokens` bounds a question's language model tokens in all, prompts and completions together.
    """

    question_characters: int = 1000
    candidates: int = 40
    pool: int = 60
    evidence: int = 5
    evidence_words: int = 900
    exact_blocks: int = 4000
    facts_seconds: float = 120.0

    pages: int = 5
    hops: int = 1
    degree: int = 30
    quota: int = 8
    kappa: int = 5
    page_penalty: float = 0.08
    rank_penalty: float = 0.02
    communities: int = 5

    answer_words: int = 80
    answer_tokens: int = 3000
    source_tokens: int = 800
    llm_deadline: float = 90.0
    llm_attempts: int = 3

    router: Literal["full", "rules", "none"] = "full"
    rerank: bool = True
    selection: bool = True
    verification: bool = True
    refusal: bool = True
    entities: bool = True
    navigation: bool = True
    topics: bool = True
    unsupported: Literal["drop", "flag"] = "drop"
