"""The question sets keep their documented form, and their answers stand in the pages where those are at hand."""

from __future__ import annotations

import json
import re
import tarfile
import unicodedata
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import lxml.html
import pytest

from demo.server import serve
from evaluation.questions.make_lists import make_document, read_rows

FOLDER = Path(__file__).parent.parent / "evaluation" / "questions"
MODES = {"A", "B", "C", "G", "list"}
FIELDS = {"id", "question", "lang", "kind", "history", "answerable", "answer", "accept", "pages", "mode", "half"}
OPTIONAL = {"items", "verdict", "gold_pages", "exact", "count", "conditions", "current", "outdated"}
SIZES = {
    "catalogue": 120,
    "catalogue-global": 15,
    "lists": 60,
    "adsai": 40,
    "hkust": 40,
    "disagree": 20,
    "everyday": 40,
    "debian-everyday": 30,
    "hkust-wordy": 30,
}
CORPORA = {
    "catalogue": "ucsd-catalog",
    "catalogue-global": "ucsd-catalog",
    "adsai": "adsai-phd",
    "hkust": "hkust-mdi-en-zh",
    "hkust-wordy": "hkust-mdi-en-zh",
}


def _read(name: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return document


def _load(name: str) -> list[dict[str, Any]]:
    questions: list[dict[str, Any]] = _read(name)["questions"]
    return questions


def _name(value: object) -> str:
    return str(value["id"]) if isinstance(value, dict) else ""


ALL = [(name, question) for name in SIZES for question in _load(name)]


@pytest.mark.parametrize("name", SIZES)
def test_each_set_has_its_number_of_questions(name: str):
    assert len(_load(name)) == SIZES[name]


@pytest.mark.parametrize("question", [question for _, question in ALL], ids=_name)
def test_a_question_has_the_documented_fields(question: dict[str, Any]):
    assert set(question) - OPTIONAL == FIELDS
    assert question["lang"] in {"en", "zh"}
    assert question["mode"] in MODES
    assert question["question"].strip() == question["question"] != ""
    assert all(set(turn) == {"role", "content"} for turn in question["history"])


@pytest.mark.parametrize("question", [question for _, question in ALL], ids=_name)
def test_an_answerable_question_can_be_judged(question: dict[str, Any]):
    means = ("accept", "items", "verdict", "exact", "gold_pages")
    assert any(question.get(mean) for mean in means) is question["answerable"]
    assert bool(question["pages"]) is question["answerable"]


@pytest.mark.parametrize("question", [question for _, question in ALL], ids=_name)
def test_the_language_is_that_of_the_question(question: dict[str, Any]):
    assert bool(re.search(r"[\u4e00-\u9fff]", question["question"])) is (question["lang"] == "zh")


@pytest.mark.parametrize("name", SIZES)
def test_the_halves_are_equal_within_one(name: str):
    halves = [question["half"] for question in _load(name)]
    assert set(halves) == {"seen", "unseen"}
    assert abs(halves.count("seen") - halves.count("unseen")) <= 1


def test_identifiers_are_unique_over_all_sets():
    identifiers = [question["id"] for _, question in ALL]
    assert len(set(identifiers)) == len(identifiers)


def test_every_field_stands_in_the_readme():
    readme = (FOLDER / "README.md").read_text("utf-8")
    assert [field for field in FIELDS | OPTIONAL if f"`{field}`" not in readme] == []


def test_a_quarter_of_the_catalogue_questions_has_no_answer():
    assert sum(not question["answerable"] for question in _load("catalogue")) == 30


def test_catalogue_questions_are_of_many_kinds_and_two_languages():
    questions = _load("catalogue")
    assert len({question["kind"] for question in questions}) >= 10
    assert sum(question["lang"] == "zh" for question in questions) >= 5
    assert sum(bool(question["history"]) for question in questions) >= 5


def test_routes_name_five_modes_in_two_languages_half_of_them_unseen():
    routes = _load("routes")
    assert len({route["question"] for route in routes}) == 60
    assert {route["mode"] for route in routes} == MODES
    assert sum(route["lang"] == "zh" for route in routes) >= 15
    assert abs(sum(route["half"] == "unseen" for route in routes) - 30) <= 2


def test_half_of_the_name_pairs_are_one_person():
    pairs = _read("names")["pairs"]
    assert len({(json.dumps(pair["left"]), json.dumps(pair["right"])) for pair in pairs}) == 60
    assert sum(pair["same"] for pair in pairs) == 30
    assert all(pair["left"]["name"] and pair["right"]["name"] and pair["why"] for pair in pairs)


@pytest.mark.parametrize("question", _load("disagree"), ids=_name)
def test_both_values_of_a_disagreement_stand_in_its_pages(question: dict[str, Any]):
    current, outdated = ((FOLDER / "disagree" / path.lstrip("/")).read_text("utf-8") for path in question["pages"])
    assert any(form in current for form in question["current"])
    assert any(form in outdated for form in question["outdated"])
    assert not any(form in outdated for form in question["current"] if len(form) > 2)


def test_the_current_page_of_a_disagreement_has_the_later_date():
    for question in _load("disagree"):
        dates = [_modified(path) for path in question["pages"]]
        assert dates[0] > dates[1]


def _modified(path: str) -> str:
    page = lxml.html.parse(FOLDER / "disagree" / path.lstrip("/")).getroot()
    return str(page.xpath("string(//meta[@property='article:modified_time']/@content)"))


def test_the_disagreeing_pages_can_be_served_and_are_linked():
    with serve(site=FOLDER / "disagree") as (_, url), urlopen(url) as answer:
        page = lxml.html.document_fromstring(answer.read())
    linked = set(page.xpath("//main//a/@href"))
    assert linked == {file.name for file in (FOLDER / "disagree").glob("*.html")} - {"index.html"}


def _row(code: str, title: str, units: str, prerequisites: str = "") -> dict[str, Any]:
    found = re.findall(r"[A-Z]{3} \d+[A-Z]*", prerequisites)
    heading = f"{code}. {title} ({units})"
    return {"code": code, "heading": heading, "title": title, "units": units, "page": "/p.html"} | {
        "prerequisites": prerequisites,
        "prereq_codes": found,
    }


def test_lists_are_made_of_whole_subjects_only():
    rows = [_row(f"ABC {number}", "Seminar", "4", "ABC 1") for number in range(1, 10)]
    rows += [_row(f"XYZ {number}", "Seminar", "4") for number in range(1, 10)]
    rows.append({**_row("XYZ 20A-B", "Range", "4-4"), "code": "XYZ 20A-B"})
    subjects = {question["conditions"]["subject"] for question in make_document(rows, [])["questions"]}
    assert subjects == {"ABC"}


def test_a_list_leaves_out_units_that_a_variable_course_might_have():
    rows = [_row(f"ABC {number}", "Topic", "4") for number in range(1, 10)]
    rows.append(_row("ABC 99", "Independent Study", "2–6"))
    questions = make_document(rows, [])["questions"]
    assert not any("units" in question["conditions"] for question in questions)


def test_a_prerequisite_list_leaves_out_the_course_itself():
    rows = [_row(f"ABC {number}", "Topic", "4", "ABC 1") for number in range(1, 10)]
    questions = make_document(rows, [])["questions"]
    lists = [question["exact"] for question in questions if "prerequisite" in question["conditions"]]
    assert lists == [[f"ABC {number}" for number in range(2, 10)]]


def test_the_lists_are_what_the_tables_give(shared: Path):
    courses, people = (read_rows(shared / "data" / f"ucsd_{name}.jsonl.gz") for name in ("courses", "faculty"))
    assert make_document(courses, people) == _read("lists")


@pytest.mark.parametrize("name", CORPORA)
def test_pages_exist_and_answers_stand_in_them(shared: Path, name: str):
    questions = [question for question in _load(name) if question["answerable"]]
    wanted = {path for question in questions for path in question["pages"]}
    pages = _unpack(shared / "data" / f"{CORPORA[name]}.tar.xz", wanted)
    assert sorted(wanted - set(pages)) == []
    missing = [question["id"] for question in questions if not _is_answered(question, pages)]
    assert missing == []


def _unpack(archive: Path, wanted: set[str]) -> dict[str, str]:
    pages = {}
    with tarfile.open(archive) as members:
        for member in members:
            path = "/" + member.name.partition("/www/")[2].removesuffix("index.html")
            stream = members.extractfile(member) if path in wanted else None
            if stream is not None:
                document = lxml.html.document_fromstring(stream.read())
                pages[path] = _normalise(" ".join(document.itertext()))
    return pages


def _normalise(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text).casefold())


def _is_answered(question: dict[str, Any], pages: dict[str, str]) -> bool:
    text = "".join(pages[path] for path in question["pages"])
    wanted = question.get("exact") or question.get("items") or []
    forms = [form for form in question["accept"] if form]
    every = all(any(_normalise(form) in text for form in item.split("|")) for item in wanted)
    return every and (bool(wanted) or not forms or any(_normalise(form) in text for form in forms))
