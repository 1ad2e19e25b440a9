"""What moved between two runs on the same questions, and whether it is more than chance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.errors import SettingsError
from evaluation.statistics import paired_p

WATCHED = ("correct", "evidence", "all_pages", "citation_precision", "faithfulness", "refused_rightly", "route")
FALLING = frozenset({"wrong", "wrong_and_sure", "refused_wrongly"})
ALPHA = 0.05


@dataclass(frozen=True, slots=True)
class Change:
    """A metric of one system in both runs, over the `n` questions that both have; `p` of the paired test."""

    system: str
    metric: str
    before: float
    after: float
    n: int
    p: float
    lost: tuple[str, ...]
    won: tuple[str, ...]

    @property
    def worse(self) -> bool:
        """Whether it moved the wrong way."""
        return self.after > self.before if self.metric in FALLING else self.after < self.before

    @property
    def regressed(self) -> bool:
        """Whether it is worse by more than chance."""
        return self.worse and self.p < ALPHA


def compare_runs(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[Change]:
    """Changes of the watched metrics of every system that both runs have, those that fell first.

    Raises `SettingsError` when the runs share no question: nothing can be said then.
    """
    before, after = _by_id(old), _by_id(new)
    shared = [name for name in before if name in after]
    if not shared:
        raise SettingsError("The two runs share no question; compare runs of the same dataset.")
    systems = [name for name in old["systems"] if name in new["systems"]]
    changes = [
        change
        for system in systems
        for metric in (*WATCHED, *sorted(FALLING))
        if (change := _change(system, metric, [(before[name], after[name]) for name in shared])) is not None
    ]
    return sorted(changes, key=lambda change: (not change.regressed, not change.worse, change.system, change.metric))


def _by_id(run: Mapping[str, Any]) -> dict[str, Any]:
    return {row["id"]: row for row in run["questions"]}


def _change(system: str, metric: str, rows: list[tuple[Any, Any]]) -> Change | None:
    pairs = [
        (old["question"], one["metrics"][metric], two["metrics"][metric])
        for old, new in rows
        if (one := old["systems"].get(system)) and (two := new["systems"].get(system))
        if metric in one["metrics"] and metric in two["metrics"]
    ]
    if not pairs:
        return None
    values = [first for _, first, _ in pairs], [second for _, _, second in pairs]
    sign = -1 if metric in FALLING else 1
    return Change(
        system, metric, sum(values[0]) / len(pairs), sum(values[1]) / len(pairs), len(pairs), paired_p(*values),
        lost=tuple(text for text, first, second in pairs if sign * (second - first) < 0),
        won=tuple(text for text, first, second in pairs if sign * (second - first) > 0),
    )  # fmt: skip


def render_changes(changes: list[Change]) -> str:
    """The changes as lines for a person: what moved, by how much, how sure, and which questions."""
    lines = []
    for change in changes:
        mark = "REGRESSED" if change.regressed else "worse" if change.worse else "same or better"
        lines.append(
            f"{change.system}: {change.metric} {change.before:.3f} → {change.after:.3f} "
            f"(n={change.n}, p={change.p:.3f}) {mark}"
        )
        lines += [f"    lost: {text}" for text in change.lost[:10]]
        lines += [f"    won:  {text}" for text in change.won[:10]]
    return "\n".join(lines)
