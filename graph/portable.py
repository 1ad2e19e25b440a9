"""A graph out of one database and into another: as lines in a file, or straight across."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from core.errors import IngestError, SiteUnknown
from graph.database import Database, Row
from graph.lines import EdgeLine, Header, Line, NodeLine, keep, read_line, write_line
from graph.progress import Progress, keep_silent
from graph.schema import Model, ensure_schema, latest_version, migrations, read_notes
from graph.sites import delete_site, list_sites

READ_BATCH = 500
WRITE_BATCH = 1000
KINDS = {"Page": "pages", "Block": "blocks", "Entity": "entities", "Topic": "topics"}
EXPORTING, IMPORTING = "Reading the graph", "Writing the graph"


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What came in. `dangling` edges had an end that is not in the file; they are left out."""

    sites: tuple[str, ...]
    nodes: int
    edges: int
    dangling: int


@dataclass(frozen=True, slots=True)
class Selection:
    """What to export: one site or all, and whether with times and entity tags (`everything`) and with vectors."""

    site: str | None = None
    everything: bool = False
    vectors: bool = True


def export_graph(
    database: Database, selection: Selection | None = None, progress: Progress = keep_silent
) -> Iterator[str]:
    """The lines of a graph, sorted, the same whenever the graph is the same. Raises `SiteUnknown`."""
    for number, line in enumerate(read_graph(database, selection or Selection())):
        if number % READ_BATCH == 0:
            progress(EXPORTING, number, 0)
        yield write_line(line)


def read_graph(database: Database, selection: Selection) -> Iterator[Line]:
    """The same as records: header, nodes, edges."""
    sites = list_sites(database)
    if selection.site is not None and selection.site not in sites:
        raise SiteUnknown(f"There is no site named {selection.site} in the graph; it has {', '.join(sites) or 'none'}.")
    chosen = tuple(sites if selection.site is None else [selection.site])
    version, models = read_notes(database)
    made = {name: (model.name, model.size) for name, model in models.items()} if selection.vectors else {}
    yield Header(version or latest_version(database.statements), chosen, made)
    for label, plural in KINDS.items():
        for site in chosen:
            yield from read_nodes(database, label, plural, site, selection)
    for site in chosen:
        for row in database.read("portable/read_notes", site=site):
            yield NodeLine("Meta", site, row["after"], keep(row["properties"], selection.everything, selection.vectors))
    for label, plural in KINDS.items():
        for site in chosen:
            yield from read_edges(database, label, plural, site, selection)


def read_nodes(database: Database, label: str, plural: str, site: str, selection: Selection) -> Iterator[NodeLine]:
    """Nodes of one kind and site, by key."""
    for row in page_through(database, f"portable/read_{plural}", site):
        yield NodeLine(label, site, row["after"], keep(row["properties"], selection.everything, selection.vectors))


def read_edges(database: Database, label: str, plural: str, site: str, selection: Selection) -> Iterator[EdgeLine]:
    """Edges that leave the nodes of one kind and site, by the node's key, then type, target and properties."""
    for row in page_through(database, f"portable/read_edges_of_{plural}", site):
        source = (label, site, row["after"])
        lines = [to_edge(source, edge, selection) for edge in row["edges"]]
        yield from sorted(lines, key=write_line)


def to_edge(source: tuple[str, str, str], edge: Row, selection: Selection) -> EdgeLine:
    """An edge from its row."""
    target = (edge["label"], edge["site"], edge["key"])
    return EdgeLine(edge["type"], source, target, keep(edge["properties"], selection.everything, selection.vectors))


def page_through(database: Database, name: str, site: str) -> Iterator[Row]:
    """The rows of a statement that goes on after a key, batch by batch."""
    paged: dict[str, Any] = {"site": site, "limit": READ_BATCH}
    after = ""
    if "end" in database.statements.record(name).parameters:
        after, paged["end"] = f"{site}:", f"{site};"  # a semicolon is the sign after a colon
    while rows := database.read(name, after=after, **paged):
        yield from rows
        after = rows[-1]["after"]


