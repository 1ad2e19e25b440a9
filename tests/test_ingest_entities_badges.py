"""Badges: small headings under a person's name that say which group, cohort or track he belongs to."""

from __future__ import annotations

from tests.test_ingest_entities_extraction import facts, read


def card(name: str, page: str, *badges: str) -> str:
    """A person in a listing: a linked name, an address, badges, keywords with links."""
    marks = "".join(f"<h5><span>{badge}</span></h5>" for badge in badges)
    return (
        f'<h3><a href="/people/staff/{page}/">{name}</a></h3><p>{page}@uni.example</p>{marks}'
        '<p>Keywords:</p><h5><a href="/keywords/floods">Floods</a></h5>'
    )


def listed(body: str, path: str) -> set[tuple[str, str]]:
    """Who is listed as what."""
    return {(head, tail) for head, kind, tail in facts(read(body, path)) if kind == "listed_as"}


def test_badges_of_a_listing_belong_to_the_person_above_them():
    body = "<h1>Staff</h1>" + card("Ada Quill", "ada-quill", "VISITING SCHOLARS", "2031")
    body += card("Bo Lee", "bo-lee", "BOARD OF RIVERS")
    expected = {("Ada Quill", "VISITING SCHOLARS"), ("Ada Quill", "2031"), ("Bo Lee", "BOARD OF RIVERS")}
    assert listed(body, "people/staff/") == expected


def test_a_badge_on_a_persons_own_page_and_the_cohort_are_facts_of_the_person():
    body = "<h1>Ada Quill</h1><p>Cohort: 2031<br>Topic: mud</p><h5>Water and Life</h5>"
    found = facts(read(body, "people/students/ada-quill/"))
    assert {("Ada Quill", "cohort", "2031"), ("Ada Quill", "listed_as", "Water and Life")} <= found


def test_a_heading_with_text_below_it_is_a_section_and_no_badge():
    body = "<h1>Ada Quill</h1><h2>Biography</h2><p>Born beside a brook.</p><h2>Prizes</h2><p>The Silver Eel.</p>"
    assert not listed(body, "people/ada-quill/")


def test_a_heading_with_headings_below_it_is_no_badge():
    body = "<h1>Ada Quill</h1><h2>Talks</h2><h3>2031</h3><p>On eels.</p><h3>2030</h3><p>On mud.</p>"
    assert not listed(body, "people/ada-quill/")


def test_a_heading_that_names_nobody_bears_no_badge():
    body = "<h1>Rivers</h1><h3><a href='/keywords/floods'>Floods</a></h3><h5>Old</h5><h3>Mud</h3><p>Brown.</p>"
    assert not listed(body, "rivers")


def test_a_heading_over_links_is_no_badge():
    nav = '<h2>Quick links</h2><ul><li><a href="/a">Fees</a></li><li><a href="/b">Map</a></li></ul>'
    assert not listed(f"<h1>Ada Quill</h1><p>Works on water.</p><aside>{nav}</aside>", "people/ada-quill/")
