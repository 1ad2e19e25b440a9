"""Who teaches or answers for a course, from its own pages: tables of contacts, author lines, linked addresses."""

# ruff: noqa: E501  pages stand on one line

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.records import PageGraph, Snapshot
from ingest.entities.profile import load_profile
from ingest.html import parse
from ingest.pages import graph_of

PROFILE = load_profile("university")
TITLE = "RIV 210 Building with Reeds (Autumn 2031)"
MAIL = '<a href="mailto:oquill@river.example?subject=RIV%20210"><img src="mail.png"></a>'
TABLE = (
    "<table><tr><th>Instructor</th><th>Office</th><th>Phone #</th><th>Email</th><th>Home Page &amp; Office Hours</th></tr>"
    "<tr><td>Odile F. Quill</td><td>Weir 12B</td><td>555.010.4477</td><td>oquill@river.example</td><td>https://river.example/~oquill</td></tr></table>"
)


def read(body: str, title: str = TITLE, head: str = "", path: str = "reeds/rules/") -> PageGraph:
    html = f"<html lang=en><head><title>{title}</title>{head}</head><body>{body}</body></html>"
    snapshot = Snapshot(
        "river", f"https://river.example/{path}", 200, html.encode(), datetime(2031, 9, 1, tzinfo=UTC), {"content-type": "text/html"}
    )  # fmt: skip
    graph = graph_of(snapshot, PROFILE).graph
    assert graph is not None
    return graph


def facts(graph: PageGraph) -> set[tuple[str, str, str]]:
    names = {entity.id: entity.name for entity in graph.entities}
    return {(names[row.head], row.type, names[row.tail]) for row in graph.relations if row.tail in names}


def people(graph: PageGraph) -> list[str]:
    return sorted(entity.name for entity in graph.entities if entity.type == "person")


def test_a_table_of_contacts_gives_the_person_of_its_first_column_the_facts_of_the_others():
    found = facts(read(f"<h1>{TITLE}</h1><h2>1.5 Instructor</h2>{TABLE}<p>Write early.</p>"))
    assert found == {
        ("Odile F. Quill", "teaches", "RIV 210"),
        ("Odile F. Quill", "room", "Weir 12B"),
        ("Odile F. Quill", "phone", "555.010.4477"),
        ("Odile F. Quill", "email", "oquill@river.example"),
        ("Odile F. Quill", "homepage", "https://river.example/~oquill"),
        ("RIV 210", "title", "Building with Reeds"),
        ("RIV 210", "phone", "555.010.4477"),
        ("RIV 210", "email", "oquill@river.example"),
    }


def test_the_rows_of_courses_stay_facts_of_courses():
    table = "<table><tr><th>Course</th><th>Instructor</th><th>Email</th></tr><tr><td>RIV 7</td><td>Odile Quill</td><td>x@river.example</td></tr></table>"
    found = facts(read(f"<h1>Classes this term</h1>{table}", title="Classes"))
    assert ("Odile Quill", "teaches", "RIV 7") in found
    assert not any(head == "Odile Quill" and kind == "email" for head, kind, _ in found)


def test_a_table_of_hours_gives_the_teacher_no_room():
    table = "<table><tr><th>Instructor</th><th>Room</th><th>Time</th></tr><tr><td>Odile Quill</td><td>Hall 3</td><td>9:00</td></tr></table>"
    assert not any(kind == "room" for _, kind, _ in facts(read(f"<h1>{TITLE}</h1>{table}")))


@pytest.mark.parametrize(
    "line", ["<h2>Odile F. Quill</h2>", "<p>Odile F. Quill</p>", "<p>Autumn 2031</p><p>Odile F. Quill</p>"]
)
def test_the_name_below_the_heading_is_the_contact_that_the_linked_address_bears_out(line: str):
    found = facts(read(f"<div>{MAIL}</div><h1>{TITLE}</h1>{line}<h2>1 Aims</h2><p>We bend and tie reeds.</p>"))
    assert ("Odile F. Quill", "contact_of", "RIV 210") in found
    assert ("Odile F. Quill", "email", "oquill@river.example") in found


def test_a_declared_author_is_a_person_without_an_address():
    head = '<meta name="author" content="Odile F. Quill">'
    body = "<h1>How to tie a reed</h1><h2>Odile F. Quill</h2><p>Wet it first.</p>"
    assert people(read(body, "How to tie a reed", head)) == ["Odile F. Quill"]
    assert people(read(body.replace("<h2>", '<h2 class="author">'), "How to tie a reed")) == ["Odile F. Quill"]


@pytest.mark.parametrize("line", ["Odile F. Quill", "Bending Reeds", "Autumn Term"])
def test_a_line_below_the_heading_that_nothing_bears_out_is_nobody(line: str):
    body = f'<h1>How to tie a reed</h1><h2>{line}</h2><p>Wet it <a href="mailto:desk@river.example">first</a>.</p>'
    assert people(read(body, "How to tie a reed")) == []


def test_pages_of_one_course_have_one_teacher_by_his_address():
    one = read(f"<h1>{TITLE}</h1>{TABLE}")
    other = read(
        f"<div>{MAIL}</div><h1>Hours</h1><h2>Odile F. Quill</h2><p>On Monday.</p>", "Hours", path="reeds/hours/"
    )
    ids = [{entity.id for entity in graph.entities if entity.type == "person"} for graph in (one, other)]
    assert ids[0] == ids[1]
    assert len(ids[0]) == 1


def test_what_stands_under_a_numbered_heading_is_the_course_s():
    body = f"<h1>{TITLE}</h1><h2>1.3 Prerequisites</h2><ul><li>A pass in RIV 110 or RIV 111.</li></ul><h2>2 Aims</h2><p>To build.</p>"
    found = facts(read(body))
    assert {("RIV 210", "requires", "RIV 110"), ("RIV 210", "requires", "RIV 111")} <= found


