"""Pages of universities unlike the first: rows of courses, other codes, labels and titles in other languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.entities.addresses import plain_address, reveal
from ingest.entities.people import read_person
from ingest.entities.profile import load_profile
from ingest.entities.requirements import parse_requirement
from ingest.names import clean_person
from tests.sites import campus_seen, campus_unseen
from tests.sites.campus_scores import found_facts, score_campus
from tests.sites.centre_scores import read_pages

PROFILE = load_profile("university")


def facts(body: str, path: str = "page", title: str = "Page") -> set[tuple[str, str, str]]:
    """The facts of one small page, names as they are compared."""
    html = f"<!doctype html><html><head><title>{title}</title></head><body><main>{body}</main></body></html>"
    (graph,) = read_pages({f"https://uni.example/{path}": html}, "uni")
    return found_facts(graph)


def test_what_stands_on_pages_that_were_looked_at_is_read():
    share, faults = score_campus(campus_seen.PAGES)
    assert share.f1 >= 0.97, faults


def test_what_stands_on_pages_that_were_kept_aside_is_read():
    share, _ = score_campus(campus_unseen.PAGES)
    assert share.f1 >= 0.80


ADDRESSES = [
    ("a.quill (at) uni (dot) example", "a.quill@uni.example"),
    ("a.quill[at]uni.example", "a.quill@uni.example"),
    ("quill [at] cs [dot] uni [dot] example", "quill@cs.uni.example"),
    ("quill AT uni DOT example", "quill@uni.example"),
    ("quill at uni dot example", "quill@uni.example"),
    ("quill(@)uni.example", "quill@uni.example"),
    ("We meet at noon (at the weir) in room B.1", "We meet at noon (at the weir) in room B.1"),
    ("quill@uni.example, B 12", "quill@uni.example"),
]


@pytest.mark.parametrize(("written", "plain"), ADDRESSES)
def test_an_address_that_hides_from_harvesters_is_read(written: str, plain: str):
    assert plain_address(written) == plain


@given(st.text("a@.(at)[dot] {<AT", max_size=40))
def test_what_is_revealed_stays_so(text: str):
    assert reveal(text).count("@") >= text.count("@") - text.count("(@)") - text.count("[@]")


EXPRESSIONS = [
    ("INF-11101 und INF-11102 oder MAT-10100", [["INF-11101"], ["INF-11102", "MAT-10100"]]),
    ("INF201 et (MAT101 ou MAT102)", [["INF 201"], ["MAT 101", "MAT 102"]]),
    ("MAT110 y MAT120", [["MAT 110"], ["MAT 120"]]),
    ("CS1010S or its equivalent, and (CS1231 or MA1100)", [["CS 1010S"], ["CS 1231", "MA 1100"]]),
    ("COMP1021 OR COMP1022P or equivalent", [["COMP 1021", "COMP 1022P"]]),
    ("Grade B or above in COMP1021", [["COMP 1021"]]),
    ("MAE 217A and E", [["MAE 217A"], ["MAE 217E"]]),
]


@pytest.mark.parametrize(("text", "groups"), EXPRESSIONS)
def test_a_requirement_is_read_in_other_words(text: str, groups: list[list[str]]):
    assert parse_requirement(text, PROFILE) == groups


TITLED = [
    ("Prof. Dr. Dr. h.c. Ulrike Brandt", "Ulrike Brandt"),
    ("Prof. Dr. rer. nat. habil. Klaus-Dieter Sommer", "Klaus-Dieter Sommer"),
    ("Dipl.-Inf. Maria Kaya", "Maria Kaya"),
    ("Mme Claire Dufour", "Claire Dufour"),
    ("Doç. Dr. Ayşe Kaya", "Ayşe Kaya"),
    ("A/P Seth Gilbertson", "Seth Gilbertson"),
    ("Dott.ssa Rina Bellu", "Rina Bellu"),
    ("dr. ir. Marieke van Dijk", "Marieke van Dijk"),
]


@pytest.mark.parametrize(("line", "name"), TITLED)
def test_a_title_of_any_country_tells_a_person(line: str, name: str):
    person = read_person(line, PROFILE)
    assert person is not None
    assert clean_person(person.name) == clean_person(line) == name


def test_rows_without_a_header_give_their_facts():
    rows = "<tr><td>RIV1029A</td><td>Reeds</td><td>1 credit</td><td>Prerequisite: RIV 1020 or equivalent</td></tr><tr><td>RIV2011</td><td>Mud</td><td>4</td><td></td></tr>"  # noqa: E501
    assert facts(f"<h1>List</h1><table>{rows}</table>") >= {
        ("riv 1029a", "title", "reeds"),
        ("riv 1029a", "units", "1"),
        ("riv 1029a", "requires", "riv 1020"),
        ("riv 2011", "title", "mud"),
    }


def test_a_row_whose_last_cells_are_empty_is_read():
    head = "<tr><th>Course Code</th><th>Course Title</th><th>Credits</th><th>Exclusion(s)</th></tr>"
    rows = "<tr><td>RIV2011</td><td>Mud</td><td>4</td><td></td></tr><tr><td>RIV2012</td><td>Silt</td><td>3</td><td>RIV2011</td></tr>"  # noqa: E501
    found = facts(f"<h1>List</h1><table>{head}{rows}</table>")
    assert {("riv 2011", "units", "4"), ("riv 2012", "excludes", "riv 2011")} <= found


def test_numbers_are_codes_only_on_pages_that_list_courses_by_them():
    body = "<h1>Course 6</h1><h3>6.006 Algorithms</h3>{}<h3>6.046J Design</h3>{}"
    listed = facts(body.format("<p>Prereq: 6.042 and (6.009 or 6.01)</p>", "<p>Prereq: 6.006</p>"))
    assert {("6 006", "requires", "6 009 / 6 01"), ("6 046j", "requires", "6 006")} <= listed
    assert facts(body.format("<p>On cost: 3.14 a head.</p>", "<p>As of 12.03 we rest.</p>")) == set()


@pytest.mark.parametrize(
    ("subject", "fact"),
    [
        ("<h1>RIV2521 Mud and Silt</h1>", ("faculty of rivers", "offers", "riv 2521")),
        ("<h1>Department of Rivers</h1>", ("department of rivers", "part_of", "faculty of rivers")),
        ("<h1>Prof. Ada Quill</h1>", ("ada quill", "member_of", "faculty of rivers")),
    ],
)
def test_the_unit_above_is_related_to_each_thing_in_its_way(subject: str, fact: tuple[str, str, str]):
    path = {"RIV": "modules/RIV2521", "Dep": "rivers/", "Pro": "people/quill"}[subject[4:7]]
    found = facts(f"{subject}<p>About it.</p><p>Faculty: Faculty of Rivers</p>", path, subject[4:-5])
    assert fact in found
