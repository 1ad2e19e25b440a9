"""What is measured of one question; definitions in docs/evaluation.md. A metric without its gold is absent, never 0."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from evaluation.records import GoldQuestion, Reply
from evaluation.texts import find_first, fold, holds, holds_all, path_of, tokens

TOP = 5


def score_reply(question: GoldQuestion, reply: Reply) -> dict[str, float]:
    """Every metric that applies, by name, each from 0 to 1 (tokens and calls: counts)."""
    scores = {**score_evidence(question, reply), **score_answer(question, reply), **score_citations(question, reply)}
    if question.answerable and question.pages and (pages := _given(reply)) is not None:
        gold = {path_of(page) for page in question.pages}
        scores["gold_pages_given"] = len(gold & {path_of(page) for page in pages}) / len(gold)
    if question.mode and reply.mode:
        scores["route"] = float(question.mode == reply.mode)
    for name in ("tokens", "llm_calls"):
        if (value := getattr(reply, name)) is not None:
            scores[name] = float(value)
    return scores


def _given(reply: Reply) -> Sequence[str] | None:
    """The pages that a reader is given: those of the ten best chunks of a flat baseline, else those that are cited.

    A refusal or a failure gives none; None for a system that neither answers nor is taken as a list of chunks.
    """
    if reply.given is not None or (reply.answered is None and not reply.error):
        return reply.given
    return (reply.pages or ()) if reply.answered else ()


def score_evidence(question: GoldQuestion, reply: Reply) -> dict[str, float]:
    """evidence, block_mrr, page_recall, all_pages, mrr, ndcg of the first five; only for answerable questions."""
    top = reply.evidence[:TOP]
    scores: dict[str, float] = {}
    if not question.answerable:
        return scores
    text = "\n".join(f"{found.title}\n{found.text}" for found in top)
    if question.words or question.phrase or question.groups or question.exact:
        scores["evidence"] = float(_has_gold_words(question, text))
    if question.quotes:
        ranks = [
            rank for rank, found in enumerate(top, 1) if any(holds(found.text, quote) for quote in question.quotes)
        ]
        scores["block_mrr"] = 1 / ranks[0] if ranks else 0.0
    if question.pages:
        scores |= _score_pages({path_of(page) for page in question.pages}, [path_of(found.url) for found in top])
    return scores


def _has_gold_words(question: GoldQuestion, text: str) -> bool:
    if question.words:
        return set(question.words) <= set(tokens(text))
    if question.phrase:
        return f" {' '.join(tokens(question.phrase))} " in f" {' '.join(tokens(text))} "
    return holds_all(text, question.groups or [(item,) for item in question.exact])


def _score_pages(gold: set[str], found: Sequence[str]) -> dict[str, float]:
    """Recall over the gold pages, whether all are there, reciprocal rank of the first, nDCG over different pages."""
    pages = list(dict.fromkeys(found))
    ranks = [rank for rank, page in enumerate(pages, 1) if page in gold]
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(len(gold), TOP) + 1))
    return {
        "page_recall": len(gold & set(pages)) / len(gold),
        "all_pages": float(gold <= set(pages)),
        "any_page": float(bool(ranks)),
        "page_in_3": float(bool(ranks) and ranks[0] <= 3),
        "mrr": 1 / ranks[0] if ranks else 0.0,
        "ndcg": sum(1 / math.log2(rank + 1) for rank in ranks) / ideal,
    }


def score_answer(question: GoldQuestion, reply: Reply) -> dict[str, float]:
    """correct, wrong, wrong_and_sure, coverage, exact, f1, list_…, refused_…; {} for pure retrieval.

    A system that failed is neither right nor wrong, and that counts against it.
    """
    scores = _score_answer(question, reply)
    if "wrong" in scores:
        scores["wrong_and_sure"] = scores["wrong"] * float(reply.sure)
    return scores


def _score_answer(question: GoldQuestion, reply: Reply) -> dict[str, float]:
    if reply.error:
        return {"correct": 0.0, "wrong": 0.0}
    if reply.answered is None:
        return {}
    if not question.answerable:
        return {
            "refused_rightly": float(not reply.answered),
            "correct": float(not reply.answered),
            "wrong": float(reply.answered),
        }
    scores = {"refused_wrongly": float(not reply.answered), **_score_gold(question, reply)}
    if question.answer and not question.exact:
        scores["exact"] = float(bool(reply.answered) and fold(reply.answer) == fold(question.answer))
        scores["f1"] = token_f1(reply.answer, question.answer) if reply.answered else 0.0
    if question.current and question.outdated:
        scores["current_first"] = float(bool(reply.answered) and _current_first(question, reply.answer))
    if "correct" in scores:
        scores["wrong"] = float(bool(reply.answered) and not scores["correct"])
    return scores


def _score_gold(question: GoldQuestion, reply: Reply) -> dict[str, float]:
    """Against whichever gold there is: a complete list, a yes or no, forms, or pages."""
    if question.exact:
        return score_list(question.exact, reply)
    if question.verdict and reply.answered and opens_with(reply.answer, question.verdict):
        return {"coverage": 1.0, "correct": 1.0}
    if question.groups:
        covered = sum(holds_all(reply.answer, [group]) for group in question.groups) if reply.answered else 0
        return {"coverage": covered / len(question.groups), "correct": float(covered == len(question.groups))}
    if question.pages and reply.pages is not None:
        return {"correct": float(bool(reply.answered) and _cites_gold(question, reply))}
    return {}


def opens_with(answer: str, verdict: str) -> bool:
    """Whether an answer opens with yes or no, in English or Chinese."""
    said = {"yes": ("yes", "是", "可以", "能"), "no": ("no", "否", "不", "没有")}.get(verdict, (verdict,))
    first = fold(answer).lstrip("\"'“‘「*- ")
    return any(first.startswith(word) and not first[len(word) : len(word) + 1].isascii() for word in said) or any(
        tokens(answer)[:1] == [word] for word in said
    )


def _current_first(question: GoldQuestion, answer: str) -> bool:
    """Whether both values stand in the answer, the current one first."""
    now, before = find_first(answer, question.current), find_first(answer, question.outdated)
    return now is not None and before is not None and now < before


def score_list(gold: Sequence[str], reply: Reply) -> dict[str, float]:
    """Precision and recall over the items; the number given is that of its items, else of its sentences."""
    found = sum(holds(reply.answer, item) for item in gold) if reply.answered else 0
    given = max(len(reply.items) or reply.sentences, found) if reply.answered else 0
    precision, recall = (found / given if given else 0.0), found / len(gold)
    f1 = 2 * precision * recall / (precision + recall) if precision + recall else 0.0
    return {"list_precision": precision, "list_recall": recall, "list_f1": f1, "correct": float(f1 == 1.0)}


def score_citations(question: GoldQuestion, reply: Reply) -> dict[str, float]:
    """How well what was answered is cited: precision, recall, faithfulness, grounded, gold_cited, pages_cited."""
    scores: dict[str, float] = {}
    if not reply.answered or reply.citations is None:
        return scores
    if reply.citations:
        scores["citation_precision"] = sum(valid for _, _, valid in reply.citations) / len(reply.citations)
    if reply.sentences:
        scores["citation_recall"] = reply.cited / reply.sentences
        scores["faithfulness"] = reply.supported / reply.sentences
        scores["grounded"] = reply.grounded / reply.sentences
    if question.answerable and question.groups and reply.citations:
        cited = reply.cited_text or "\n".join(quote for _, quote, _ in reply.citations)
        scores["gold_cited"] = float(holds_all(cited, question.groups))
    if question.answerable and question.pages and reply.pages is not None:
        scores["pages_cited"] = float(_cites_gold(question, reply))
        gold, pages = ({path_of(page) for page in group} for group in (question.pages, reply.pages))
        scores["gold_pages_cited"] = len(gold & pages) / len(gold)
    return scores


def _cites_gold(question: GoldQuestion, reply: Reply) -> bool:
    gold = {path_of(page) for page in question.pages}
    cited = {path_of(page) for page in reply.pages or ()}
    return gold <= cited if question.every_page else bool(gold & cited)


def token_f1(answer: str, gold: str) -> float:
    """Harmonic mean of token precision and recall, tokens counted (SQuAD, Rajpurkar et al. 2016)."""
    left, right = Counter(tokens(answer)), Counter(tokens(gold))
    common = sum((left & right).values())
    if not common:
        return float(not left and not right)
    precision, recall = common / sum(left.values()), common / sum(right.values())
    return 2 * precision * recall / (precision + recall)
