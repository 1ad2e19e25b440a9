"""Names of relations in words of one's own (`is taught by`, `works at`), brought to those of the profile."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ingest.entities.profile import Profile, RelationRule

MAX_WORDS = 40
_AUXILIARY = re.compile(r"^(?:(?:is|are|was|were|be|been|being|has|have|had|the|a|an)\s+)+(?=\S)")
_UNKNOWN = "related_to"


@dataclass(frozen=True, slots=True)
class Wording:
    """The name of a relation, and whether its ends have to change places."""

    name: str
    turned: bool = False


def read_relation(words: str, head: str, tail: str, profile: Profile) -> Wording:
    """What a relation between two types is called here; words that no rule knows are kept as they are."""
    plain = " ".join(re.sub(r"[\s_:：-]+", " ", _split_camel(words)).casefold().split())
    matches = _matches(plain, profile) or _matches(_without_type(plain, profile), profile)
    for flip in (False, True):
        for rule, turned in matches:
            if rule.fits(*((tail, head) if turned is not flip else (head, tail))):
                return Wording(rule.name, turned is not flip)
    return Wording("_".join(plain.split())[:MAX_WORDS].rstrip("_") or _UNKNOWN)


def _matches(words: str, profile: Profile) -> list[tuple[RelationRule, bool]]:
    return [(rule, turned) for rule in profile.relations if (turned := _match(rule, words)) is not None]


def _without_type(words: str, profile: Profile) -> str:
    """Words without a type of thing behind them: `teaches course`."""
    start, _, last = words.rpartition(" ")
    return start if last in profile.types else words


def _split_camel(words: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", words)


def _match(rule: RelationRule, words: str) -> bool | None:
    """Whether words name a rule from head to tail (false), from tail to head (true), or not at all."""
    said, turned = _patterns(rule)
    bare = _AUXILIARY.sub("", words)
    if words == rule.name.replace("_", " ") or said.fullmatch(words) or said.fullmatch(bare):
        return False
    return True if turned.fullmatch(words) or turned.fullmatch(bare) else None


@lru_cache(maxsize=256)
def _patterns(rule: RelationRule) -> tuple[re.Pattern[str], re.Pattern[str]]:
    return tuple(re.compile(rf"(?:{'|'.join(texts)})" if texts else r"(?!)") for texts in (rule.said, rule.turned))  # type: ignore[return-value]
