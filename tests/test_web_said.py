"""Whatever our code says to a reader stands in the books of the page's other languages, so it can be said there too."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from api.application import create_api
from core.records import PageStatus
from core.records.answer import Mode
from ingest.entities.profile import load_profile
from retrieval.data import load_data

ROOT = Path(__file__).resolve().parent.parent
BOOKS = sorted((ROOT / "api/web/said").glob("*.json"))
SPEAKING = [
    "api",
    "app/crawls.py",
    "app/runs.py",
    "app/sitelock.py",
    "app/books.py",
    "app/pages.py",
    "app/pushbook.py",
    "app/pushing.py",
    "crawler/addresses.py",
    "crawler/bodies.py",
    "crawler/booking.py",
    "crawler/discovery.py",
    "crawler/ending.py",
    "crawler/outcome.py",
    "crawler/redirects.py",
    "crawler/retries.py",
    "crawler/robots.py",
    "crawler/scope.py",
    "crawler/sitemaps.py",
    "crawler/spider.py",
    "crawler/traps.py",
    "crawler/visits.py",
    "crawler/wire.py",
    "ingest/entities/likeness.py",
    "ingest/entities/resolution.py",
    "ingest/finishing.py",
    "ingest/html/decode.py",
    "ingest/html/documents",
    "ingest/html/page.py",
    "ingest/html/status.py",
    "ingest/merging.py",
    "ingest/parsing.py",
    "retrieval/analysis.py",
    "retrieval/answers/verify.py",
    "retrieval/router.py",
    "retrieval/sites.py",
]
PROSE = re.compile(r"[A-Za-z0-9{}][\w {},.;:()'“”<>\[\]/`&+-]*")
CODE = re.compile(
    r"SELECT|UPDATE|INSERT|DELETE FROM|CREATE|text/html|gzip, |next_visit|pending = |body_hash|tries = |not public$|"
    r"-src |"
    r"^(jan feb|not a database|disk )|^[a-z]+:[a-z]+:|^What (are the fees|is|does|cost)|^(Where|When|Who|How)\b.*\?$|"
    r"^(There is no site named shop|Only in|not connected|page \{\}$|crawl \{\}|Error \{\}|Site unknown|Bearer )"
)
NOT_FOR_PAGES = {
    "api/mcp.py": "read by programs, which get English",
    "api/problems.py": "descriptions, read from the OpenAPI document below",
    "api/schemas.py": "examples; its descriptions are read from the OpenAPI document below",
}


def template(node: ast.expr) -> str | None:
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def sentences(path: Path) -> Iterator[str]:
    """Every text of a module that reads like prose: two words or more, no statement, no pattern, no docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    silent |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    silent |= {id(part) for node in ast.walk(tree) if is_log(node) for part in node.args}
    for node in ast.walk(tree):
        text = template(node) if isinstance(node, ast.expr) and id(node) not in silent else None
        if text and reads_like_prose(text):
            yield text


def reads_like_prose(text: str) -> bool:
    words = re.findall("[a-z]{2,}", text)
    return " " in text.strip() and len(words) > 1 and bool(PROSE.fullmatch(text.strip())) and not CODE.search(text)


def is_log(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("LOG.", "re.", "Query", "Path"))


def modules(name: str) -> list[Path]:
    path = ROOT / name
    found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [one for one in found if str(one.relative_to(ROOT)) not in NOT_FOR_PAGES and one.parent.name != "views"]


def read_book(path: Path) -> dict[str, str]:
    sections: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return {text: other for section in sections.values() for text, other in section.items()}


@pytest.fixture(params=BOOKS, ids=[path.stem for path in BOOKS])
def book(request: pytest.FixtureRequest) -> dict[str, str]:
    return read_book(request.param)


@pytest.mark.parametrize("name", SPEAKING)
def test_every_sentence_of_a_room_is_in_the_book(book: dict[str, str], name: str):
    said = {text for path in modules(name) for text in sentences(path)}
    assert {text for text in said if text not in book and f"{text}." not in book} == set()


