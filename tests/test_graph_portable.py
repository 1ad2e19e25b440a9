"""Graphs out of a database and into it again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from core.errors import IngestError, SiteUnknown
from graph.database import Database
from graph.lines import EdgeLine, Header, NodeLine, open_lines, pack_value, read_line, unpack_value, write_line
from graph.portable import ImportReport, Selection, batches, export_graph, import_graph, write_graph
from graph.sites import count_site, delete_site
from tests.graph_samples import page_end, sample_lines


def lines_of(site: str = "demo", pages: int = 3) -> list[str]:
    return [write_line(line) for line in sample_lines(site, pages)]


def test_what_goes_out_comes_in_again_the_same(database: Database) -> None:
    write_graph(database, sample_lines())
    everything = list(export_graph(database, Selection(everything=True)))
    delete_site(database, "demo")
    import_graph(database, everything)
    assert list(export_graph(database, Selection(everything=True))) == everything


def test_an_import_notes_when_it_came_and_that_leaves_with_no_export(database: Database) -> None:
    import_graph(database, lines_of())
    lines = list(export_graph(database))
    import_graph(database, lines, replace=True)
    (row,) = database.read("schema/read_meta", key="imported:demo")
    assert row["meta"]["at"].startswith("20")
    assert list(export_graph(database)) == lines


def test_the_report_counts_nodes_and_edges(database: Database) -> None:
    report = import_graph(database, lines_of())
    assert report == ImportReport(("demo",), nodes=3 + 12 + 4 + 1 + 1, edges=3 + 12 + 24 + 3 + 2, dangling=0)


def test_two_exports_of_one_graph_are_the_same_bytes_whatever_came_first(database: Database) -> None:
    import_graph(database, [*lines_of("a")])
    import_graph(database, [*lines_of("b")])
    first = list(export_graph(database))
    for site in ("a", "b"):
        delete_site(database, site)
    import_graph(database, lines_of("b"))
    import_graph(database, lines_of("a"))
    assert list(export_graph(database)) == first


def test_no_id_of_the_store_is_in_an_export(database: Database) -> None:
    import_graph(database, lines_of())
    ids = {row["id"] for row in database.driver.execute_query("MATCH (n) RETURN elementId(n) AS id").records}
    text = "".join(export_graph(database))
    assert not any(one in text for one in ids)


def test_times_entity_tags_and_ways_stay_out_unless_all_is_asked_for(database: Database) -> None:
    import_graph(database, lines_of())
    database.driver.execute_query("MATCH (p:Page) SET p.depth = 4")  # how a crawl came there
    plain = "".join(export_graph(database))
    full = "".join(export_graph(database, Selection(everything=True)))
    for name in ("fetched_at", "etag", "crawled_at", "depth"):
        assert name not in plain
        assert name in full
    assert "content_hash" in plain


def test_vectors_can_stay_out(database: Database) -> None:
    import_graph(database, lines_of())
    assert "embedding" in "".join(export_graph(database))
    assert "embedding" not in "".join(export_graph(database, Selection(vectors=False)))


def test_one_site_goes_out_alone(database: Database) -> None:
    import_graph(database, lines_of("a"))
    import_graph(database, lines_of("a2"))
    only = list(export_graph(database, Selection(site="a")))
    assert [json.loads(line).get("site", "a") for line in only[1:]] == ["a"] * (len(only) - 1)
    assert len(only) == len(lines_of("a"))


def test_a_site_that_is_not_there_cannot_go_out(database: Database) -> None:
    import_graph(database, lines_of("a"))
    with pytest.raises(SiteUnknown, match="it has a"):
        list(export_graph(database, Selection(site="b")))


def test_more_nodes_than_a_batch_all_go_out(database: Database) -> None:
    write_graph(database, sample_lines(pages=40, blocks=30))
    lines = list(export_graph(database))
    assert len(lines) == 1 + 40 + 1200 + 41 + 1 + 1 + 40 + 1200 + 2400 + 40 + 2


def test_a_site_that_is_there_is_refused_unless_it_is_replaced(database: Database) -> None:
    import_graph(database, lines_of(pages=5))
    with pytest.raises(IngestError, match="--replace"):
        import_graph(database, lines_of(pages=3))
    assert count_site(database, "demo").pages == 5
    import_graph(database, lines_of(pages=3), replace=True)
    assert count_site(database, "demo").pages == 3


def test_an_edge_without_its_end_is_counted_and_left_out(database: Database) -> None:
    lines = [line for line in lines_of() if '"Topic"' not in line or '"edge"' in line]
    assert import_graph(database, lines).dangling == 2


def test_names_from_the_web_stay_data(database: Database) -> None:
    hostile = "'}) DETACH DELETE n // ` ${x}"
    page = NodeLine("Page", "demo", hostile, {"site": "demo", "url": hostile, "title": hostile})
    write_graph(database, iter([Header(1, ("demo",)), page]))
    assert [read_line(text, 1) for text in export_graph(database)][1] == page


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "does not begin"),
        ("{", "Line 1 is damaged"),
        ("[]", "Line 1 is damaged"),
        ("{}", "no part of a graph"),
        ('{"node": "Person"}', "no part of a graph"),
        ('{"format": "sitequest-graph", "version": 99, "schema": 1, "sites": [], "models": {}}', "upgrade"),
        ('{"format": "sitequest-graph", "version": 1, "schema": 99, "sites": [], "models": {}}', "upgrade"),
        ('{"format": "sitequest-graph", "version": 1}', "Line 1 is damaged"),
    ],
)
def test_a_file_that_is_no_graph_is_one_sentence(database: Database, text: str, word: str) -> None:
    with pytest.raises(IngestError, match=word):
        import_graph(database, [text])


def test_an_edge_that_no_graph_has_is_refused() -> None:
    end = page_end("demo", 0)
    with pytest.raises(IngestError, match="OWNS from Page to Page"):
        list(batches(iter([EdgeLine("OWNS", end, end, {})])))


def test_a_node_after_the_edges_is_refused() -> None:
    lines = list(sample_lines())
    with pytest.raises(IngestError, match="changed by hand"):
        list(batches(iter([*lines[1:], lines[1]])))


def test_a_second_header_is_refused() -> None:
    with pytest.raises(IngestError, match="one by one"):
        list(batches(sample_lines()))


def test_a_damaged_line_is_named_by_its_number(database: Database) -> None:
    lines = lines_of()
    with pytest.raises(IngestError, match="Line 5 "):
        import_graph(database, [*lines[:4], lines[4][:30], *lines[5:]])


floats = some.lists(some.floats(width=32, allow_nan=False), min_size=16, max_size=40)


@given(floats)
def test_a_packed_vector_is_the_same_vector(values: list[float]) -> None:
    packed = pack_value(values)
    assert isinstance(packed, dict)
    assert unpack_value(packed) == values


@given(some.lists(some.floats(allow_nan=False, allow_infinity=False), max_size=40))
def test_no_list_of_numbers_loses_a_digit(values: list[float]) -> None:
    assert unpack_value(json.loads(json.dumps(pack_value(values)))) == values


texts = some.text(max_size=20)
values = texts | some.integers() | some.floats(allow_nan=False) | some.booleans() | some.lists(texts, max_size=3)


@given(texts, texts, some.dictionaries(texts, values, max_size=4))
def test_every_line_can_be_read_again(site: str, key: str, properties: dict[str, object]) -> None:
    node = NodeLine("Block", site, key, properties)
    edge = EdgeLine("CONTAINS", ("Page", site, key), ("Block", site, key), properties)
    for line in (node, edge):
        text = write_line(line)
        assert text.count("\n") == 1
        assert read_line(text, 1) == line


@pytest.mark.parametrize("name", ["graph.jsonl", "graph.jsonl.gz"])
def test_a_file_gives_back_its_lines_and_has_the_same_bytes_every_time(tmp_path: Path, name: str) -> None:
    contents = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        with open_lines(tmp_path / folder / name, "w") as file:
            file.writelines(lines_of())
        with open_lines(tmp_path / folder / name, "r") as file:
            assert list(file) == lines_of()
        contents.append((tmp_path / folder / name).read_bytes())
    assert contents[0] == contents[1]


def test_a_file_that_cannot_be_opened_is_one_sentence(tmp_path: Path) -> None:
    for name in ("none.jsonl", "none.jsonl.gz"):
        with pytest.raises(IngestError, match="check its name"), open_lines(tmp_path / name, "r") as file:
            list(file)


def test_a_file_that_is_not_compressed_as_it_says_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "graph.gz").write_text("plain")
    with pytest.raises(IngestError, match="check its name"), open_lines(tmp_path / "graph.gz", "r") as file:
        list(file)
