"""How fast pages are written beside plain batches of the same blocks on the same driver and server."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median

import numpy as np
import psutil
import pytest

from core.records import EntityRecord, Mention, PageGraph
from core.settings import load_settings
from graph.database import Database, open_database
from graph.schema import ensure_schema
from graph.server import LocalServer
from ingest.replacement import PageVectors
from ingest.rows import page_rows
from ingest.transactions import batches
from ingest.writer import GraphWriter
from tests.ingest_samples import HashEmbedder, make_page

PAGES, BLOCKS, SIZE = 4_240, 31_086, 384
WRITERS, GROUP, ROUNDS = 6, 54, 3
NAIVE = "UNWIND $rows AS row MERGE (b:Block {id: row.id}) SET b += row.properties"
Pages = Sequence[tuple[PageGraph, PageVectors]]


def make_pages() -> list[tuple[PageGraph, PageVectors]]:
    """Pages of seven or eight blocks that all mention one entity and link to one page."""
    random = np.random.default_rng(1)
    rows = random.standard_normal((BLOCKS, SIZE), dtype=np.float32)
    made, used = [], 0
    for number in range(PAGES):
        count = BLOCKS * (number + 1) // PAGES - used
        texts = [f"Block {used + place} of the river and of {number} other things." for place in range(count)]
        texts[0] += f" Ada Quill and Person{number} Ott."
        people = [(f"Person{number} Ott", f"role {number % 50}")]
        graph = with_hub(make_page(f"p{number}", texts, people, ["home", f"p{number * 7 % PAGES}"]))
        vectors = {block.id: row.tolist() for block, row in zip(graph.blocks, rows[used : used + count], strict=True)}
        made.append((graph, PageVectors(vectors)))
        used += count
    return made


def with_hub(graph: PageGraph) -> PageGraph:
    """The page with a mention of an entity that every page mentions."""
    hub = EntityRecord("demo:person:ada quill", "Ada Quill", "person", "ada quill")
    first = graph.blocks[0]
    mention = Mention(first.id, hub.id, "Ada Quill", first.text.index("Ada Quill"), first.text.index("Ada Quill") + 9)
    return replace(graph, entities=(*graph.entities, hub), mentions=(*graph.mentions, mention))


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Database, psutil.Process]]:
    """A server with the product's own settings: the one that other tests share is tuned to start fast, not to run."""
    settings = load_settings(home=tmp_path_factory.mktemp("bench"), neo4j_uri=None)
    server = LocalServer(settings)
    info = server.ensure()
    assert info.pid
    with open_database(settings) as database:
        yield database, psutil.Process(info.pid)
    server.stop()


@dataclass(frozen=True, slots=True)
class Spent:
    """Seconds on the clock, and of CPU of server and client together: the second tells more on a busy machine.

    `compiling`: what of the CPU went into compiling Java, which ends some minutes after a server has started.
    """

    clock: float
    cpu: float
    compiling: float

    def __str__(self) -> str:
        each = 1000 / BLOCKS
        spent = f"{each * self.cpu:.2f} ms of CPU a block, {each * self.compiling:.2f} of them compiling"
        return f"{BLOCKS / self.clock:.0f} blocks/s ({spent})"


def measure(server: psutil.Process, work: Callable[[], object]) -> Spent:
    """What some work takes."""

    def cpu() -> float:
        times = server.cpu_times()
        return float(times.user + times.system) + time.process_time()

    started, before, compiled = time.perf_counter(), cpu(), compiling(server)
    work()
    return Spent(time.perf_counter() - started, cpu() - before, max(compiling(server) - compiled, 0.0))


def compiling(server: psutil.Process) -> float:
    """Seconds of CPU of Java's compilers so far; none where threads have no names, as beside Linux."""
    total = 0.0
    for thread in server.threads():
        name = Path(f"/proc/{server.pid}/task/{thread.id}/comm")
        if name.exists() and "Compiler" in name.read_text():
            total += thread.user_time + thread.system_time
    return total


def plain_rows(pages: Pages) -> list[dict[str, object]]:
    """The blocks alone, with all that is kept of them and their vectors."""
    return [
        {"id": row["id"], "properties": {**row["properties"], "embedding": vectors.blocks[row["id"]]}}
        for graph, vectors in pages
        for row in page_rows(graph, {}).blocks
    ]


def write_naively(database: Database, pages: Pages) -> None:
    """What one would write first: the blocks alone, one UNWIND batch after another, straight through the driver."""
    for batch in batches(plain_rows(pages), 500):
        database.driver.execute_query(NAIVE, rows=batch)


def write_plainly(database: Database, pages: Pages) -> None:
    """The same batches by the product's own way to the database."""
    for batch in batches(plain_rows(pages), 500):
        database.write("ingest/write_blocks", rows=batch)


def middle_of(found: Sequence[Spent]) -> Spent:
    """The medians of several runs."""
    return Spent(*(median(values) for values in zip(*map(astuple, found), strict=True)))


def write_pages(database: Database, pages: Pages) -> None:
    """Whole pages with their facts, by several writers."""
    writer = GraphWriter(database)
    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(writer.write_all, batches(pages, GROUP)))


def wipe(database: Database) -> None:
    """An empty database."""
    with database.driver.session() as session:
        session.run("MATCH (n:Block) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS").consume()
        session.run("MATCH (n) WHERE NOT n:Meta CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 2000 ROWS").consume()


@pytest.mark.bench
@pytest.mark.timeout(3600)
def test_pages_are_written_about_as_fast_as_bare_blocks(
    served: tuple[Database, psutil.Process], capsys: pytest.CaptureFixture[str]
):
    database, server = served
    ensure_schema(database, {"embedding": HashEmbedder("bench", SIZE)})
    pages = make_pages()
    ways = {"naive batches": write_naively, "plain batches": write_plainly, "whole pages": write_pages}
    for write in (*ways.values(), *ways.values()):  # Java compiles what it runs often: neither shall pay for that
        write(database, pages[: len(pages) // 8])
        wipe(database)
    spent: dict[str, list[Spent]] = {name: [] for name in ways}
    for turn in range(ROUNDS):
        for name, write in list(ways.items())[:: -1 if turn % 2 else 1]:  # what one heats up, the next finds warm
            wipe(database)
            spent[name].append(measure(server, partial(write, database, pages)))
    middle = {name: middle_of(found) for name, found in spent.items()}
    naive, whole = middle["naive batches"], middle["whole pages"]
    with capsys.disabled():
        print("\n" + "\n".join(f"{name}: {found}" for name, found in middle.items()))  # noqa: T201
        print(f"whole pages by {WRITERS} writers: {naive.clock / whole.clock:.2f} times as fast as ", end="")  # noqa: T201
        bare = (naive.cpu - naive.compiling) / (whole.cpu - whole.compiling)
        print(f"naive batches, by CPU {naive.cpu / whole.cpu:.2f} times, without compiling {bare:.2f}")  # noqa: T201
    counts = database.driver.execute_query(
        "MATCH (b:Block) WITH count(b) AS blocks "
        "MATCH (:Entity {key: 'ada quill'})<-[m]-() RETURN blocks, count(m) AS hub"
    ).records[0]
    assert (counts["blocks"], counts["hub"]) == (BLOCKS, PAGES)
    assert whole.clock < 4 * naive.clock
