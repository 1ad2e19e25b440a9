"""Make `lists.json`: sixty lists and counts whose answers follow from tables parsed out of the catalogue.

`python -m evaluation.questions.make_lists COURSES.jsonl.gz FACULTY.jsonl.gz`; the same tables give the same file.
Only codes, names and numbers are written, no text of a page. A subject is used where the tables hold all of its
courses, one course a heading; ranges (`2A-B-C`), joint headings and subjects known to lie partly outside are left out.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

TARGET = Path(__file__).parent / "lists.json"
PARTLY_OUTSIDE = {"COMM", "GPCO", "GPPA", "GPPS", "HIEU", "HUM", "LIGN", "PHIL", "PHYS", "POLI", "SIO", "VIS"}
LEVELS = {"lower-division": (1, 99), "upper-division": (100, 199), "graduate": (200, 299)}
TITLE_WORDS = ("Seminar", "Laboratory", "Independent Study", "Honors", "Workshop", "Design", "History")
QUOTAS = {
    "units": 12,
    "unit count": 8,
    "prerequisite": 12,
    "title": 6,
    "level count": 4,
    "level units": 8,
    "people": 10,
}
SMALLEST_SUBJECT = 8
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Course:
    """One course of the tables; `prerequisites` are codes."""

    code: str
    subject: str
    number: int
    title: str
    units: str
    prerequisites: frozenset[str]
    prerequisite_text: str
    page: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A question with its complete answer, before it is chosen and numbered."""

    family: str
    question: str
    names: tuple[str, ...]
    pages: tuple[str, ...]
    is_count: bool = False
    lang: str = "en"
    conditions: dict[str, str] = field(default_factory=dict)


def read_rows(path: Path) -> list[Row]:
    """Read a gzipped file of one JSON object a line."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def group_courses(rows: Iterable[Row]) -> dict[str, list[Course]]:
    """Return the courses of each subject that is whole in the tables, one entry a code."""
    courses: dict[str, dict[str, Course]] = defaultdict(dict)
    spoiled = set(PARTLY_OUTSIDE)
    for row in rows:
        match = re.fullmatch(r"([A-Z]{2,5}) (\d+)[A-Z]*", row.get("code") or "")
        if match is None:
            spoiled.update(re.findall(r"[A-Z]{2,5}", (row.get("code") or row["heading"]).split(". ")[0]))
        else:
            courses[match[1]].setdefault(row["code"], _make_course(row, match[1], int(match[2])))
    large = {name: list(found.values()) for name, found in courses.items() if len(found) >= SMALLEST_SUBJECT}
    return {name: found for name, found in sorted(large.items()) if name not in spoiled}


def _make_course(row: Row, subject: str, number: int) -> Course:
    prerequisites = frozenset(row.get("prereq_codes", ()))
    text = row["prerequisites"] or ""
    return Course(row["code"], subject, number, row["title"], row["units"] or "", prerequisites, text, row["page"])


def draft_by_units(subject: str, courses: list[Course]) -> Iterator[Draft]:
    """Which or how many courses of a subject have exactly so many units."""
    for units in _clear_units(courses):
        found = [course for course in courses if course.units == units]
        conditions = {"subject": subject, "units": units}
        yield _draft("units", _phrase(UNIT_LISTS, subject, units), found, conditions)
        yield _draft("unit count", _phrase(UNIT_COUNTS, subject, units), found, conditions, is_count=True)


def draft_by_prerequisite(subject: str, courses: list[Course]) -> Iterator[Draft]:
    """Which courses of a subject name another of its courses as a prerequisite."""
    codes = {code for course in courses for code in course.prerequisites if code.startswith(subject + " ")}
    for wanted in sorted(codes):
        others = [course for course in courses if course.code != wanted]
        found = [course for course in others if wanted in course.prerequisites]
        perhaps = [course for course in others if re.search(rf"\b{wanted.split()[1]}\b", course.prerequisite_text)]
        if found == perhaps:  # else "40A, 40B" and the like hide the code from the table
            question = _phrase(PREREQUISITES, subject, wanted)
            yield _draft("prerequisite", question, found, {"subject": subject, "prerequisite": wanted})


def draft_by_title(subject: str, courses: list[Course]) -> Iterator[Draft]:
    """Which courses of a subject have a word in their title."""
    for word in TITLE_WORDS:
        found = [course for course in courses if re.search(rf"\b{word}\b", course.title)]
        question = f'Which {subject} courses have "{word}" in their title?'
        yield _draft("title", question, found, {"subject": subject, "title": word})


def draft_by_level(subject: str, courses: list[Course]) -> Iterator[Draft]:
    """Which courses of a level have so many units, and how many courses a level has."""
    for level, (first, last) in LEVELS.items():
        inside = [course for course in courses if first <= course.number <= last]
        span = f"numbered {first} to {last}"
        conditions = {"subject": subject, "level": level}
        yield _draft("level count", f"How many {subject} courses are {span}?", inside, conditions, is_count=True)
        for units in _clear_units(inside):
            found = [course for course in inside if course.units == units]
            question = f"Which {level} {subject} courses ({span}) are worth {units} units?".replace(
                " 1 units", " 1 unit"
            )
            yield _draft("level units", question, found, conditions | {"units": units})


def draft_people(rows: Iterable[Row]) -> Iterator[Draft]:
    """Which people stand in the faculty lists of two programmes under the same name."""
    members: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        members[row["department"]][row["name"]] = row["page"]
    names = sorted(members)
    for one, other in ((a, b) for a in names for b in names if a < b):
        common = sorted(set(members[one]) & set(members[other]))
        if _surnames(common) == _surnames(members[one]) & _surnames(members[other]):
            question = f"Who is listed on the faculty of {one} as well as on the faculty of {other}?"
            pages = tuple(sorted({members[one][name] for name in common} | {members[other][name] for name in common}))
            yield Draft("people", question, tuple(common), pages, conditions={"first": one, "second": other})


def choose(drafts: Iterable[Draft]) -> list[Draft]:
    """Take each family's quota in the order of a hash: one question of a family, two in all, about one subject."""
    chosen: list[Draft] = []
    families: dict[str, set[str]] = defaultdict(set)
    left = dict(QUOTAS)
    for draft in sorted(filter(_is_fair, drafts), key=lambda draft: _hash(draft.question)):
        used = families[draft.conditions.get("subject") or draft.conditions["first"]]
        if left[draft.family] and draft.family not in used and len(used) < 2:
            used.add(draft.family)
            left[draft.family] -= 1
            chosen.append(draft)
    return sorted(chosen, key=lambda draft: (draft.family, draft.question))


