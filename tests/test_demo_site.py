"""The demo site holds together: its links lead somewhere, its facts agree, its questions can be answered."""

from __future__ import annotations

import json
import re
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import lxml.html
import pytest
from pypdf import PdfReader

from demo.server import ORIGIN, SITE, answer

HOST = "127.0.0.1:8750"
ROOT = f"http://{HOST}"
GONE = "/news/2025-open-day.html"
QUESTIONS: list[dict[str, Any]] = json.loads((SITE.parent / "questions.json").read_text("utf-8"))["questions"]
ANSWERABLE = [question for question in QUESTIONS if question["answerable"]]
HTML_FILES = sorted(SITE.rglob("*.html"))


def _ids(question: dict[str, Any]) -> str:
    return str(question["id"])


def _decode(body: bytes) -> str:
    head = body[:2000].lower()
    return body.decode("gbk" if b"gb2312" in head else "utf-8")


@cache
def _page_text(path: str) -> str:
    reply = answer(path, HOST)
    assert reply.status == 200, path
    if reply.content_type == "application/pdf":
        return _squeeze(" ".join(page.extract_text() for page in PdfReader(BytesIO(reply.body)).pages))
    document = lxml.html.fromstring(_decode(reply.body))
    for junk in document.xpath("//script | //style | //*[contains(@style, 'display:none')]"):
        junk.drop_tree()
    return _squeeze(document.text_content())


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", " ", text)


def _links(path: str) -> list[str]:
    reply = answer(path, HOST)
    if not reply.content_type.startswith("text/html"):
        return []
    document = lxml.html.document_fromstring(_decode(reply.body))
    base = urljoin(ROOT + path, next(iter(document.xpath("//base/@href")), ""))
    targets = [urljoin(base, link) for link in document.xpath("//a/@href | //link/@href | //script/@src")]
    return [target.split("#")[0].removeprefix(ROOT) for target in targets if target.startswith(ROOT)]


@cache
def _reachable() -> frozenset[str]:
    seen, waiting = {"/"}, ["/"]
    while waiting:
        path = waiting.pop()
        reply = answer(path, HOST)
        found = [reply.location] if reply.location else _links(path)
        fresh = [target for target in found if target not in seen and "/calendar" not in target]
        seen.update(fresh)
        waiting.extend(fresh)
    return frozenset(seen)


def _url(file: Path) -> str:
    return "/" + file.relative_to(SITE).as_posix().removesuffix("index.html")


def test_every_link_in_the_site_resolves():
    broken = [path for path in _reachable() if answer(path, HOST).status >= 400]
    assert broken == []


def test_one_link_leads_to_a_page_that_is_gone_but_answers_200():
    assert GONE in _reachable()
    assert "could not find that page" in _page_text(GONE)


def test_every_page_can_be_reached_by_links_but_the_one_for_missing_pages():
    unreached = {_url(file) for file in HTML_FILES} - _reachable()
    assert unreached == {"/404.html"}


def test_the_site_has_about_sixty_pages_in_two_languages():
    paths = [path for path in _reachable() if path.endswith(("/", ".html"))]
    chinese = [path for path in paths if path.startswith("/zh/")]
    assert 60 <= len(paths) <= 80
    assert len(chinese) >= 15


@pytest.mark.parametrize("file", HTML_FILES, ids=_url)
def test_hreflang_twins_point_at_each_other(file: Path):
    document = lxml.html.document_fromstring(_decode(file.read_bytes()))
    twins = document.xpath("//link[@rel='alternate'][@hreflang]/@href")
    for twin in twins:
        other = SITE / twin.removeprefix(ORIGIN).lstrip("/")
        other = other / "index.html" if twin.endswith("/") else other
        back = lxml.html.document_fromstring(_decode(other.read_bytes())).xpath("//link[@hreflang]/@href")
        assert sorted(back) == sorted(twins)


def test_the_sitemap_names_only_pages_that_exist():
    body = answer("/sitemap.xml", HOST).body
    places = [place.removeprefix(ROOT) for place in re.findall(r"<loc>(.*?)</loc>", body.decode())]
    assert len(places) > 55
    assert [place for place in places if answer(place, HOST).status != 200] == []
    assert not any(place.startswith("/internal/") for place in places)


def test_all_host_names_in_the_site_are_reserved_for_examples():
    hosts = set()
    for file in HTML_FILES:
        hosts |= {
            urlsplit(link).hostname or "" for link in re.findall(r"https?://[^\s\"'<>]+", _decode(file.read_bytes()))
        }
    assert hosts <= {"www.northmere.example", "www.port-alder-harbour.example", "schema.org", "prizes.example"}


def test_english_and_chinese_fee_pages_give_the_same_amounts():
    english = set(re.findall(r"\d,\d{3}", _page_text("/fees/")))
    assert set(re.findall(r"\d,\d{3}", _page_text("/zh/fees/"))) == english


def test_the_archived_fees_differ_from_the_current_ones():
    assert "€2,840" in _page_text("/fees/")
    assert "€2,610" in _page_text("/archive/fees-2024-25.html")


def test_each_course_page_agrees_with_the_course_table():
    table = _page_text("/courses/")
    for file in sorted((SITE / "courses").glob("*-*.html")):
        page = lxml.html.parse(file).getroot()
        code, _, title = page.xpath("string(//h1)").partition(" ")
        number, _, title = title.partition(" ")
        units = page.xpath("string(//dt[.='Credits']/following-sibling::dd[1])")
        assert f"{code} {number}{title}{units}" in table


def test_there_are_forty_questions_of_every_kind():
    kinds = {question["kind"] for question in QUESTIONS}
    expected = "lookup list count two-hop comparison table yes-no global disagree follow-up unanswerable"
    assert len(QUESTIONS) == 40
    assert len({question["id"] for question in QUESTIONS}) == 40
    assert kinds == set(expected.split())
    assert sum(not question["answerable"] for question in QUESTIONS) == 10
    assert sum(question["lang"] == "zh" for question in QUESTIONS) >= 8
    assert sum(bool(question["history"]) for question in QUESTIONS) >= 4


@pytest.mark.parametrize("question", ANSWERABLE, ids=_ids)
def test_the_quote_of_each_question_stands_in_its_pages(question: dict[str, Any]):
    assert question["pages"]
    assert any(question["quote"] in _page_text(path) for path in question["pages"])


@pytest.mark.parametrize("question", ANSWERABLE, ids=_ids)
def test_the_answer_of_each_question_stands_in_its_pages(question: dict[str, Any]):
    texts = " ".join(_page_text(path) for path in question["pages"]).casefold()
    if "items" in question:
        missing = [item for item in question["items"] if not any(form.casefold() in texts for form in item.split("|"))]
        assert missing == []
    elif question["kind"] != "yes-no":
        assert any(form.casefold() in texts for form in question["accept"])


def test_unanswerable_questions_name_no_page_and_no_answer():
    for question in QUESTIONS:
        if not question["answerable"]:
            assert (question["answer"], question["pages"], question["quote"]) == ("", [], "")
