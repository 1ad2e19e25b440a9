"""Which entities of a site are one: a pure function of what the pages say of them and of what people decided.

The order is PolyUQuest's: obvious aliases, authoritative pages as anchors, then a score of string, vector and context
inside blocks of entities that share something rare, so that the work does not grow with the square. Two clusters join
only where every member fits every other (complete linkage): A≈B and B≈C never join A and C on their own.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from ingest.entities.likeness import Verdict, compare
from ingest.entities.raw import RawEntity, block_keys
from ingest.names import PERSON

MAX_BLOCK = 60
DOUBTFUL, ACCEPT = 0.90, 0.92
SURE_NAMES = 0.94
MIN_HUB, HUB_SHARE = 10, 4
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
    verdicts: dict[frozenset[str], Verdict]
    members: dict[str, list[str]] = field(default_factory=dict)
    home: dict[str, str] = field(default_factory=dict)
    why: dict[frozenset[str], Verdict] = field(default_factory=dict)
    kin: dict[str, frozenset[str]] = field(default_factory=dict)
    fitting: dict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))

    def __post_init__(self) -> None:
        for name in self.raws:
            self.members[name], self.home[name] = [name], name
        for pair, verdict in self.verdicts.items():
            if verdict.score >= ACCEPT or (verdict.related and not verdict.conflict):
                one, other = sorted(pair)
                strength = verdict.shared if verdict.score >= ACCEPT else -1
                self.fitting[one][other] = self.fitting[other][one] = strength

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

    def _may_join(self, a: str, b: str, *between: str) -> bool:
        for one in self.members[a]:
            for other in self.members[b]:
                pair = frozenset((one, other))
                if pair in self.decisions.apart:
                    return False
                fit = pair in self.decisions.same or self._kin_fit(one, other)
                if not fit and not self._is_bridged(one, other, (*self.members[a], *self.members[b], *between)):
                    return False
        return True

    def _kin_fit(self, one: str, other: str) -> bool:
        """Whether two fit, or those that a person made one with them."""
        ones, others = self.kin.get(one, (one,)), self.kin.get(other, (other,))
        return any(a == b or self._fits(frozenset((a, b))) for a in ones for b in others)

    def _is_bridged(self, one: str, other: str, members: Iterable[str]) -> bool:
        """Whether two whose names alone do not fit are names that the page of a third gives itself."""
        if not self.verdict(frozenset((one, other))).renamed:
            return False
        between = (name for name in members if self.raws[name].anchors and name not in (one, other))
        return any(self._fits(frozenset((one, name))) and self._fits(frozenset((other, name))) for name in between)

    def _fits(self, pair: frozenset[str]) -> bool:
        verdict = self.verdict(pair)
        return verdict.score >= ACCEPT or (not verdict.conflict and verdict.related)

    def has_rival(self, one: str, other: str, verdict: Verdict) -> bool:
        """Whether one side of a pair fits a third as well that cannot be one with the other: an ambiguous short form.

        A third for which less speaks is none; where only a page speaks for a pair, one whose name would fit is.
        """
        least = -1 if verdict.shared == 1 and verdict.score < SURE_NAMES else verdict.shared
        return any(
            third != far and strength >= least and not self._are_alike(far, third, near)
            for near, far in ((one, other), (other, one))
            for third, strength in self.fitting.get(near, {}).items()
        )

    def _are_alike(self, one: str, other: str, between: str) -> bool:
        """Whether two are one already, or may become it, with a third that both fit."""
        a, b = self.home[one], self.home[other]
        return a == b or self._may_join(a, b, between)

    def verdict(self, pair: frozenset[str]) -> Verdict:
        """The verdict on a pair, found when it is first asked for."""
        known = self.verdicts.get(pair)
        if known is None:
            one, other = sorted(pair)
            known = self.verdicts[pair] = compare(self.raws[one], self.raws[other])
        return known


def resolve(raws: Sequence[RawEntity], decisions: Decisions = Decisions(), judge: Judge | None = None) -> list[Merge]:
    """The merges of a site, sorted. The same input gives the same output, in whatever order it comes.

    `judge` is asked about the pairs of the borderline band, from `DOUBTFUL` to below `ACCEPT`.
    """
    by_id = {raw.id: raw for raw in sorted(_without_hubs(raws), key=lambda raw: raw.id)}
    verdicts = {frozenset((one.id, other.id)): compare(one, other) for one, other in _pairs(by_id)}
    if judge:
        verdicts |= _judged(by_id, verdicts, judge)
    clusters = _Clusters(decisions, by_id, verdicts)
    for pair in sorted(decisions.same, key=sorted):
        one, *rest = sorted(pair)
        if rest and one in by_id and rest[0] in by_id:
            clusters.decide(one, rest[0])
    wanted = [(pair, verdict) for pair, verdict in verdicts.items() if verdict.score >= ACCEPT]
    for pair, verdict in sorted(wanted, key=lambda item: (-item[1].score, sorted(item[0]))):
        one, other = sorted(pair)
        if not verdict.needs_unique or not clusters.has_rival(one, other, verdict):
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


def _without_hubs(raws: Iterable[RawEntity]) -> Iterator[RawEntity]:
    """The raw entities with context that a large part of all people have set apart: it tells nobody from others."""
    raws = tuple(raws)
    counts = Counter(text for raw in raws if raw.type == PERSON for text in raw.context)
    limit = max(MIN_HUB, sum(raw.type == PERSON for raw in raws) // HUB_SHARE)
    hubs = frozenset(text for text, count in counts.items() if count > limit)
    for raw in raws:
        common = raw.context & hubs if raw.type == PERSON else frozenset()
        yield replace(raw, context=raw.context - common, common=common) if common else raw


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
