"""The `Link` header is read as RFC 8288 has it."""

from __future__ import annotations

from time import process_time

import pytest

from ingest.html.linkheader import read_links


@pytest.mark.parametrize(
    ("header", "links"),
    [
        ("</a>; rel=next", [("/a", {"rel": "next"})]),
        ('</a;v=1;w=2>; rel="next"', [("/a;v=1;w=2", {"rel": "next"})]),
        ("</a?x=1,2>; rel=next, </b>;rel=prev", [("/a?x=1,2", {"rel": "next"}), ("/b", {"rel": "prev"})]),
        (
            '< /zh/ > ; Rel = "alternate" ; hreflang="zh"; title="a; b, <c> \\"d\\""',
            [("/zh/", {"rel": "alternate", "hreflang": "zh", "title": 'a; b, <c> "d"'})],
        ),
        ("</a>; rel=first; rel=second; crossorigin", [("/a", {"rel": "first", "crossorigin": ""})]),
        ("</a>", [("/a", {})]),
        ("</a>; rel='next', junk, </b>; rel", [("/a", {"rel": "next"}), ("/b", {"rel": ""})]),
        ("no link at all; rel=next", []),
        ("", []),
    ],
)
def test_addresses_and_quoted_values_may_hold_semicolons_and_commas(header: str, links: list[object]):
    assert list(read_links(header)) == links


@pytest.mark.parametrize("part", ["<a>;", '<a>; b="', "<a>; b=c ", "<", '\\"', "<a> "])
def test_a_header_without_an_end_takes_no_time(part: str):
    begun = process_time()
    list(read_links(part * (200_000 // len(part))))
    assert process_time() - begun < 5