def import_graph(
    database: Database, lines: Iterable[str], replace: bool = False, progress: Progress = keep_silent
) -> ImportReport:
    """Take in the lines of an export. Sites that are there already are refused, or deleted first with `replace`.

    Stopped half-way, run it again with `replace`. Raises `IngestError` for a damaged file and `VectorMismatch` when the
    file's vectors come from another model than the graph's.
    """
    return write_graph(
        database, (read_line(text, n) for n, text in enumerate(lines, 1) if text.strip()), replace, progress
    )


def write_graph(
    database: Database, lines: Iterator[Line], replace: bool = False, progress: Progress = keep_silent
) -> ImportReport:
    """The same from records."""
    header = next(lines, None)
    if not isinstance(header, Header):
        raise IngestError("The file does not begin like a graph; use one that `sitequest graph export` made.")
    if header.schema > latest_version(database.statements):
        raise IngestError(f"The file has schema version {header.schema}, newer than this SiteQuest; upgrade SiteQuest.")
    ensure_schema(database, {name: Model(*made) for name, made in header.models.items()}, progress)
    make_room(database, header.sites, replace)
    nodes, edges, dangling = 0, 0, 0
    for name, rows in batches(lines):
        written = database.write(name, rows=rows)
        if written:
            edges += written[0]["written"]
            dangling += len(rows) - written[0]["written"]
        else:
            nodes += len(rows)
        progress(IMPORTING, nodes + edges, 0)
    for number, name in migrations(database.statements):
        if number > header.schema:
            database.batch(name)
    at = datetime.now(UTC).isoformat(timespec="seconds")
    database.write("portable/note_imports", sites=list(header.sites), at=at)
    return ImportReport(header.sites, nodes, edges, dangling)


def make_room(database: Database, sites: Iterable[str], replace: bool) -> None:
    """Refuse or delete the sites that the graph has already."""
    for site in sorted(set(sites) & set(list_sites(database))):
        if not replace:
            raise IngestError(
                f"The site {site} is in the graph already; delete it with `sitequest sites delete {site}`, or import "
                "with --replace."
            )
        delete_site(database, site)


def batches(lines: Iterator[Line]) -> Iterator[tuple[str, list[Row]]]:
    """Statement and rows, none more than a batch; every node comes before the first edge."""
    waiting: dict[str, list[Row]] = {}
    edges = False
    for line in lines:
        if isinstance(line, EdgeLine) and not edges:
            edges = True
            yield from waiting.items()
            waiting = {}
        elif isinstance(line, NodeLine) and edges:
            raise IngestError("The file has a node after its edges, so it was changed by hand; export the graph again.")
        name = statement_of(line)
        rows = waiting.setdefault(name, [])
        rows.append(to_row(line))
        if len(rows) == WRITE_BATCH:
            yield name, waiting.pop(name)
    yield from waiting.items()


EDGES = frozenset(
    {
        ("HYPERLINK", "Page", "Page"),
        ("CONTAINS", "Page", "Block"),
        ("CONTAINS", "Block", "Block"),
        ("CONTAINS", "Topic", "Topic"),
        ("CONTAINS", "Topic", "Block"),
        ("CONTAINS", "Topic", "Entity"),
        ("MENTIONS", "Block", "Entity"),
        ("RELATES", "Entity", "Entity"),
        ("RELATES", "Entity", "Topic"),
        ("RELATES", "Block", "Block"),
    }
)


def statement_of(line: Line) -> str:
    """The statement that writes a line. Raises `IngestError` for an edge that no graph of ours has."""
    match line:
        case NodeLine(label):
            return f"portable/write_{label.lower()}"
        case EdgeLine(kind, source, target) if (kind, source[0], target[0]) in EDGES:
            return f"portable/write_{kind}_{source[0]}_{target[0]}".lower()
        case EdgeLine(kind, source, target):
            raise IngestError(
                f"The file has an edge {kind} from {source[0]} to {target[0]}, which no graph of ours has."
            )
        case Header():
            raise IngestError("The file holds two graphs, one after the other; import them one by one.")


def to_row(line: Line) -> Row:
    """The parameters that write a line."""
    match line:
        case NodeLine(_label, site, key, properties):
            return {"site": site, "key": key, "properties": properties}
        case EdgeLine(_kind, source, target, properties):
            ends = {"source_site": source[1], "source": source[2], "target_site": target[1], "target": target[2]}
            return {**ends, "properties": properties}
        case Header():
            raise IngestError("The file holds two graphs, one after the other; import them one by one.")
