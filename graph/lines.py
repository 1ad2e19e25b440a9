"""A graph as lines of JSON: no ids of the store, every line the same whenever the thing it says is the same.

The first line is the header. Then come nodes, then edges, each with its label or type, its key and its properties.
Lists of numbers that fit 32-bit floats are packed, so that a vector of 384 takes 2 kB; bytes are written in base64.
"""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

import numpy as np

from core.errors import IngestError

FORMAT, VERSION = "sitequest-graph", 2
LABELS = ("Page", "Block", "Entity", "Topic", "Meta")
PACKED, BYTES = "$f32", "$bytes"
PACK_FROM = 16
VOLATILE = frozenset({"etag", "last_modified", "touched", "depth"})
"""What belongs to a run: `depth` counts the links by which a crawl came first, and another may come another way."""
VECTORS = ("embedding", "embedding_2", "tokens", "centre")
Properties = dict[str, Any]
End = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Header:
    """What a file holds. `models` maps each vector property to (model, size)."""

    schema: int
    sites: tuple[str, ...]
    models: Mapping[str, tuple[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NodeLine:
    """A node: label, site (empty for bookkeeping) and key: the address of a page, the id of others."""

    label: str
    site: str
    key: str
    properties: Properties


@dataclass(frozen=True, slots=True)
class EdgeLine:
    """An edge between two nodes, each given as (label, site, key)."""

    type: str
    source: End
    target: End
    properties: Properties


Line = Header | NodeLine | EdgeLine


def keep(properties: Properties, everything: bool, vectors: bool) -> Properties:
    """The properties worth exporting: no times and entity tags unless `everything`, no vectors unless asked for."""
    left_out = frozenset(() if vectors else VECTORS)
    if everything:
        return {name: value for name, value in properties.items() if name not in left_out}
    return {name: value for name, value in properties.items() if name not in left_out and not is_volatile(name)}


def is_volatile(name: str) -> bool:
    """Whether a property says when or how something was seen, and not what."""
    return name in VOLATILE or name.endswith("_at")


def write_line(line: Line) -> str:
    """One line of JSON, names sorted, with its end."""
    match line:
        case Header(schema, sites, models):
            values = {"format": FORMAT, "version": VERSION, "schema": schema, "sites": sites, "models": models}
        case NodeLine(label, site, key, properties):
            values = {"node": label, "site": site, "key": key, "properties": pack(properties)}
        case EdgeLine(kind, source, target, properties):
            values = {"edge": kind, "from": source, "to": target, "properties": pack(properties)}
    return json.dumps(values, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str) + "\n"


def read_line(text: str, number: int) -> Line:
    """The line's record. Raises `IngestError` with its number when it is none."""
    try:
        values = json.loads(text)
        if "node" in values and values["node"] in LABELS:
            return NodeLine(values["node"], values["site"], values["key"], unpack(values["properties"]))
        if "edge" in values:
            return EdgeLine(
                values["edge"], read_end(values["from"]), read_end(values["to"]), unpack(values["properties"])
            )
        if values.get("format") == FORMAT:
            return read_header(values)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise IngestError(
            f"Line {number} is damaged and no part of a graph ({error}); export the graph again."
        ) from error
    raise IngestError(f"Line {number} is no part of a graph; use a file that `sitequest graph export` made.")


def read_header(values: Properties) -> Header:
    """The header. Raises `IngestError` for a file of a newer SiteQuest."""
    if values["version"] > VERSION:
        raise IngestError(
            f"The file has format {values['version']}, and this SiteQuest reads up to {VERSION}; upgrade SiteQuest."
        )
    models = {name: (str(model), int(size)) for name, (model, size) in values["models"].items()}
    return Header(int(values["schema"]), tuple(values["sites"]), models)


def read_end(values: Any) -> End:
    """One end of an edge."""
    label, site, key = values
    return str(label), str(site), str(key)


def pack(properties: Properties) -> Properties:
    """Properties with long lists of 32-bit floats, and bytes, as text."""
    return {name: pack_value(value) for name, value in properties.items()}


def pack_value(value: Any) -> Any:
    if isinstance(value, bytes | bytearray):
        return {BYTES: base64.b64encode(value).decode("ascii")}
    if not isinstance(value, list) or len(value) < PACK_FROM or not all(isinstance(one, float) for one in value):
        return value
    with np.errstate(over="ignore"):
        narrow = np.asarray(value, dtype="<f4")
    if not np.array_equal(narrow.astype("<f8"), np.asarray(value, dtype="<f8")):
        return value
    return {PACKED: base64.b64encode(narrow.tobytes()).decode("ascii")}


def unpack(properties: Properties) -> Properties:
    """The reverse of `pack`."""
    return {name: unpack_value(value) for name, value in properties.items()}


def unpack_value(value: Any) -> Any:
    if isinstance(value, dict) and BYTES in value:
        return base64.b64decode(value[BYTES], validate=True)
    if isinstance(value, dict):
        return np.frombuffer(base64.b64decode(value[PACKED], validate=True), dtype="<f4").astype(float).tolist()
    return value


@contextmanager
def open_lines(path: Path, mode: str) -> Iterator[IO[str]]:
    """Open a graph file as text ("r" or "w"); one that ends in .gz is compressed, always to the same bytes."""
    try:
        if path.suffix != ".gz":
            with path.open(mode, encoding="utf-8", newline="\n") as file:
                yield file
            return
        with path.open(f"{mode}b") as raw, gzip.GzipFile("", f"{mode}b", 6, raw, mtime=0) as packed:
            yield from wrap_text(packed)
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise IngestError(f"The graph file {path} cannot be used ({error}); check its name and the folder.") from error


def wrap_text(packed: gzip.GzipFile) -> Iterator[IO[str]]:
    """The text of a compressed file, whole when closed."""
    import io

    with io.TextIOWrapper(packed, encoding="utf-8", newline="\n") as file:
        yield file