def test_reasons_of_routes_notes_and_steps_are_in_the_book(book: dict[str, str]):
    whys = {rule["why"] for rule in load_data("rules")["rules"]}
    notes = {re.sub(r"\{\w+\}", "{}", text) for text in load_data("phrases")["en"].values()}
    notes = {text for text in notes if text.endswith(".") and text != "{} {}."}
    steps = {
        step
        for path in (ROOT / "retrieval").rglob("*.py")
        for step in re.findall(r'trace\.step\("(\w+)"', path.read_text())
    }
    assert len(steps) > 10
    assert {text for text in whys | notes | steps if text not in book} == set()


def test_our_own_notes_read_in_chinese_as_the_answers_say_them():
    phrases = load_data("phrases")
    book = read_book(ROOT / "api/web/said/zh.json")
    for name, english in phrases["en"].items():
        text = re.sub(r"\{\w+\}", "{}", english)
        if text in book:
            assert re.sub(r"\{\w*\}", "{}", book[text]) == re.sub(r"\{\w+\}", "{}", phrases["zh"][name]), name


def test_names_of_details_are_in_the_book(book: dict[str, str]):
    found: set[str] = set()
    for path in (ROOT / "retrieval").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        found |= set(re.findall(r'detail\["(\w+)"\]', text))
        for part in re.findall(r"detail\.update\(([^)]*(?:\([^)]*\)[^)]*)*)\)", text):
            found |= set(re.findall(r"(\w+)=", part))
    assert len(found) > 20
    assert {name for name in found if name.replace("_", " ") not in book and name != "k"} == set()


def names_of(value: Any, found: set[str]) -> set[str]:
    for name, part in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if name in ("relation", "attribute", "type") and isinstance(part, str):
            found.add(part)
        if name == "attributes" and isinstance(part, dict):
            found |= set(part.values())
        names_of(part, found)
    return found


@pytest.mark.parametrize("profile", ["university", "documentation"])
def test_types_relations_and_attributes_of_a_profile_are_in_the_book(book: dict[str, str], profile: str):
    text = (ROOT / f"ingest/profiles/{profile}.yaml").read_text(encoding="utf-8")
    names = names_of(yaml.safe_load(text), set(load_profile(profile).types))
    assert {name for name in names if name.replace("_", " ") not in book} == set()


def test_what_the_documents_of_the_api_show_is_in_the_book(book: dict[str, str]):
    document = create_api(lambda: None).openapi()
    shown = {document["info"]["description"]}
    for operation in (one for methods in document["paths"].values() for one in methods.values()):
        shown |= {operation["summary"], operation["tags"][0]}
        shown |= {one["description"] for one in operation["responses"].values()}
        shown |= {one["description"] for one in operation.get("parameters", []) if "description" in one}
        bodies = operation.get("requestBody", {}).get("content", {}).values()
        for name in (one["schema"].get("$ref", "").rpartition("/")[2] for one in bodies):
            fields = document["components"]["schemas"].get(name, {}).get("properties", {})
            shown |= {field["description"] for field in fields.values() if "description" in field}
    assert len(shown) > 60
    assert {text for text in shown if text not in book} == set()


def test_the_same_things_are_filled_in(book: dict[str, str]):
    for text, other in book.items():
        count, marks = text.count("{}"), re.findall(r"\{(\d*)\}", other)
        assert len(marks) <= count, text
        assert all(int(mark) < count for mark in marks if mark), text
        assert marks.count("") == count or any(marks), text


def test_every_status_and_mode_has_words_of_its_own():
    words = "".join((ROOT / f"api/web/{name}.js").read_text(encoding="utf-8") for name in ("site-words", "words"))
    for status in PageStatus:
        assert words.count(f's_{status.value}"') == 2 or words.count(f"s_{status.value}:") == 2, status
    for mode in set(get_args(Mode)) - {"none"}:
        assert words.count(f"about_{mode}:") == 2, mode
