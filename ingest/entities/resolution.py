"""Which entities of a site are one: a pure function of what the pages say of them and of what people decided.

The order is PolyUQuest's: obvious aliases, authoritative pages as anchors, then a score of string, vector and context
inside blocks of entities that share something rare, so that the work does not grow with the square. Two clusters join
only where every member fits every other (complete linkage): A≈B and B≈C never join A and C on their own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from ingest.entities.likeness import Verdict, compare
from ingest.entities.raw import RawEntity, block_keys

MAX_BLOCK = 60
DOUBTFUL, ACCEPT = 0.90, 0.92
Judge = Callable[[Sequence[tuple[RawEntity, RawEntity]]], frozenset[frozenset[str]]]


@dataclass(frozen=True, slots=True)
class Decisions:
    """What people decided: pairs of raw ids that are one, and pairs that are not. They outweigh everything."""

    same: frozenset[frozenset[str]] = frozenset()
    apart: frozenset[frozenset[str]] = frozenset()


@dataclass(frozen=True, slots=True)
class Merge:
    """One raw entity that goes into another, why, and how surely (0 to 1)."""

    raw: str
    into: str
    reason: str
    score: float


@dataclass(slots=True)
class _Clusters:
    """Disjoint sets under complete linkage."""

    decisions: Decisions
    raws: Mapping[str, RawEntity]
    verdicts: Mapping[frozenset[str], Verdict]
    members: dict[str, list[str]] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    why: dict[frozenset[str], Verdict] = field(default_factory=dict)
    kin: dict[str, frozenset[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in self.raws:
            self.members[name], self.home[name] = [name], name

    def decide(self, one: str, other: str) -> None:
        """Join by decision: only another decision stands against it."""
        kin = self.kin.get(one, frozenset((one,))) | self.kin.get(other, frozenset((other,)))
        self.kin.update(dict.fromkeys(kin, kin))
        self.join(one, other, Verdict(1.0, "a person decided so"))

    def join(self, one: str, other: str, verdict: Verdict) -> None:
        """Join the clusters of two where every member of one fits every member of the other."""
        a, b = self.home[one], self.home[other]
        if a == b or not self._may_join(a, b):
            return
        self.why[frozenset((one, other))] = verdict
        for name in self.members.pop(b):
            self.members[a].append(name)
            self.home[name] = a

    def _may_join(self, a: str, b: str) -> bool:
        for one in self.members[a]:
            for other in self.members[b]:
                pair = frozenset((one, other))
                if pair in self.decisions.apart:
                    return False
                if pair not in self.decisions.same and not self._kin_fit(one, other):
                    return False
        return True

    def _kin_fit(self, one: str, other: str) -> bool:
        """Whether two fit, or those that a person made one with them."""
        ones, others = self.kin.get(one, (one,)), self.kin.get(other, (other,))
        return any(a == b or self._fits(frozenset((a, b))) for a in ones for b in others)

    def _fits(self, pair: frozenset[str]) -> bool:
        verdict = self.verdicts.get(pair)
        if verdict is None:
            one, other = sorted(pair)
            verdict = compare(self.raws[one], self.raws[other])
        return verdict.score >= ACCEPT or (not verdict.conflict and verdict.related)


def resolve(raws: Sequence[RawEntity], decisions: Decisions = Decisions(), judge: Judge | None = None) -> list[Merge]:
    """The merges of a site, sorted. The same input gives the same output, in whatever order it comes.

    `judge` is asked about the pairs of the borderline band, from `DOUBTFUL` to below `ACCEPT`.
    """
    by_id = {raw.id: raw for raw in sorted(raws, key=lambda raw: raw.id)}
    verdicts = {frozenset((one.id, other.id)): compare(one, other) for one, other in _pairs(by_id)}
    if judge:
        verdicts |= _judged(by_id, verdicts, judge)
    rivals = _rivals(verdicts)
    clusters = _Clusters(decisions, by_id, verdicts)
    for pair in sorted(decisions.same, key=sorted):
        one, *rest = sorted(pair)
        if rest and one in by_id and rest[0] in by_id:
            clusters.decide(one, rest[0])
    wanted = [(pair, verdict) for pair, verdict in verdicts.items() if verdict.score >= ACCEPT]
    for pair, verdict in sorted(wanted, key=lambda item: (-item[1].score, sorted(item[0]))):
        if not verdict.needs_unique or not rivals.get(pair):
            one, other = sorted(pair)
            clusters.join(one, other, verdict)
    return sorted(_merges(clusters), key=lambda merge: merge.raw)


def _judged(
    raws: Mapping[str, RawEntity], verdicts: Mapping[frozenset[str], Verdict], judge: Judge
) -> dict[frozenset[str], Verdict]:
    """New verdicts on the pairs of the borderline band that the judge takes for one."""
    doubtful = [
        pair for pair, verdict in verdicts.items() if DOUBTFUL <= verdict.score < ACCEPT and not verdict.conflict
    ]
    asked = [(raws[one], raws[other]) for one, other in sorted(sorted(pair) for pair in doubtful)]
    same = judge(asked) if asked else frozenset()
    return {
        pair: Verdict(ACCEPT, f"{verdicts[pair].reason}, and a language model takes them for one", related=True)
        for pair in same
    }


def _pairs(raws: Mapping[str, RawEntity]) -> Iterator[tuple[RawEntity, RawEntity]]:
    """Pairs that share a block; blocks that are too large to tell anything are left out."""
    blocks: dict[str, list[str]] = defaultdict(list)
    for raw in raws.values():
        for key in set(block_keys(raw)):
            blocks[f"{raw.type} {key}"].append(raw.id)
    seen: set[frozenset[str]] = set()
    for name in sorted(blocks):
        if 1 < len(blocks[name]) <= MAX_BLOCK:
            for one, other in combinations(blocks[name], 2):
                pair = frozenset((one, other))
                if pair not in seen:
                    seen.add(pair)
                    yield raws[one], raws[other]


def _rivals(verdicts: Mapping[frozenset[str], Verdict]) -> dict[frozenset[str], bool]:
    """Pairs of which one side fits as well to a third that does not fit the other: an ambiguous short form."""
    fitting: dict[str, set[str]] = defaultdict(set)
    for pair, verdict in verdicts.items():
        if verdict.score >= ACCEPT:
            one, other = sorted(pair)
            fitting[one].add(other)
            fitting[other].add(one)

    def ambiguous(pair: frozenset[str]) -> bool:
        one, other = sorted(pair)
        return any(
            third != far and not _alike(verdicts, far, third)
            for near, far in ((one, other), (other, one))
            for third in fitting[near]
        )

    return {pair: ambiguous(pair) for pair, verdict in verdicts.items() if verdict.needs_unique}


def _alike(verdicts: Mapping[frozenset[str], Verdict], one: str, other: str) -> bool:
    verdict = verdicts.get(frozenset((one, other)))
    return verdict is not None and verdict.related and not verdict.conflict


def _merges(clusters: _Clusters) -> Iterable[Merge]:
    for members in clusters.members.values():
        if len(members) < 2:
            continue
        target = max(members, key=lambda name: clusters.raws[name].rank)
        for name in members:
            if name != target:
                verdict = _reason(clusters, name, target)
                yield Merge(name, target, verdict.reason, round(verdict.score, 3))


def _reason(clusters: _Clusters, name: str, target: str) -> Verdict:
    """The verdict that brought a member in: with its target if there is one, else with any other member."""
    direct = clusters.why.get(frozenset((name, target)))
    others = (
        verdict for pair, verdict in sorted(clusters.why.items(), key=lambda item: sorted(item[0])) if name in pair
    )
    return direct or next(others, Verdict(1.0, "joined with its cluster"))
