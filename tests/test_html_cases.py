"""The handed bug reports, as they came; and each in words of our own in the test file of its module."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.records import PageStatus, ParsedPage
from ingest.html import inspect, parse

NAMES = (
    "15-js-shell", "16-heading-path", "17-before-first-heading", "18-skipped-levels", "21-list-in-cell", "22-empty-cells",
    "23-layout-table", "24-minified-table", "26-hidden-or-collapsed", "27-list-in-list", "29-pre", "30-cjk-long", "32-katex",
    "47-injection",
)  # fmt: skip
ADDRESS = "http://site.example/2026/x/page.html"


def read_case(shared: Path, name: str) -> bytes:
    return (shared / "cases" / f"{name}.html").read_bytes()


def leaf_text(page: ParsedPage) -> str:
    return "\n".join(block.text for block in page.blocks if block.leaf)


def table_rows(page: ParsedPage) -> list[list[str]]:
    return [list(segment.cells) for segment in page.segments if segment.kind == "row"]


@pytest.mark.parametrize("name", NAMES)
def test_a_handed_case_gives_what_was_expected(shared: Path, name: str):
    expected: dict[str, Any] = json.loads((shared / "cases" / "expected.json").read_text("utf-8"))[f"{name}.html"]
    page = parse(read_case(shared, name), ADDRESS, "text/html")
    said = leaf_text(page)
    pairs = [(" > ".join(block.heading_path), block.text) for block in page.blocks if block.leaf]
    for path, text in expected.get("blocks", []):
        assert any(pair[0] == path and (pair[1] == text or text in pair[1].split("\n")) for pair in pairs), (path, text)
    for text in expected.get("must", []):
        assert text in said
    for text in expected.get("must_not", []):
        assert text not in said
        assert not any(text in block.markdown for block in page.blocks)
    check_shape(page, expected)


def check_shape(page: ParsedPage, expected: dict[str, Any]) -> None:
    said = leaf_text(page)
    if "status" in expected:
        assert page.status == expected["status"]
        assert page.blocks == ()
    if "table" in expected:
        header = [expected["table"]["header"]] if "header" in expected["table"] else []
        assert table_rows(page) == header + expected["table"]["rows"]
    if "items" in expected:
        items = [[segment.text, segment.depth] for segment in page.segments if segment.kind == "item"]
        assert items == expected["items"]
    if "max_block_chars" in expected:
        assert max(len(block.text) for block in page.blocks) <= expected["max_block_chars"]
        assert sum(len(block.text) for block in page.blocks if block.leaf) > 2900
    if "must_any" in expected:
        assert any(text in said for text in expected["must_any"])
        assert said.count("mc") == expected["count_of_mc"]


def test_a_handed_base_far_down_the_page_still_counts(shared: Path):
    facts = inspect(read_case(shared, "05-base-late"), ADDRESS)
    assert [link.url for link in facts.links] == ["http://site.example/2026/handbook/modules/alg-101.html"]


def test_a_handed_refresh_with_a_base_is_a_redirect(shared: Path):
    facts = inspect(read_case(shared, "06-refresh-base"), ADDRESS)
    assert facts.status is PageStatus.REDIRECT
    assert facts.refresh == "http://site.example/archive/2025/staff/index.html"
    assert parse(read_case(shared, "06-refresh-base"), ADDRESS).blocks == ()


def test_a_handed_refresh_to_itself_is_a_page(shared: Path):
    page = parse(read_case(shared, "06-refresh-self"), ADDRESS)
    assert page.status is PageStatus.OK
    assert "room B12" in leaf_text(page)


def test_a_handed_page_with_a_misspelt_meta_is_decoded(shared: Path):
    page = parse(read_case(shared, "07-gbk-bad-meta"), ADDRESS)
    assert page.meta.title == "课程地图"
    assert page.warnings == ()


def test_a_handed_header_that_contradicts_the_bytes_is_overruled(shared: Path):
    page = parse(read_case(shared, "07-header-utf8-body-1252"), ADDRESS, "text/html; charset=utf-8")
    assert page.outline == ((1, "Fakultät für Gärten"),)
    assert "5 €" in leaf_text(page)
    assert any("utf-8" in warning for warning in page.warnings)


def test_a_handed_pdf_under_a_false_name_leaves_no_pdf_text(shared: Path):
    page = parse(read_case(shared, "12-pdf-as-html"), ADDRESS, "text/html")
    assert page.media_type == "application/pdf"
    assert page.status is not PageStatus.OK
    assert "%PDF" not in leaf_text(page)
