"""How surely two raw entities of one type are one, and why. Titles and numbers that differ always keep them apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from rapidfuzz import fuzz

from ingest.entities.person_names import Fit, fit_names, is_spelt_out, loose
from ingest.entities.raw import RawEntity, core_words, given_names, initials, person_name
from ingest.names import PERSON, fold, name_key

VECTOR_SHARE, STRING_SHARE = 0.7, 0.3
MIN_WITHOUT_VECTOR = 0.965
MIN_WORD = 3
_DIGITS = re.compile(r"\d+[a-z]*|\b[ivx]+\b")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A score from 0 to 1 with its reason. `conflict` forbids; `related` allows them in one cluster with a third.

    `needs_unique`: it counts only where no other candidate fits as well. `shared` says how much else than the names
    speaks for it; a candidate with less of that is no rival. `renamed`: what forbids is the names alone.
    """

    score: float
    reason: str
    conflict: bool = False
    related: bool = False
    needs_unique: bool = False
    shared: int = 0
    renamed: bool = False


DIFFERENT = Verdict(0.0, "nothing in common")


def compare(one: RawEntity, other: RawEntity) -> Verdict:
    """The verdict on two raw entities."""
    if one.type != other.type:
        return Verdict(0.0, "different types", conflict=True)
    if one.twins & other.anchors or other.twins & one.anchors:
        return Verdict(1.0, "their pages are versions of one page", related=True)
    if one.type == PERSON:
        return _compare_people(one, other)
    return _compare_things(one, other)


def _compare_people(one: RawEntity, other: RawEntity) -> Verdict:
    fit = fit_names(person_name(one.bare_key), person_name(other.bare_key))
    if one.own and one.own == other.own and (fit or _may_be_called_both(one, other)):
        return Verdict(0.99, "both lead to the same page of its own", related=True)
    if _gives(one, other) or _gives(other, one):
        fit = max(fit, Fit.FULLER)
    if fit <= Fit.POSSIBLE:
        fit = max(fit, _fit_given_names(one, other), _fit_given_names(other, one))
    if fit is Fit.NONE:
        if mailbox := _shared_mailbox(one, other):
            return Verdict(0.95, f"one family name and one address, {mailbox}", related=True)
        return Verdict(0.0, "the names do not fit", conflict=True, renamed=True)
    if one.unique & other.unique:
        return Verdict(0.99, f"the names fit, and both have {min(one.unique & other.unique)}", related=True)
    if reason := _told_apart(one, other, fit):
        return Verdict(0.0, reason, conflict=True)
    if one.own_page and other.own_page and one.own_path == other.own_path:
        return Verdict(0.97, "the names fit, and both lead to one address on two hosts", related=True)
    spelt_out = is_spelt_out(person_name(one.bare_key), person_name(other.bare_key))
    return _judge(fit if _is_telling(one) else min(fit, Fit.INITIALS), *_shared(one, other), spelt_out=spelt_out)


def _fit_given_names(one: RawEntity, other: RawEntity) -> Fit:
    """How well a name fits another that one's own page gives it, such as one borne before."""
    name = person_name(other.bare_key)
    best = max((fit_names(given, name) for given in given_names(one)), default=Fit.NONE)
    return min(best, Fit.FULLER) if best > Fit.POSSIBLE else Fit.NONE


def _told_apart(one: RawEntity, other: RawEntity, fit: Fit) -> str:
    """Why two bearers of names that fit are two all the same, or nothing.

    A link alone proves no page: two links lead to two people only where one page shows both.
    """
    if one.own_page and other.own_page and one.own != other.own:
        if one.anchors and other.anchors:
            return "each has a page of its own"
        if one.own_path != other.own_path and one.pages & other.pages:
            return "one page names both, and leads to a page of each"
    if _addresses_differ(one, other):
        if fit is not Fit.SAME:
            return "their addresses differ"
        if one.context and other.context and not one.context & other.context:
            return "the same name, but another address and another field"
    return ""


def _addresses_differ(one: RawEntity, other: RawEntity) -> bool:
    """Whether both have an e-mail address, or else a telephone, and none in common; the two kinds do not compare."""
    for mail in (True, False):
        a, b = ({text for text in raw.unique if ("@" in text) is mail} for raw in (one, other))
        if a and b:
            return not a & b
    return False


def _is_telling(one: RawEntity) -> bool:
    """Whether a name is more than initials: two bearers of the same initials need something in common."""
    name = person_name(one.bare_key)
    return name.full or not name.given


def _may_be_called_both(one: RawEntity, other: RawEntity) -> bool:
    """Whether two names that do not fit may still be names of one: in two scripts, or with a word in common."""
    a, b = (set(person_name(raw.bare_key).words) for raw in (one, other))
    words = {word for name in a for word in name.split()} & {word for name in b for word in name.split()}
    return one.bare_key.isascii() != other.bare_key.isascii() or any(len(word) >= MIN_WORD for word in words)


