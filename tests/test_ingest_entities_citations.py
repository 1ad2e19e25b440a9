"""Authors in lists of publications, in the forms that research centres give them."""

# ruff: noqa: E501  names and pages stand on one line

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.records import PageGraph, Snapshot
from ingest.entities.citations import is_field, read_authors, read_line, read_undated
from ingest.entities.profile import load_profile
from ingest.pages import graph_of

PROFILE = load_profile("university")
ENTRIES = [
    ("[3] A. van den Holt, M.-C. Le Roy, and E. J. Ott, “Deep tides,” in Proc. X, 2022.", "A. van den Holt|M.-C. Le Roy|E. J. Ott"),
    ("12. Holt JA, Müller K, Wójcik Ł. Deep tides of rivers. J Tides. 2020;3:1-9.", "Holt JA|Müller K|Wójcik Ł"),
    ("Holt, R., Jr., & López de la Torre, A. (2020). Deep tides of rivers.", "Holt, R., Jr.|López de la Torre, A."),
    ("R. Holt Jr., V. Ott, and P. van der Berg, “Deep tides,” 2022.", "R. Holt Jr.|V. Ott|P. van der Berg"),
    ("John A. Holt1,2*, Katrin Müller1 and Bo Lee2. Deep tides of rivers. J. Tides, 2016.", "John A. Holt|Katrin Müller|Bo Lee"),
    ("X. Holt*, E. Ott (*corresponding author), Deep tides of rivers, 2021.", "X. Holt|E. Ott"),
    ("HOLT Ada, VAN DEN BERG Anna and LE ROY Marie (2020): Deep tides", "HOLT Ada|VAN DEN BERG Anna|LE ROY Marie"),
    ("Holt, Ada, Bo Lee, and Cy Ott. 2022. Deep tides of rivers.", "Holt, Ada|Bo Lee|Cy Ott"),
    ("van der Berg, Pieter. 2014. Deep tides of rivers.", "van der Berg, Pieter"),
    ("Deep tides of rivers. Ada Holt, Bo Lee, Yang Li. NeurIPS, 2014. [PDF]", "Ada Holt|Bo Lee|Yang Li"),
    ("“Deep tides of rivers”, A. Holt and B. Lee, J. Tides, 2020", "A. Holt|B. Lee"),
    ("CVPR 2026 H. Holt, B. Lee, “Deep tides of rivers”", "H. Holt|B. Lee"),
    ("A. Holt*†, Bo Lee, Yuval Ott, V. Roy · Nature Tides 7, 12184 (2016)", "A. Holt|Bo Lee|Yuval Ott|V. Roy"),
    ("Ada I. Holt、Bo Lee、Cy Ott · Int. J. Tides, 27, 2605 (2020)", "Ada I. Holt|Bo Lee|Cy Ott"),
    ("Ada Holt et al. (2025)", "Ada Holt"),
    ("Holt, J. A. et al. (2020). Deep tides of rivers.", "Holt, J. A."),
    ("Hall, J., Tan, G., and Cai, W., “Deep tides of rivers,” 2020", "Hall, J.|Tan, G.|Cai, W."),
    ("J. Hydrol. Sci. 42, 2021", ""),
    ("Urban Drainage for rivers, 2021", ""),
    ("Annals of Rivers 15, 230–241 (2021).", ""),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names"), ENTRIES)
def test_the_authors_of_an_entry_are_found_as_they_are_written(text: str, names: str):
    assert [author.written for author in read_authors(text, PROFILE)] == (names.split("|") if names else [])


MEANT = [
    ("Holt MA, Lee BA. Deep tides of rivers. 2020", ["M. A. Holt", "B. A. Lee"]),
    ("Holt R Jr, Lee B. Deep tides of rivers. 2020", ["R. Holt Jr", "B. Lee"]),
    ("author = {Holt, Ada and Lee, Robert, Jr. and van der Berg, Anna},", ["Ada Holt", "Robert Lee Jr", "Anna van der Berg"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "names"), MEANT)
def test_a_name_is_given_as_it_is_meant(text: str, names: list[str]):
    assert [author.name for author in read_authors(text, PROFILE)] == names


def test_an_entry_without_a_year_ends_in_its_authors():
    found = read_undated(
        "117 Spin-polarized electrocatalysis of tides, Nano Energy ↗T. H. Holt, S. Lee, Y.-H. Ott*", PROFILE
    )
    assert [author.written for author in found] == ["T. H. Holt", "S. Lee", "Y.-H. Ott"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Ada Holt, Bo Lee and Cy Ott", 3),
        ("Ada Holt, Bo Lee, et al.", 2),
        ("Flood maps and a tide, 3", 0),
        ("Read more", 0),
    ],
)
def test_a_line_of_names_alone_is_a_line_of_authors(text: str, count: int):
    assert len(read_line(text, PROFILE)) == count


def test_a_field_of_bibtex_is_known_by_its_form():
    assert is_field("  author = {Holt, Ada},")
    assert not is_field("author of three books")


@given(st.text("AB Cd.éØ,;&“”()*†1290-\n", max_size=80))
def test_any_text_is_read_and_names_stand_in_it(text: str):
    for reader in (read_authors, read_line, read_undated):
        for author in reader(text, PROFILE):
            assert author.name.strip()
            assert re.sub(r"\W", "", author.written)


def read(body: str, path: str, title: str = "Page") -> PageGraph:
    """The graph of one small page."""
    html = f"<html lang=en><head><title>{title} | C</title></head><body><main>{body}</main></body></html>"
    snapshot = Snapshot(
        "c", f"https://c.example/{path}", 200, html.encode(), datetime(2026, 3, 1, tzinfo=UTC), {"content-type": "text/html"}
    )  # fmt: skip
    graph = graph_of(snapshot, PROFILE).graph
    assert graph is not None
    return graph


def people(graph: PageGraph) -> dict[str, set[str]]:
    """The surfaces of each person, by key without the mark of a page."""
    found: dict[str, set[str]] = {}
    for entity in graph.entities:
        if entity.type == "person":
            names = {row.surface for row in graph.mentions if row.entity_id == entity.id and row.surface}
            found.setdefault(entity.key.partition("@")[0], set()).update(names)
    return found


def test_on_a_page_of_ones_own_the_author_whose_name_fits_is_its_bearer():
    graph = read(
        "<h1>Maren Rose Holt</h1><p>Works on tides.</p><h2>Publications</h2><ul><li>Holt M, Lee B. Deep tides of rivers. 2020.</li>"
        "<li>M. R. Holt and C. Ott, “The sea below,” 2021.</li></ul>",
        "people/maren-holt/",
        "Maren Rose Holt",
    )
    assert people(graph) == {
        "maren rose holt": {"Maren Rose Holt", "Holt M", "M. R. Holt"},
        "b lee": {"Lee B"},
        "c ott": {"C. Ott"},
    }


def test_the_line_below_a_title_names_the_authors_of_the_work():
    body = "<h1>Publications</h1><h3>Deep tides of rivers</h3><p>Ada Holt, Bo Lee</p><p>J. Tides, 2020</p><h3>The sea</h3><p>Cy Ott</p><p>J. Tides, 2021</p>"
    assert people(read(body, "publications/", "Publications")).keys() == {"ada holt", "bo lee", "cy ott"}


OTHER_NAMES = [
    ("Anna Holt", "<p>Formerly published as Anna Lee.</p>", "Anna Lee"),
    ("Anna Holt", "<p>Anna Holt, née Lee, works on tides.</p>", "Anna Lee"),
    ("Yang Li", "<p>Yang Li (李阳) works on tides.</p>", "李阳"),
]


@pytest.mark.parametrize(("name", "text", "other"), OTHER_NAMES)
def test_a_page_gives_the_other_names_of_its_bearer(name: str, text: str, other: str):
    graph = read(f"<h1>{name}</h1>{text}", "people/her/", name)
    (entity,) = (entity for entity in graph.entities if entity.type == "person" and entity.anchor_url)
    assert other in entity.aliases


def test_a_town_of_birth_is_no_other_name():
    graph = read(
        "<h1>Anna Holt</h1><p>Born in Lyon, she was born BA and formerly a guide.</p>", "people/her/", "Anna Holt"
    )
    assert [entity.aliases for entity in graph.entities if entity.anchor_url] == [()]
