"""What attachment costs beside a full rebuild of the communities, and what it does to retrieval through them.

Usage: python scripts/measure_topics.py DATA [--share 0.2]
DATA holds the unpacked `hotpotqa-train100`. The last share of its documents comes by attachment. A question looks into
the five communities most like it and takes their five most similar documents: recall of the gold documents, in brackets
the share of questions with all of them. "All" looks into every document.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from core.settings import load_settings
from ingest.gazetteer import NameFinder
from ingest.topics.building import grow
from ingest.topics.hierarchy import Community, build_levels
from ingest.topics.hybrid import build_hybrid, normalise
from ingest.topics.summaries import Member, summaries_of
from models.factory import make_embedders

TOP = 5


def read_members(folder: Path, embedder: object) -> tuple[dict[str, Member], list[tuple[str, str]]]:
    """Documents as blocks, their titles as entities, and where which title is named."""
    corpus = json.loads((folder / "hotpotqa_train_corpus.json").read_text("utf-8"))
    texts = {f"b:{title}": "".join(sentences) for title, sentences in corpus.items()}
    finder = NameFinder({"id": f"e:{title}", "name": title, "aliases": []} for title in corpus)
    mentions = [(f"b:{title}", f"e:{title}") for title in corpus]
    mentions += [(name, place.entity) for name, text in texts.items() for place in finder.find(text)]
    words = {name: f"{name[2:]}\n{text}" for name, text in texts.items()} | {f"e:{title}": title for title in corpus}
    vectors = dict(zip(words, embedder.embed_passages(list(words.values())), strict=True))  # type: ignore[attr-defined]
    members = {name: Member(name, vectors[name], texts.get(name, ""), (name[2:],), name[2:]) for name in words}
    return members, sorted(set(mentions))


def rebuild(members: Mapping[str, Member], mentions: Sequence[tuple[str, str]]) -> list[Community]:
    """All communities with their summaries, from nothing."""
    levels = build_levels(build_hybrid({name: one.vector for name, one in members.items()}, mentions, []), "x")
    summaries_of([(row.id, row.level, row.members, row.centre) for row in levels], members)
    return levels


def attach(levels: Sequence[Community], new: Sequence[str], members: Mapping[str, Member]) -> list[Community]:
    """The same levels with new nodes in the communities most like them; only those are summarised again."""
    grown = grow([row for row in levels if row.level == 1], new, members)
    summaries_of([(row.id, 1, row.members, row.centre) for row in grown.values()], members)
    return [grown.get(row.id, row) for row in levels]


def ask(
    folder: Path, embedder: object, levels: Sequence[Community], members: Mapping[str, Member]
) -> tuple[float, float]:
    """Recall of gold documents, and the share of questions with all of them."""
    questions = json.loads((folder / "hotpotqa_train.json").read_text("utf-8"))
    vectors = embedder.embed_questions([one["question"] for one in questions])  # type: ignore[attr-defined]
    homes = [[name for name in row.members if name.startswith("b:")] for row in levels if row.level == 1]
    homes = [names for names in homes if names]
    centres = normalise(np.asarray([np.mean([members[one].vector for one in names], axis=0) for names in homes]))
    recalls = []
    for question, vector in zip(questions, vectors, strict=True):
        chosen = [name for place in np.argsort(-(centres @ vector))[:TOP] for name in homes[place]]
        chosen.sort(key=lambda name: -float(np.dot(members[name].vector, vector)))
        gold = {f"b:{title}" for title, _ in question["supporting_facts"]}
        recalls.append(len(gold & set(chosen[:TOP])) / len(gold))
    return float(np.mean(recalls)), float(np.mean([one == 1 for one in recalls]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--share", type=float, default=0.2)
    options = parser.parse_args()
    folder = options.data / "hotpotqa-train100"
    embedder = make_embedders(load_settings()).primary
    members, mentions = read_members(folder, embedder)
    documents = [name for name in members if name.startswith("b:")]
    late = set(documents[int(len(documents) * (1 - options.share)) :])
    late |= {f"e:{name[2:]}" for name in late}
    early = {name: one for name, one in members.items() if name not in late}
    before = rebuild(early, [pair for pair in mentions if late.isdisjoint(pair)])
    marks = [time.process_time()]
    attached = attach(before, sorted(late), members)
    marks.append(time.process_time())
    rebuilt = rebuild(members, mentions)
    marks.append(time.process_time())
    whole = [Community("all", 1, tuple(documents), ())]
    for name, levels in (("attached", attached), ("rebuilt", rebuilt), ("all", whole)):
        recall, complete = ask(folder, embedder, levels, members)
        print(f"{name}: recall@{TOP} {recall:.3f} ({complete:.2f})")
    first, second = marks[1] - marks[0], marks[2] - marks[1]
    print(f"attachment {first:.2f} s of CPU, rebuild {second:.2f} s: {first / second:.0%}")


if __name__ == "__main__":
    sys.exit(main())
