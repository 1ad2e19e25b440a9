"""A draft answer, before and after verification, the same whoever wrote it."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.records import Evidence


@dataclass(frozen=True, slots=True)
class Claim:
    """One sentence of a draft with the quotes that support it: pairs of a block and words that stand in it."""

    text: str
    quotes: tuple[tuple[Evidence, str], ...] = ()
    supported: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """Claims in the order of the answer. `form` is prose or list; `lead` opens a list and needs no citation."""

    claims: tuple[Claim, ...] = ()
    form: str = "prose"
    lead: str = ""
    notes: tuple[str, ...] = field(default=())
    made_by: str = "extractive"
