"""Requirement expressions: `CSE 12 and MATH 10A or 20A` as groups of alternatives, all of which are needed.

Catalogues let "or" bind tighter than "and". A comma means what the next "and" or "or" of its run says, unless it
follows alternatives that are already joined: `A or B, C or D` are two groups.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ingest.entities.profile import Profile

_CLAUSE = re.compile(r"[;；]|(?:(?<=[^A-Z.])|(?<=\d[A-Z])|(?<=\d[A-Z]{2}))\.\s+(?=[A-Z(])|。")
_SEPARATOR = re.compile(
    r"(?P<comma>[,，、])|\b(?P<word>and|or|plus|und|oder|et|ou|(?-i:y|o|ve|veya|en))\b|(?P<sign>[&+和与及])|(?P<either>或者?|或)",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?<![\w.])(?P<number>\d{1,4}[A-Z]{0,3}(?:[-–][A-Z]{1,2})*)(?!\w|%|\.\d|\s*(?:units?|credits?|GPA|hours|years?))"
)
_SUFFIX = re.compile(r"(?<![\w])(?P<suffix>[A-Z]{1,2})(?![\w])")
_PREFIX = re.compile(r"^[A-Z]+(?:/[A-Z]+)*")
_SEQUENCE = re.compile(r"(?P<base>[A-Z/]+ \d+)(?P<letters>[A-Z]{1,2}(?:-[A-Z]{1,2})+)")
# What stands beside a code and requires nothing else: `CS 1010 or its equivalent`.
_ASIDE = re.compile(
    r"\s*,?\s*\b(?:or|oder|ou)\s+(?:(?:its|their|an?|any)\s+)?(?:equivalents?|equiv\b\.?|above|higher|better|gleichwertige\w*|équivalent\w*)"
    r"(?:\s+(?:courses?|modules?|standing|background))?",
    re.IGNORECASE,
)
AND, OR, COMMA, NONE = "and", "or", ",", ""
EITHER = frozenset(("or", "oder", "ou", "o", "veya"))


def parse_requirement(text: str, profile: Profile) -> list[list[str]]:
    """Groups of alternative codes, in order; clauses that state no requirement (credit rules, advice) are left out."""
    groups: list[list[str]] = []
    for clause in _CLAUSE.split(_ASIDE.sub("", text)):
        if clause and not profile.not_required.search(clause):
            groups += _parse_clause(clause, profile)
    return [list(dict.fromkeys(group)) for group in groups]


def _parse_clause(clause: str, profile: Profile) -> list[list[str]]:
    codes = _find_codes(clause, profile)
    if not codes:
        return []
    joints = _resolve_commas([_joint(clause[one[1] : other[0]]) for one, other in pairwise(codes)])
    groups = expand_code(codes[0][2])
    for joint, code in zip(joints, codes[1:], strict=True):
        members = expand_code(code[2])
        if joint == OR:
            groups[-1].extend(member for group in members for member in group)
        else:
            groups.extend(members)
    return groups


def expand_code(code: str) -> list[list[str]]:
    """Single codes in a joined one: `PHYS 2A-B-C` needs each, `MAE 209/BENG 209` and `LISL 1C/1CX` are alternatives."""
    prefix = _PREFIX.match(code)
    if "/" in code.removeprefix(prefix[0] if prefix else ""):
        first, *others = code.split("/")
        name = _PREFIX.match(first)
        return [[first, *(other if _PREFIX.match(other) else f"{name[0] if name else ''} {other}" for other in others)]]
    match = _SEQUENCE.fullmatch(code)
    if not match:
        return [[code]]
    letters = match["letters"].split("-")
    if len(letters) == 2 and all(len(letter) == 1 for letter in letters):
        letters = [chr(number) for number in range(ord(letters[0]), ord(letters[1]) + 1)]
    return [[match["base"] + letter] for letter in letters] or [[code]]


def _find_codes(clause: str, profile: Profile) -> list[tuple[int, int, str]]:
    """Spans of full codes and of the short forms that follow them (`10A or 20A`, `217A and B`)."""
    no = profile.not_required_codes
    full = [
        match
        for match in profile.codes.pattern.finditer(clause)
        if not excluded(match[0], profile) and not (no and no.fullmatch(match[0]))
    ]
    found = [(match.start(), match.end(), tidy_code(match[0])) for match in full]
    if not full:
        return []
    taken = [(start, end) for start, end, _ in found]
    for pattern in (_BARE, _SUFFIX):
        for match in pattern.finditer(clause, full[0].end()):
            if any(start < match.end() and match.start() < end for start, end in taken):
                continue
            before = max((one for one in found if one[1] <= match.start()), key=lambda one: one[1])
            if _is_joined(clause[before[1] : match.start()]):
                found.append((match.start(), match.end(), _complete(before[2], match)))
                found.sort()
    return sorted(found)


def _is_joined(between: str) -> bool:
    """Whether only separators (and words such as "either") stand between a code and what continues it."""
    left = _SEPARATOR.sub(" ", between)
    return bool(_SEPARATOR.search(between)) and not re.sub(r"\b(?:either|both|one of)\b|[\s()（）/]", "", left)


def _complete(code: str, match: re.Match[str]) -> str:
    groups = match.groupdict()
    if "number" in groups:
        prefix = _PREFIX.match(code)
        return f"{prefix[0] if prefix else ''} {match['number']}".replace("–", "-")
    return re.sub(r"[A-Z]*(?:-[A-Z]+)*$", "", code) + match["suffix"]


def _joint(between: str) -> str:
    """What joins two neighbouring codes."""
    joint = NONE
    for match in _SEPARATOR.finditer(between):
        if match["either"] or (match["word"] or "").lower() in EITHER:
            return ", or" if joint == COMMA else OR
        if match["comma"]:
            joint = joint or COMMA
        else:
            return ", and" if joint == COMMA else AND
    return joint or AND


def _resolve_commas(joints: Sequence[str]) -> list[str]:
    """Say for each joint whether it is "and" or "or"."""
    resolved: list[str] = []
    for place, joint in enumerate(joints):
        if joint != COMMA:
            resolved.append(OR if joint.endswith(OR) else AND)
            continue
        following = next((other for other in joints[place + 1 :] if other != COMMA), AND)
        joined_before = place > 0 and joints[place - 1] == OR
        resolved.append(OR if following.endswith(OR) and not joined_before and _same_run(joints, place) else AND)
    return resolved


def _same_run(joints: Sequence[str], place: int) -> bool:
    """Whether the list that the comma belongs to ends in the next "or": `A, B, or C`, but not `A, B or C, D or E`."""
    following = next((number for number in range(place + 1, len(joints)) if joints[number] != COMMA), len(joints))
    if following == len(joints):
        return False
    return joints[following] == ", or" or following == place + 1 or COMMA not in joints[following + 1 :]


def excluded(code: str, profile: Profile) -> bool:
    """Whether what looks like a code is none, by its beginning."""
    prefix = _PREFIX.match(code)
    return bool(prefix and prefix[0] in profile.codes.exclude)


def tidy_code(code: str) -> str:
    """A code with one space and plain hyphens."""
    tidy = re.sub(r"\s+", " ", code.replace("\u00a0", " ").replace("–", "-")).strip()
    return re.sub(r"^([A-Z]+(?:/[A-Z]+)*)(\d)", r"\1 \2", tidy)
