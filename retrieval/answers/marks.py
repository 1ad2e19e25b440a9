"""Punctuation between the parts of an answer, as the language of its words has it."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.texts import writes_chinese


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands between parts, with the blank that follows it where there is one."""

    comma: str
    semicolon: str
    colon: str


LATIN, CHINESE = Marks(", ", "; ", ": "), Marks("，", "；", "：")


def marks_of(text: str) -> Marks:
    """The marks that go with a text."""
    return CHINESE if writes_chinese(text) else LATIN
