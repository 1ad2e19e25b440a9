"""Addresses: what is the same page, and what stays apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.urls import (
    host_of,
    join_url,
    normalize,
    origin_of,
    page_key,
    prefixes_of,
    read_location,
    resolve,
    same_page,
    section_of,
)

PARTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)
URLS = st.builds(
    lambda scheme, host, port, path, query, fragment: f"{scheme}://{host}{port}/{path}?{query}#{fragment}",
    st.sampled_from(["http", "HTTPS", "https"]),
    st.sampled_from(["example.org", "WWW.Example.org.", "[::1]", "bücher.example", "10.0.0.1"]),
    st.sampled_from(["", ":80", ":443", ":8080"]),
    st.lists(PARTS | st.sampled_from(["..", ".", "%2e", "%7Ea", "index.html", ";jsessionid=1A", ""])).map("/".join),
    st.lists(PARTS | st.sampled_from(["a=1", "sid=abc123x", "utm_source=b", "%zz=1", "a=1"])).map("&".join),
    PARTS,
)


@given(URLS)
def test_normalizing_twice_is_normalizing_once(url: str):
    once = normalize(url)
    assert normalize(once) == once


@given(URLS)
def test_the_key_of_the_normal_form_is_the_key(url: str):
    assert page_key(normalize(url)) == page_key(url)


@given(st.text())
def test_any_text_gives_an_address_or_nothing(text: str):
    assert normalize(text) == "" or normalize(text).startswith(("http://", "https://"))
    assert resolve("http://example.org/a/", text) == normalize(resolve("http://example.org/a/", text))


@given(URLS)
def test_a_normal_address_has_no_fragment_no_space_and_no_dot_segment(url: str):
    found = normalize(url)
    if found:
        path = found.split("?")[0]
        assert "#" not in found
        assert " " not in found
        assert found.isascii()
        assert "/../" not in path
        assert "/./" not in path


@pytest.mark.parametrize(
    ("written", "normal"),
    [
        ("HTTP://Example.ORG:80/a", "http://example.org/a"),
        ("https://example.org:443", "https://example.org/"),
        ("http://example.org:8080/a", "http://example.org:8080/a"),
        ("http://example.org./a", "http://example.org/a"),
        ("http://example.org/a/./b/../c", "http://example.org/a/c"),
        ("http://example.org/../../a", "http://example.org/a"),
        ("http://example.org/%7euser/%3a", "http://example.org/~user/%3A"),
        ("http://example.org/a b", "http://example.org/a%20b"),
        ("http://example.org/ä", "http://example.org/%C3%A4"),
        ("http://example.org/100%", "http://example.org/100%25"),
        ("http://bücher.example/", "http://xn--bcher-kva.example/"),
        ("http://example.org/a#part", "http://example.org/a"),
        ("http://example.org/a?", "http://example.org/a"),
        ("http://example.org/a?x=1&utm_source=mail&x=1&fbclid=q", "http://example.org/a?x=1"),
        ("http://example.org/a?x=1&amp;y=2", "http://example.org/a?x=1&y=2"),
        ("http://example.org/a;jsessionid=0F3A?x=1", "http://example.org/a?x=1"),
        ("http://example.org/a?PHPSESSID=3", "http://example.org/a"),
        ("http://example.org/(S(lit3py55t21z5v55vlm25s55))/a.aspx", "http://example.org/a.aspx"),
        ("  http://example.org/a\n", "http://example.org/a"),
        ("http:\\\\example.org\\a", "http://example.org/a"),
    ],
)
def test_spellings_are_made_normal(written: str, normal: str):
    assert normalize(written) == normal


@pytest.mark.parametrize(
    "written",
    ["mailto:a@example.org", "javascript:void(0)", "ftp://example.org/", "http://", "http:///a", "/a", "", "http://[::1",
     "http://exa mple.org/", "data:text/html,x", "http://example.org:port/", "http://example.org:99999/"],
)  # fmt: skip
def test_what_is_no_web_address_gives_nothing(written: str):
    assert normalize(written) == ""


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("http://example.org/a", "https://www.example.org/a/"),
        ("http://example.org/a/", "http://example.org/a/index.html"),
        ("http://example.org/a/default.aspx", "http://example.org/a"),
        ("http://example.org/a?x=1&y=2", "http://example.org/a?y=2&x=1"),
        ("http://example.org//a", "http://example.org/a"),
        ("http://example.org/?sid=9f86d081884c7d65", "http://example.org/"),
        ("http://example.org/a?session=3f2504e0-4f89-11d3-9a0c-0305e82c3301", "http://example.org/a"),
        ("http://example.org/a?session=kq7v0d2m9x1c8b4n6z3h5j0t2r", "http://example.org/a"),
        ("http://example.org/a?sess=aZ4kQ9rT1bW7xM2cV8", "http://example.org/a"),
        ("http://example.org/a;sid=5e884898da280471f2c1", "http://example.org/a"),
        ("http://example.org/a?PHPSESSID=abc", "http://example.org/a"),
    ],
)
def test_these_are_one_page(first: str, second: str):
    assert same_page(first, second)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("http://example.org/a", "http://example.org/A"),
        ("http://example.org/a?x=1", "http://example.org/a?x=2"),
        ("http://example.org/a?x=1&x=2", "http://example.org/a?x=2&x=1"),
        ("http://example.org/a", "http://example.org:8080/a"),
        ("http://example.org/story?sid=5", "http://example.org/story?sid=6"),
        ("http://example.org/exams?session=2024spring", "http://example.org/exams?session=2024fall"),
        ("http://example.org/exams?session=2024spring", "http://example.org/exams"),
        ("http://example.org/courses?sid=chem101", "http://example.org/courses"),
        ("http://example.org/courses?sid=ws2024-inf1-mod2-group3-b5", "http://example.org/courses"),
        ("http://example.org/courses?session=WiSe2024-Informatik-2", "http://example.org/courses"),
        ("http://example.org/talks?sessionid=20240917143000", "http://example.org/talks"),
        ("http://example.org/courses;sid=chem101", "http://example.org/courses"),
        ("http://example.org/a%2Fb", "http://example.org/a/b"),
        ("http://www.org/", "http://org/"),
        ("http://example.org/index.htmlx", "http://example.org/"),
    ],
)
def test_these_are_two_pages(first: str, second: str):
    assert not same_page(first, second)


def test_sections_and_prefixes_are_the_folders_above_a_page():
    url = "http://example.org/a/b/c.html?y=1&x=2"
    assert section_of(url) == "/a/"
    assert section_of(url, 2) == "/a/b/"
    assert section_of("http://example.org/x.html") == "/"
    assert prefixes_of(url) == ["/a", "/a/b", "/a/b/c.html?x&y"]


def test_a_long_odd_address_is_normalized_at_once():
    assert normalize("http://" + "a-" * 50_000 + "!/x") == ""


@pytest.mark.parametrize(
    "text", ["http://[your-site]/", "http://[::1", "http://[email protected]/a", "//[", "http://[broken/p"]
)
def test_what_cannot_be_an_address_has_no_parts_and_raises_nothing(text: str):
    assert normalize(text) == ""
    assert resolve("https://a.example/", text) == ""
    assert host_of(text) in {"", text.partition("//")[2].partition("/")[0]}
    assert origin_of(text)
    assert section_of(text)
    assert isinstance(prefixes_of(text), list)
    assert isinstance(join_url("https://a.example/", text), str)


@given(st.text(max_size=40))
def test_any_text_may_stand_where_an_address_should(text: str):
    for function in (host_of, origin_of, section_of, prefixes_of, normalize, page_key):
        function(text)
    join_url("https://a.example/", text)


def test_a_location_in_utf_8_is_read_as_it_was_meant():
    assert read_location("/café".encode().decode("latin-1")) == "/café"
    assert read_location("/café") == "/café"
    assert read_location("/plain?a=1") == "/plain?a=1"
