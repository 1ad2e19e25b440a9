"""Constraints, indexes and the model behind every vector property: made before any load, and checked ever after.

The statements lie in `cypher/schema/`: `keys/`, `indexes/` and `texts/` are made always, `vectors/PROPERTY/` for each
vector property in use, `migrations/NNNN_name` once, in order. A new file there is all that a new index needs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from tenacity import Retrying, retry_if_exception, stop_after_delay, wait_random_exponential

from core.errors import DatabaseError, DatabaseRefused, VectorMismatch
from graph.asynchronous import AsyncDatabase
from graph.database import Database, Row, Work
from graph.faults import was_made_meanwhile
from graph.progress import Progress, keep_silent
from graph.statements import Statements
from graph.waiting import wait_until

ALWAYS = ("keys", "indexes", "texts")
BASE_VERSION = 1
ONLINE_SECONDS = 600
MEANWHILE_SECONDS = 60.0
LABEL = "Filling indexes"


class VectorSource(Protocol):
    """What makes the vectors of a property: a model's name and the numbers in each of its vectors."""

    @property
    def name(self) -> str: ...

    @property
    def size(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Model:
    """The model behind a vector property, as the graph notes it."""

    name: str
    size: int

    def __str__(self) -> str:
        return f"{self.name} ({self.size} numbers)"


@dataclass(frozen=True, slots=True)
class Index:
    """One index of the database. `percent` is how far it is filled; `size` that of its vectors, if it has any."""

    name: str
    state: str
    percent: float
    size: int | None


def ensure_schema(
    database: Database,
    vectors: Mapping[str, VectorSource],
    progress: Progress = keep_silent,
    seconds: float = ONLINE_SECONDS,
) -> None:
    """Make what is missing and wait until every index is online; the second call changes nothing.

    `vectors` says which model makes which property: `{"embedding": embedder, "embedding_2": second}`. Raises
    `VectorMismatch` when the graph holds vectors of another model, `DatabaseRefused` when a newer SiteQuest made it,
    `DatabaseError` when the indexes are not online in time.
    """
    indexes = {index.name: index for index in list_indexes(database)}
    create(database, missing(database.statements, ALWAYS, indexes))
    version, models = read_notes(database)
    migrate(database, version)
    for prop, source in sorted(vectors.items()):
        asked = Model(source.name, source.size)
        if models.get(prop) != asked:
            claim_vectors(database, prop, asked)
        drop_unfit(database, prop, asked, indexes)
        create(database, missing(database.statements, (f"vectors/{prop}",), indexes), asked.size)
    await_indexes(database, progress, seconds)


async def check_schema(database: AsyncDatabase, vectors: Mapping[str, VectorSource]) -> None:
    """Raise what `ensure_schema` would raise, changing nothing: for those who only read. An empty graph passes.

    One round trip where all is well.
    """
    version, models = to_notes(await database.read("schema/read_schema"))
    check_version(version, database.statements)
    for prop, noted, asked in find_mismatches(models, vectors):
        if (await database.read("schema/has_vectors", property=prop))[0]["found"]:
            raise mismatch(prop, noted, asked)


def find_mismatches(
    models: Mapping[str, Model], vectors: Mapping[str, VectorSource]
) -> Iterator[tuple[str, Model, Model]]:
    """Vector properties noted with another model than the one asked for: property, noted, asked."""
    for prop, source in vectors.items():
        asked = Model(source.name, source.size)
        if prop in models and models[prop] != asked:
            yield prop, models[prop], asked


def read_notes(database: Database) -> tuple[int | None, dict[str, Model]]:
    """The schema version of the graph and the model of each vector property; (None, {}) for an empty one."""
    return to_notes(database.read("schema/read_schema"))


def to_notes(rows: Sequence[Row]) -> tuple[int | None, dict[str, Model]]:
    """Version and models out of the rows of `read_schema`."""
    models = {row["key"].removeprefix("vectors:"): Model(row["model"], row["size"]) for row in rows if row["model"]}
    return next((row["version"] for row in rows if row["key"] == "schema"), None), models


def names_in(statements: Statements, folder: str) -> list[str]:
    """The names of all statements in a folder under `schema/`."""
    return [name for name in statements if name.startswith(f"schema/{folder}/")]


def missing(statements: Statements, folders: Sequence[str], indexes: Mapping[str, Index]) -> list[str]:
    """Statements whose index, named like the file, is not there."""
    names = (name for folder in folders for name in names_in(statements, folder))
    return [name for name in names if name.rpartition("/")[2] not in indexes]


def create(database: Database, names: Sequence[str], size: int | None = None) -> None:
    """Run schema statements in one transaction; again when another process made the same at the same moment.

    The other's transaction may take a while, as after a deadlock: the pauses grow.
    """
    params = {} if size is None else {"size": size}

    def run(work: Work) -> None:
        for name in names:
            work.run(name, **params)

    again = Retrying(
        retry=retry_if_exception(was_made_meanwhile),
        wait=wait_random_exponential(multiplier=0.02, max=1),
        stop=stop_after_delay(MEANWHILE_SECONDS),
        reraise=True,
    )
    if names:
        again(database.transaction, run)


def list_indexes(database: Database) -> list[Index]:
    """Every index, by name."""
    return [to_index(row) for row in database.read("schema/show_indexes")]


def to_index(row: Row) -> Index:
    """An index from its row."""
    return Index(row["name"], row["state"], float(row["percent"] or 0.0), row["size"])


def claim_vectors(database: Database, prop: str, asked: Model) -> None:
    """Note the model of a vector property, or compare it with the one noted. Raises `VectorMismatch`."""
    row = database.write("schema/claim_vectors", property=prop, model=asked.name, size=asked.size)[0]
    noted = Model(row["model"], row["size"])
    if noted == asked:
        return
    if has_vectors(database, prop):
        raise mismatch(prop, noted, asked)
    database.write("schema/replace_vectors", property=prop, model=asked.name, size=asked.size)


def has_vectors(database: Database, prop: str) -> bool:
    """Whether the graph holds any vector of a property."""
    return bool(database.read("schema/has_vectors", property=prop)[0]["found"])


def mismatch(prop: str, noted: Model, asked: Model) -> VectorMismatch:
    """The error that names both models and what to do."""
    return VectorMismatch(
        f"The graph's vectors ({prop}) were made by {noted}, but the settings name {asked}. "
        "Set SITEQUEST_EMBEDDER (or SITEQUEST_SECOND_EMBEDDER) back, or run `sitequest reembed` to make them anew."
    )


def drop_unfit(database: Database, prop: str, asked: Model, indexes: dict[str, Index]) -> None:
    """Drop vector indexes of another size, and failed ones; they are made again. Never while vectors would not fit."""
    for name in names_in(database.statements, f"vectors/{prop}"):
        index = indexes.get(name.rpartition("/")[2])
        if index is None or (index.size == asked.size and index.state != "FAILED"):
            continue
        if index.size != asked.size and has_vectors(database, prop):
            raise mismatch(prop, Model("a model that is not noted", index.size or 0), asked)
        database.write("schema/drop_index", name=index.name)
        del indexes[index.name]


def clear_vectors(database: Database, prop: str) -> None:
    """Forget the vectors of a property, its indexes and its model: how `sitequest reembed` begins. Can be run again."""
    for name in names_in(database.statements, f"vectors/{prop}"):
        database.write("schema/drop_index", name=name.rpartition("/")[2])
    database.batch("schema/clear_vectors", property=prop)
    database.batch("schema/clear_relation_vectors", property=prop)
    database.write("schema/forget_vectors", property=prop)


def await_indexes(database: Database, progress: Progress = keep_silent, seconds: float = ONLINE_SECONDS) -> None:
    """Wait until every index is online. Raises `DatabaseError` when one failed or the time is over."""
    waiting: list[Index] = []

    def ready() -> bool:
        indexes = list_indexes(database)
        failed = [index.name for index in indexes if index.state == "FAILED"]
        if failed:
            raise DatabaseError(
                f"Neo4j could not build the index {failed[0]}; run `sitequest db stop`, then try again."
            )
        waiting[:] = [index for index in indexes if index.state != "ONLINE"]
        if waiting:
            progress(LABEL, int(sum(index.percent for index in waiting)), 100 * len(waiting))
        return not waiting

    if not wait_until(ready, seconds):
        raise DatabaseError(
            f"After {seconds:.0f} seconds the indexes {', '.join(index.name for index in waiting)} are still filling; "
            "they go on by themselves, so try again later."
        )


def migrations(statements: Statements) -> list[tuple[int, str]]:
    """Number and name of each migration, in order; a number is the version that it leads to."""
    names = names_in(statements, "migrations")
    return sorted((int(name.rpartition("/")[2].partition("_")[0]), name) for name in names)


def latest_version(statements: Statements) -> int:
    """The schema version that this SiteQuest writes."""
    return max([BASE_VERSION, *(number for number, _name in migrations(statements))])


def check_version(version: int | None, statements: Statements) -> None:
    """Raise `DatabaseRefused` for a graph of a newer SiteQuest."""
    if version is not None and version > latest_version(statements):
        raise DatabaseRefused(
            f"The graph has schema version {version}, and this SiteQuest knows {latest_version(statements)}; "
            "upgrade SiteQuest, or use another database."
        )


def migrate(database: Database, version: int | None) -> None:
    """Bring a graph to the latest version, step by step; each step may be run again. An empty graph needs none."""
    check_version(version, database.statements)
    latest = latest_version(database.statements)
    for number, name in migrations(database.statements):
        if version is not None and number > version:
            database.batch(name)
            database.write("schema/write_version", version=number)
    if version is None:
        database.write("schema/write_version", version=latest)