def test_addresses_and_authors_are_read_off_the_page():
    html = f'<body>{MAIL}<a href="MAILTO:desk@river.example">Desk</a><a href="mailto:">none</a><p class="author">By Odile Quill</p></body>'
    meta = parse(html.encode(), "https://river.example/p").meta
    assert meta.mailboxes == ("oquill@river.example", "desk@river.example")
    assert meta.authors == ("Odile Quill",)


@pytest.mark.parametrize(
    ("heading", "aliases"),
    [
        ("RIV 210 Outline", ()),
        ("RIV 210: Course Syllabus", ()),
        ("RIV 210 Lab 2 First Draft", ()),
        ("RIV 210 Building with Reeds (Autumn 2031)", ("Building with Reeds",)),
        ("RIV 210 Building with Reeds - Syllabus", ("Building with Reeds",)),
        ("RIV 210: Reeds in the U.S. (3)", ("Reeds in the U.S.",)),
        ("RIV 210 Project Planning", ("Project Planning",)),
        ("RIV 210 Laboratory Methods", ("Laboratory Methods",)),
    ],
)
def test_what_is_the_page_s_is_no_name_of_the_course(heading: str, aliases: tuple[str, ...]):
    graph = read(f"<h1>{heading}</h1><p>We bend and tie reeds all day.</p>", heading)
    assert [entity.aliases for entity in graph.entities if entity.type == "course"] == [aliases]


def test_a_sentence_that_begins_with_a_code_is_no_title_of_a_page():
    graph = read("<h1>RIV 210 opens another group</h1><p>Come early.</p>", "RIV 210 opens another group")
    assert not any(row.surface == "" for row in graph.mentions)  # the page's blocks are not taken to be about it


@pytest.mark.parametrize(
    ("name", "address"),
    [("RIV210 Outline", "/directory/outline/"), ("Academic Advising", "/academic/advising"), ("Reed Syllabus", "/staff/reed"),
     ("Weir Schedule", "/people/weir/"), ("Final Exam", "/members/final"), ("Quill Handbook", "/faculty/quill")],
)  # fmt: skip
def test_a_text_of_pages_is_nobody_though_its_address_is_like_a_person_s(name: str, address: str):
    linked = read(
        f'<main><h1>Help</h1><p>For more see <a href="{address}">{name}</a> and ask there.</p></main>', "Help"
    )
    own = read(f"<main><h1>{name}</h1><p>All weeks, day by day.</p></main>", name, path=address.strip("/"))
    assert people(linked) == people(own) == []


@pytest.mark.parametrize(
    "name", ["Page duBois", "Summer Lee", "Julie Law", "Grant Weeks", "April Day", "Tom Webb", "Dean Wright"]
)
def test_names_made_of_words_are_still_names(name: str):
    person = read(f"<main><h1>Reeds</h1><h2>Faculty</h2><ul><li>{name}, PhD</li></ul></main>", "Reeds")
    assert people(person) == [name]


def test_ranks_alone_and_words_of_pages_in_chinese_are_nobody():
    body = "<h1>Reeds</h1><h2>Faculty</h2><ul><li>Chair Professor, Director</li><li>讲座</li><li>芦苇生</li></ul>"
    assert people(read(f"<main>{body}</main>", "Reeds")) == ["芦苇生"]


def test_an_attribute_takes_one_text_under_its_heading():
    body = f'<h1>{TITLE}</h1><h2>2 Office Hours</h2><p>Mine are <a href="/hours">listed here</a></p><p>Ask the desk too.</p>'
    assert [tail for _, kind, tail in facts(read(body)) if kind == "office_hours"] == ["Mine are listed here"]


def test_the_address_of_a_centre_is_not_that_of_the_department_whose_page_tells_of_it():
    title = "Department of Hydrology"
    own = "<p>Weir 2, (555) 010-4400</p>"
    centre = "<h2>Reed Centre</h2><p>Ask reeds@river.example about grants, or call (555) 010-4477.</p>"
    found = facts(read(f"<h1>{title}</h1>{own}{centre}", title=title, path="hydrology/"))
    assert {(kind, value) for head, kind, value in found if "Hydrology" in head} == {("phone", "(555) 010-4400")}


@pytest.mark.parametrize("said", ["Courses 140-179 and 241-244 are for seniors.", "He was a fellow in 2020-2022."])
def test_a_range_of_courses_or_years_is_no_phone(said: str):
    found = facts(read(f"<h1>Department of Hydrology</h1><p>{said}</p>", title="Department of Hydrology"))
    assert not any(kind == "phone" for _, kind, _ in found)


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("Office hours: Mon. 10-12", ("office_hours", "Mon. 10-12")),
        ("Sprechstunde: Mo. 14–16 Uhr", ("office_hours", "Mo. 14–16 Uhr")),
        ("Room: Geb. 30.41, Raum 112", ("room", "Geb. 30.41, Raum 112")),
    ],
)
def test_the_dot_of_an_abbreviation_ends_no_value(line: str, fact: tuple[str, str]):
    page = f"<h1>Odile F. Quill</h1><p>{line}</p><p>Write early.</p>"
    found = facts(read(page, title="Odile F. Quill", path="people/odile-quill/"))
    assert fact in {(kind, value) for _, kind, value in found}


@pytest.mark.parametrize("line", ["助理教授", "客座教授", "指导老师：张三", "特聘教授"])
def test_a_chinese_rank_alone_is_no_person(line: str):
    assert not {"助理", "客座", "指导", "特聘"} & set(people(read(f"<h1>水文系</h1><p>{line}</p>", title="水文系")))