def _shared_mailbox(one: RawEntity, other: RawEntity) -> str:
    """An e-mail address of both that holds their one family name: given names differ by a nickname."""
    family = person_name(one.bare_key).family
    if loose(family) != loose(person_name(other.bare_key).family):
        return ""
    bare = "".join(family.split())
    both = (address for address in one.unique & other.unique if "@" in address)
    return min((address for address in both if bare in re.sub(r"[^a-z]", "", address.partition("@")[0])), default="")


def _judge(fit: Fit, shared: str, strength: int, *, spelt_out: bool = False) -> Verdict:
    """The verdict on names that fit, given what their bearers have in common, and how much that says."""
    if fit is Fit.SAME:
        return Verdict(0.98, "the same name", related=True, needs_unique=True, shared=strength)
    if fit is Fit.FULLER:
        score = 0.96 if shared else 0.94
        said = "the same name, written more fully or in another order"
        return Verdict(score, said, related=True, needs_unique=True, shared=strength)
    if fit is Fit.INITIALS and shared:
        said = f"initials that fit, and both belong to {shared}"
        strength += spelt_out and strength > 1
        return Verdict(0.935 if spelt_out else 0.93, said, related=True, needs_unique=True, shared=strength)
    if fit is Fit.TYPO and shared:
        said = f"one letter differs, and both belong to {shared}"
        return Verdict(0.925, said, related=True, needs_unique=True, shared=strength)
    return Verdict(0.5, "the names fit, but nothing else says so", related=fit in (Fit.INITIALS, Fit.POSSIBLE))


def _gives(one: RawEntity, other: RawEntity) -> bool:
    """Whether one is written with the other's name in another script beside it."""
    return any(not name.isascii() and name_key(PERSON, name) == other.bare_key for name in one.names)


def _shared(one: RawEntity, other: RawEntity) -> tuple[str, int]:
    """What two entities have in common, and how much it says: a department or a field, company, or a page only."""
    if context := min(one.context & other.context, default=""):
        return context, 2
    if company := min(one.company & other.company, default=""):
        return f"the company of {company}", 2
    common = min(one.common & other.common, default="") or min(one.pages & other.pages, default="")
    return common, int(bool(common))


def _compare_things(one: RawEntity, other: RawEntity) -> Verdict:
    a, b = one.bare_key, other.bare_key
    if sorted(_DIGITS.findall(a)) != sorted(_DIGITS.findall(b)):
        return _compare_given(one, other)
    core_a, kinds_a = core_words(a)
    core_b, kinds_b = core_words(b)
    if core_a and core_a == core_b:
        if kinds_a and kinds_b and kinds_a != kinds_b:
            return Verdict(0.0, "different kinds of unit", conflict=True)
        return Verdict(0.97, "the same words", related=True, needs_unique=True)
    given = _compare_given(one, other)
    if given.score:
        return given
    if _is_short_for(a, b) or _is_short_for(b, a):
        return Verdict(0.94, "the first letters of its words", related=True, needs_unique=True)
    return _compare_closely(one, other)


def _compare_given(one: RawEntity, other: RawEntity) -> Verdict:
    """A name that the other's own page gives it; where both have a page, both must give the same names."""
    by_one = {fold(name) for name in one.given if one.anchors}
    by_other = {fold(name) for name in other.given if other.anchors}
    if one.anchors and other.anchors:
        codes = {name for name in by_one if _DIGITS.search(name)}
        same = len(codes) > 1 and codes == {name for name in by_other if _DIGITS.search(name)}
        return Verdict(0.96, "both pages give the same codes", related=True) if same else DIFFERENT
    if fold(other.bare_key) in by_one or fold(one.bare_key) in by_other:
        return Verdict(0.95, "a name that its own page gives", related=True, needs_unique=True)
    return DIFFERENT


def _is_short_for(short: str, long: str) -> bool:
    return 2 <= len(short) <= 8 and " " not in short and short == initials(long)


def _compare_closely(one: RawEntity, other: RawEntity) -> Verdict:
    """PolyUQuest's score: .7 of the vectors' cosine and .3 of the strings' likeness."""
    if one.anchors and other.anchors:
        return DIFFERENT
    string = fuzz.ratio(one.bare_key, other.bare_key) / 100
    if string < 0.85:
        return DIFFERENT
    if not one.vector or not other.vector:
        score = 0.93 if string >= MIN_WITHOUT_VECTOR else 0.0
    else:
        score = VECTOR_SHARE * float(np.dot(one.vector, other.vector)) + STRING_SHARE * string
    return Verdict(score, f"spelt alike ({string:.2f})", related=score >= 0.9, needs_unique=True)