def make_document(courses: Iterable[Row], people: Iterable[Row]) -> dict[str, Any]:
    """Return the whole set as it is written to `lists.json`."""
    makers: tuple[Callable[[str, list[Course]], Iterator[Draft]], ...]
    makers = (draft_by_units, draft_by_prerequisite, draft_by_title, draft_by_level)
    drafts = [draft for name, found in group_courses(courses).items() for make in makers for draft in make(name, found)]
    chosen = choose([*drafts, *draft_people(people)])
    order = sorted(range(len(chosen)), key=lambda index: _hash(chosen[index].question))
    halves = {index: "unseen" if place % 2 else "seen" for place, index in enumerate(order)}
    questions = [_to_json(draft, number, halves[number - 1]) for number, draft in enumerate(chosen, 1)]
    head = {"name": "lists", "corpus": "ucsd-catalog", "site": "http://www.ucsd.edu", "start": "/catalog/index.html"}
    return {**head, "questions": questions}


UNIT_LISTS = (
    "Which {} courses are {} units?",
    "List all {} courses worth {} units.",
    "what {} classes give {} units, complete list please",
    "{} 有哪些课程是 {} 个学分？",
)
UNIT_COUNTS = (
    "How many {} courses are {} units?",
    "Count the {} courses that carry {} units.",
    "{} 一共有多少门 {} 学分的课程？",
)
PREREQUISITES = (
    "Which {} courses have {} as a prerequisite?",
    "Which {} courses name {} in their prerequisites?",
    "List the {} courses that mention {} among their prerequisites.",
    "{} 的哪些课程以 {} 为先修课程？",
)


def _phrase(forms: tuple[str, ...], subject: str, value: str) -> str:
    form = forms[int(_hash(subject + value), 16) % len(forms)]
    return _singular(form.format(subject, value))


def _singular(text: str) -> str:
    return text.replace(" 1 units", " 1 unit")


def _draft(
    family: str, question: str, found: list[Course], conditions: dict[str, str], *, is_count: bool = False
) -> Draft:
    lang = "zh" if re.search(r"[\u4e00-\u9fff]", question) else "en"
    names = tuple(course.code for course in found)
    return Draft(family, question, names, tuple(sorted({c.page for c in found})), is_count, lang, conditions)


def _clear_units(courses: list[Course]) -> list[str]:
    """Return the unit values that no course of variable units might also count for."""
    variable = [course.units for course in courses if not course.units.isdigit()]
    values = sorted({course.units for course in courses if course.units.isdigit()})
    return [value for value in values if not any(_may_be(text, int(value)) for text in variable)]


def _may_be(text: str, value: int) -> bool:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return not numbers or min(numbers) <= value <= max(numbers)


def _is_fair(draft: Draft) -> bool:
    size = len(draft.names)
    fewest = 2 if draft.family in ("title", "people") else 3
    return fewest <= size <= (120 if draft.is_count else 20)


def _surnames(names: Iterable[str]) -> set[str]:
    return {name.split()[-1].casefold() for name in names}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _to_json(draft: Draft, number: int, half: str) -> dict[str, Any]:
    kind = "count" if draft.is_count else "list"
    answer = str(len(draft.names)) if draft.is_count else ", ".join(draft.names)
    mode = "C" if draft.family == "people" else "list"
    return {
        "id": f"list-{number:02}",
        "question": draft.question,
        "lang": draft.lang,
        "kind": kind,
        "answer": answer,
        "accept": [answer] if draft.is_count else [],
        "exact": list(draft.names),
        "count": len(draft.names),
        "conditions": draft.conditions,
        "pages": list(draft.pages),
        "mode": mode,
        "answerable": True,
        "history": [],
        "half": half,
    }


def main(arguments: list[str]) -> None:
    """Write `lists.json` from the two tables named on the command line."""
    courses, people = (read_rows(Path(argument)) for argument in arguments)
    document = make_document(courses, people)
    TARGET.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
