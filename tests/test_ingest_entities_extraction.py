"""What is found on small pages of our own, without any model: by form, labels, tables, links and declarations."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.errors import SettingsError
from core.records import PageGraph, Snapshot
from ingest.entities.findings import Findings
from ingest.entities.people import read_person
from ingest.entities.profile import load_profile
from ingest.entities.requirements import parse_requirement
from ingest.gazetteer import NameFinder
from ingest.pages import graph_of

PROFILE = load_profile("university")
ROOT = "https://uni.example/"


def read(body: str, path: str = "page", profile: str = "university", head: str = "") -> PageGraph:
    """The graph of one small page."""
    html = f"<html lang=en><head><title>Page | Uni</title>{head}</head><body><main>{body}</main></body></html>"
    snapshot = Snapshot(
        "uni", ROOT + path, 200, html.encode(), datetime(2026, 3, 1, tzinfo=UTC), {"content-type": "text/html"}
    )
    graph = graph_of(snapshot, load_profile(profile)).graph
    assert graph is not None
    return graph


def facts(graph: PageGraph) -> set[tuple[str, str, str]]:
    """The relations of a page with the names of their ends."""
    topics = {topic.id: topic.title for topic in graph.topics}
    names = {entity.id: entity.name for entity in graph.entities} | topics
    assert all((row.type == "about") == (row.tail in topics) for row in graph.relations)
    return {(names[row.head], row.type, names[row.tail]) for row in graph.relations}


EXPRESSIONS = [
    ("CSE 12 and CSE 15L.", [["CSE 12"], ["CSE 15L"]]),
    ("CHEM 152 or 154.", [["CHEM 152", "CHEM 154"]]),
    ("BIO 3 and MATH 10A or 20A and MATH 10B or 20B.", [["BIO 3"], ["MATH 10A", "MATH 20A"], ["MATH 10B", "MATH 20B"]]),
    ("PHYS 2BL or 2CL, CHEM 126 or 130.", [["PHYS 2BL", "PHYS 2CL"], ["CHEM 126", "CHEM 130"]]),
    ("TDMV 110, 111, or 133.", [["TDMV 110", "TDMV 111", "TDMV 133"]]),
    ("CHEM 6B, MATH 20A, 20B; majors only.", [["CHEM 6B"], ["MATH 20A"], ["MATH 20B"]]),
    ("MAE 217A and B, or consent of instructor.", [["MAE 217A"], ["MAE 217B"]]),
    ("PHYS 100A-B-C or consent.", [["PHYS 100A"], ["PHYS 100B"], ["PHYS 100C"]]),
    ("MATH 10A–C.", [["MATH 10A"], ["MATH 10B"], ["MATH 10C"]]),
    ("LISL 1C/1CX or consent of instructor.", [["LISL 1C", "LISL 1CX"]]),
    ("MGT 5 and either MGT 4 or ECON 4.", [["MGT 5"], ["MGT 4", "ECON 4"]]),
    ("CMP 101；以及 CMP 120 或 MAT 115", [["CMP 101"], ["CMP 120", "MAT 115"]]),
    ("SE 1. Students may not receive credit for both SE 1 and SE 2.", [["SE 1"]]),
    ("Cross-listed with MGT 241.", []),
    ("restricted to major codes BI77 and BI78.", []),
    ("consent of instructor", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "groups"), EXPRESSIONS)
def test_a_requirement_becomes_groups_of_alternatives(text: str, groups: list[list[str]]):
    assert parse_requirement(text, PROFILE) == groups


PEOPLE = [
    ("Ada M. Quill, PhD, Chemistry, Chair", "Ada M. Quill"),
    ("Prof. Ada Quill", "Ada Quill"),
    ("Quill, Ada", "Quill, Ada"),
    ("F. Akif Tez, PhD", "F. Akif Tez"),
    ("Bea Jules-Roset, PhD, Sociology", "Bea Jules-Roset"),
    ("Eric Van Young, PhD", "Eric Van Young"),
    ("Page duBois, PhD", "Page duBois"),
    ("Drew Hall, PhD, Engineering", "Drew Hall"),
    ("Mike (Micky) Holst, PhD", "Mike (Micky) Holst"),
    ("Ren Zhuolin (任卓林)", "Ren Zhuolin"),
    ("魏杉岚：知识图谱", "魏杉岚"),
]


@pytest.mark.parametrize(("line", "name"), PEOPLE)
def test_a_line_names_a_person(line: str, name: str):
    person = read_person(line, PROFILE, expected=True)
    assert person is not None
    assert person.name == name


@pytest.mark.parametrize(
    "line", ["Visual Arts", "Department of Music", "All rights reserved.", "Open at nine", "CSE 100", ""]
)
def test_a_line_names_nobody(line: str):
    assert read_person(line, PROFILE, expected=True) is None


def test_a_record_that_is_no_heading_is_a_course_with_its_facts():
    graph = read(
        "<h1>Rivers (RIV)</h1><p id=r1>RIV 10. Water, Slow and Fast (4)</p><p>On rivers. <b>Prerequisites:</b> BIO 1.</p>"  # noqa: E501
        "<p id=r2>RIV 11. Mud (2–4)</p><p>On mud.</p>",
        "courses/RIV.html",
    )
    found = facts(graph)
    assert {("RIV 10", "title", "Water, Slow and Fast"), ("RIV 10", "units", "4"), ("RIV 11", "units", "2–4")} <= found
    assert ("RIV 10", "requires", "BIO 1") in found
    assert ("RIV 11", "requires", "BIO 1") not in found
    assert ("Rivers", "offers", "RIV 10") in found


def test_a_definition_list_gives_the_facts_of_the_page():
    graph = read(
        "<h1>ALG 101 Water Plants</h1><dl><dt>Credits<dd>6<dt>Teacher<dd>Dr Ada Quill<dt>Prerequisites<dd>BIO 1 or BIO 2</dl>",  # noqa: E501
        "courses/alg-101",
    )
    assert {("ALG 101", "units", "6"), ("Ada Quill", "teaches", "ALG 101"), ("ALG 101", "requires", "BIO 2")} <= facts(
        graph
    )


def test_a_table_gives_facts_of_its_rows():
    graph = read(
        "<h1>Department of Rivers</h1><table><tr><th>Code<th>Title<th>Credits<th>Teacher</tr>"
        "<tr><td>RIV 10<td>Water<td>4<td>Dr Ada Quill</tr><tr><td>RIV 11<td>Mud<td>2<td>Dr Bo Lee</tr></table>"
    )
    assert {("RIV 10", "units", "4"), ("RIV 11", "title", "Mud"), ("Bo Lee", "teaches", "RIV 11")} <= facts(graph)


def test_people_under_a_heading_belong_to_the_unit_of_the_page():
    graph = read("<h1>Department of Rivers</h1><h2>Professors</h2><ul><li>Ada Quill, PhD<li>Bo Lee, PhD, Chair</ul>")
    assert {("Ada Quill", "member_of", "Department of Rivers"), ("Bo Lee", "rank", "Professors")} <= facts(graph)


@pytest.mark.parametrize("heading", ["People", "Our team", "Members:", "成员"])
def test_a_heading_that_could_stand_on_any_page_is_no_rank_of_those_below_it(heading: str):
    graph = read(f"<h1>Department of Rivers</h1><h2>{heading}</h2><ul><li>Ada Quill, PhD<li>Bo Lee, PhD</ul>")
    found = facts(graph)
    assert ("Ada Quill", "member_of", "Department of Rivers") in found
    assert not [fact for fact in found if fact[1] == "rank"]


@pytest.mark.parametrize("address", ["departments/contact", "research/people", "topics/overview"])
def test_a_page_under_a_heading_of_no_thing_is_about_no_thing_of_that_name(address: str):
    name = address.rpartition("/")[2].title()
    graph = read(f"<title>{name} | Department of Rivers</title><h1>{name}</h1><p>Write to the office.</p>", address)
    assert name.casefold() not in {entity.name.casefold() for entity in graph.entities}


def test_what_a_list_of_topics_offers_besides_topics_is_none():
    graph = read("<h1>River Lab</h1><h2>Research topics</h2><ul><li>Floods<li>Overview</ul>", "groups/river-lab")
    assert {topic.title for topic in graph.topics} == {"floods"}


def test_keywords_of_a_person_are_topics():
    graph = read(
        "<h1>Ada Quill</h1><p>Works on water.</p><p>Keywords: <a href=/keywords/floods>Floods</a>, <a href=/keywords/mud>Mud</a></p>",  # noqa: E501
        "people/ada-quill",
    )
    assert {("Ada Quill", "about", "floods"), ("Ada Quill", "about", "mud")} <= facts(graph)
    assert {topic.title for topic in graph.topics} == {"floods", "mud"}


def test_topics_listed_under_a_heading_are_topics_and_things_researched():
    graph = read("<h1>River Lab</h1><h2>Research topics</h2><ul><li>Floods<li>Mud slides</ul>", "groups/river-lab")
    assert {("River Lab", "about", "floods"), ("River Lab", "researches", "Floods")} <= facts(graph)
    assert {topic.title for topic in graph.topics} == {"floods", "mud slides"}


def test_a_relation_called_about_between_two_things_is_none_to_a_topic():
    findings = Findings("uni")
    one, other = findings.entity("group", "River Lab"), findings.entity("person", "Ada Quill")
    findings.relate(one, other, "about", "uni:block")
    assert [row.type for row in findings.relations] == ["related_to"]


def test_a_declared_person_is_believed():
    ld = '{"@type": "Person", "name": "Ada Quill", "jobTitle": "Reader", "worksFor": {"name": "Department of Rivers"}}'
    graph = read(
        "<h1>Ada Quill</h1><p>Works on water and more.</p>",
        "x/1",
        head=f"<script type=application/ld+json>{ld}</script>",
    )
    assert {("Ada Quill", "role", "Reader"), ("Ada Quill", "member_of", "Department of Rivers")} <= facts(graph)


def test_namesakes_with_pages_of_their_own_have_ids_of_their_own():
    link = "<p>See <a href=/people/quill-{0}>Ada Quill</a> for more about it.</p>"
    graph = read(f"<h1>News</h1>{link.format('music')}{link.format('rivers')}")
    assert len([entity for entity in graph.entities if entity.name == "Ada Quill"]) == 2


def test_every_mention_stands_at_its_place():
    graph = read("<h1>Department of Rivers</h1><p>Write to Dr Ada Quill about RIV 10 or RIV 11.</p>")
    texts = {block.id: block.text for block in graph.blocks}
    placed = [row for row in graph.mentions if row.start >= 0 and row.surface]
    assert placed
    assert all(texts[row.block_id][row.start : row.end] == row.surface for row in placed)


def test_every_relation_has_a_block_that_mentions_its_head():
    graph = read("<h1>ALG 101 Plants</h1><dl><dt>Prerequisites<dd>BIO 1<dt>Room<dd>R1.02</dl>", "courses/alg-101")
    mentioned = {(row.block_id, row.entity_id) for row in graph.mentions}
    assert graph.relations
    assert all((row.source, row.head) in mentioned for row in graph.relations)


def test_another_profile_reads_another_kind_of_site():
    graph = read(
        "<h1>Settings</h1><h3>RETRY_TIMES</h3><p>Default: 2</p><h3>LOG_LEVEL</h3><p>Default: DEBUG</p>",
        "settings/all",
        profile="documentation",
    )
    assert {("RETRY_TIMES", "default", "2"), ("LOG_LEVEL", "default", "DEBUG")} <= facts(graph)


def test_the_same_page_gives_the_same_graph():
    body = "<h1>Department of Rivers</h1><h2>Staff</h2><ul><li>Ada Quill, PhD<li>Bo Lee</ul>"
    assert read(body) == read(body)


def test_a_profile_that_is_not_there_is_one_clear_sentence():
    with pytest.raises(SettingsError, match="choose one of documentation, university"):
        load_profile("hospital")


def test_a_broken_profile_says_where(tmp_path: object):
    from pathlib import Path

    path = Path(str(tmp_path)) / "mine.yaml"
    path.write_text(
        "name: mine\nversion: '1'\ntypes: {person: {}}\ncodes: {type: person, pattern: '('}\n", encoding="utf-8"
    )
    with pytest.raises(SettingsError, match=r"wrong at codes\.pattern"):
        load_profile(str(path))


def test_names_are_found_whole_and_the_longest_wins():
    rows = [
        {"id": "1", "name": "Institute of Rivers", "aliases": []},
        {"id": "2", "name": "Institute of Rivers and Lakes", "aliases": ["ALG 101"]},
    ]
    found = NameFinder(rows).find("The Institute of Rivers and Lakes teaches ALG 101, not ALG 1012.")
    assert [(place.entity, place.surface) for place in found] == [("2", "Institute of Rivers and Lakes")]


def test_a_name_that_two_things_bear_is_not_looked_for():
    rows = [{"id": "1", "name": "Anna Lind Berg", "aliases": []}, {"id": "2", "name": "Anna Lind Berg", "aliases": []}]
    assert NameFinder(rows).find("Anna Lind Berg is here.") == []


def test_the_authors_at_the_head_of_citations_are_people():
    graph = read(
        "<h1>Publications</h1><h2>2020</h2><ul><li>Holt A, Lee BC. Deep tides of rivers. J Tides 2020;3:1-9.</li>"
        "<li>Maren Holt, Bo Lee (2020). The river below</li><li>Tides of the year 2020</li></ul>"
    )
    assert {entity.key for entity in graph.entities if entity.type == "person"} == {
        "a holt",
        "b c lee",
        "maren holt",
        "bo lee",
    }


def test_a_page_of_an_author_keeps_no_spelling_apart():
    graph = read("<h1>A. M. Holt</h1><p>Two papers on tides and on how they come and go.</p>", "author/a.-m.-holt/")
    assert [entity.key for entity in graph.entities if entity.type == "person"] == ["a m holt"]
    assert graph.entities[0].anchor_url == ROOT + "author/a.-m.-holt/"


def test_people_of_one_name_are_told_apart_by_their_addresses():
    graph = read(
        "<h1>People</h1><h2>Staff</h2><ul><li>Maren Holt, Lecturer, mholt@uni.example</li>"
        "<li>Maren Holt, Lecturer, holt9@uni.example</li></ul>"
    )
    people = [entity for entity in graph.entities if entity.type == "person"]
    assert [entity.key.partition("@")[0] for entity in people] == ["maren holt", "maren holt"]
    assert {fact for fact in facts(graph) if fact[1] == "email"} == {
        ("Maren Holt", "email", "mholt@uni.example"),
        ("Maren Holt", "email", "holt9@uni.example"),
    }


COURSES = [
    ("<p><strong>ACC 201. Principles of Ledgers I. 3 Hours.</strong></p>", "ACC 201", "Principles of Ledgers I", "3"),
    ("<p>RIV 1301 - River Basics - 4 credits</p>", "RIV 1301", "River Basics", "4"),
    ("<h3>RIVR10120 First Year Team Project (20 credits)</h3>", "RIVR 10120", "First Year Team Project", "20"),
    ("<h3>RIVR08025 Rivers 1 – 10 ECTS</h3>", "RIVR 08025", "Rivers 1", "10"),
    ("<p>RIV 10. The Rise of Towns (5 credit hours)</p>", "RIV 10", "The Rise of Towns", "5"),
    ("<p>RIV 20C. Tides (4)</p>", "RIV 20C", "Tides", "4"),
]


@pytest.mark.parametrize(("body", "code", "title", "units"), COURSES)
def test_a_course_is_read_as_any_catalogue_writes_it(body: str, code: str, title: str, units: str):
    assert facts(read(f"<h1>Courses</h1>{body}", "catalog/x")) == {(code, "title", title), (code, "units", units)}


@pytest.mark.parametrize(
    "text", ["See RIV 100, 3 units. Then go.", "RIV 12 and then, 4 hours", "RIV 12 meets weekly. 4 hours."]
)
def test_a_sentence_that_begins_with_a_code_opens_no_course(text: str):
    assert facts(read(f"<h1>Courses</h1><p>{text}</p>", "catalog/x")) == set()


def test_the_code_of_a_state_and_a_town_is_no_course():
    graph = read("<h1>Where we are</h1><p>Write to us in Old Town, CA 92093, or come and see us there.</p>")
    assert not [entity for entity in graph.entities if entity.type == "course"]
