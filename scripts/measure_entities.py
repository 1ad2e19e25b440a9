"""Figures of the entity extraction, without any language model: courses, prerequisites, people, keyword pairs.

Usage: python scripts/measure_entities.py DATA [--shared FOLDER] [--show]
DATA holds the unpacked `ucsd-catalog` and `adsai-phd`; the gold files lie in FOLDER/data.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

from core.records import PageGraph, Snapshot
from ingest.entities.profile import load_profile
from ingest.names import fold, name_key
from ingest.pages import graph_of

ROOT = "http://www.ucsd.edu"


def build(job: tuple[str, str]) -> PageGraph | None:
    """The page graph of one file."""
    path, url = job
    snapshot = Snapshot(
        "site", url, 200, Path(path).read_bytes(), datetime(2026, 1, 1, tzinfo=UTC), {"content-type": "text/html"}
    )
    return graph_of(snapshot, load_profile("university")).graph


def build_all(folder: Path, root: str, pattern: str) -> dict[str, PageGraph]:
    """The page graphs of all files of a folder by address."""
    files = sorted(folder.glob(pattern))
    urls = [root + "/" + re.sub(r"index\.html$", "", str(file.relative_to(folder))) for file in files]
    with ProcessPoolExecutor(2) as pool:
        graphs = pool.map(build, [(str(file), url) for file, url in zip(files, urls, strict=True)], chunksize=4)
        return {url: graph for url, graph in zip(urls, graphs, strict=True) if graph}


def score(found: set, gold: set) -> str:
    """Precision, recall and F1 as a text."""
    hit = len(found & gold)
    precision, recall = hit / max(1, len(found)), hit / max(1, len(gold))
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    return f"P {precision:.4f}  R {recall:.4f}  F1 {f1:.4f}  ({hit} of {len(found)} found, {len(gold)} gold)"


def flat(text: str) -> str:
    """A text without differences of dashes, white space and case."""
    return re.sub(r"\s+", " ", fold(text).replace("–", "-").replace("—", "-")).strip(" .")


def code_of(text: str) -> str:
    return name_key("course", text)


def measure_courses(graphs: dict[str, PageGraph], rows: list[dict], show: bool) -> None:
    coded = [row for row in rows if "code" in row]
    gold = {(row["page"], code_of(row["code"]), flat(row["title"]), flat(row["units"])) for row in coded}
    uncoded = {(row["page"], flat(row["heading"])) for row in rows if "code" not in row}
    pages = {row["page"] for row in rows}
    found = set()
    for page in pages:
        graph = graphs[ROOT + page]
        facts = defaultdict(dict)
        for relation in graph.relations:
            if relation.type in ("title", "units"):
                facts[relation.head, relation.source].setdefault(relation.type, relation.tail)
        names = {entity.id: entity for entity in graph.entities}
        for (head, _), known in facts.items():
            if names[head].type == "course" and len(known) == 2:
                title, units = names[known["title"]].name, names[known["units"]].name
                if not any(
                    where == page and heading.startswith(flat(names[head].name) + ".") for where, heading in uncoded
                ):
                    found.add((page, names[head].key, flat(title), flat(units)))
    print("courses (code, title, units):", score(found, gold))
    if show:
        print(" missed", sorted(gold - found)[:40])
        print(" wrong ", sorted(found - gold)[:40])


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[a-z\d)][.])\s+(?=[A-Z(])|;", text)


ADVICE = re.compile(
    r"(?i)may not|receive credit|credit not|no credit|formerly|recommended|not open|equivalent|should have|renumbered"
    r"|credit for|cross-?listed|previously taken|not offered"
)
CODE = re.compile(r"\b[A-Z]{2,5} \d{1,3}[A-Z]{0,3}\b")


SEQUENCE = re.compile(r"\b(?:[A-Z]{2,5} )?\d{1,3}[A-Z](?:[-–][A-Z])+")


def members(sequence: str) -> list[str]:
    """The codes of a sequence such as `PHYS 2A-B-C`, read letter by letter."""
    base, last = re.match(r"(.*\d)[A-Z]", sequence)[1], sequence[-1]
    first = sequence[len(base)]
    return [base + chr(number) for number in range(ord(first), ord(last) + 1)]


def measure_requirements(graphs: dict[str, PageGraph], rows: list[dict], show: bool) -> None:
    """Explicit codes of the field, less those in sentences about credit; short forms (`10A or 20A`) count as right."""
    gold, allowed = set(), set()
    for row in rows:
        if "code" not in row or not row["prerequisites"]:
            continue
        head = code_of(row["code"])
        for part in sentences(row["prerequisites"] or ""):
            codes = {code_of(code) for code in CODE.findall(part)} - {head}
            allowed |= {(head, code) for code in codes}
            numbers = set(re.findall(r"\b\d{1,3}[A-Z]{0,2}\b", part))
            prefixes = {code.split()[0] for code in codes}
            allowed |= {(head, f"{prefix} {number.lower()}") for prefix in prefixes for number in numbers}
            allowed |= {(head, code_of(code)) for first in SEQUENCE.findall(part) for code in members(first)}
            if not ADVICE.search(part):
                gold |= {(head, code) for code in codes}
    heads = {code_of(row["code"]) for row in rows if "code" in row and row["prerequisites"]}
    found = {
        (relation.head.split(":", 2)[2], relation.tail.split(":", 2)[2])
        for page in {row["page"] for row in rows}
        for relation in graphs[ROOT + page].relations
        if relation.type == "requires"
    }
    found = {pair for pair in found if pair[0] in heads}
    right = len(found & allowed)
    print(
        f"prerequisites: P {right / max(1, len(found)):.4f}  R {len(found & gold) / max(1, len(gold)):.4f}"
        f"  ({len(found)} found, {len(gold)} gold)"
    )
    if show:
        print(" missed", sorted(gold - found)[:40])
        print(" wrong ", sorted(found - allowed)[:40])


def measure_people(graphs: dict[str, PageGraph], rows: list[dict], show: bool) -> None:
    """(page, name) pairs on the pages of the gold, and names as one entity across pages."""
    gold = {(row["page"], name_key("person", row["name"])) for row in rows}
    pages = {row["page"] for row in rows}
    found, ids = set(), defaultdict(set)
    for page in pages:
        for entity in graphs[ROOT + page].entities:
            if entity.type == "person":
                found.add((page, entity.key.partition("@")[0]))
                ids[entity.key.partition("@")[0]].add(entity.id)
    print("people on their pages:", score(found, gold))
    wanted = {name for _, name in gold}
    print("people as one entity: ", score({name for name in ids if len(ids[name]) == 1}, wanted))
    if show:
        print(" missed", sorted(gold - found)[:60])
        print(" wrong ", sorted(found - gold)[:60])


def measure_keywords(data: Path, show: bool) -> None:
    """Pairs of a person's page and the keyword pages it links to, against entities about topics."""
    folder = data / "adsai-phd" / "www"
    graphs = build_all(folder, "https://phd.example", "**/*.html")
    gold, found = set(), set()
    for url, graph in graphs.items():
        text = folder / url.removeprefix("https://phd.example/") / "index.html"
        if not re.search(r"/people/(?:faculty|students)/[^/]+/$", url) or not text.exists():
            continue
        html = text.read_text(encoding="utf-8")
        main = html[html.find("page-title") :]
        for _, name in re.findall(r'href="?[^">]*/keywords/([^"/>]+)/?"?>([^<]+)<', main):
            gold.add((url, flat(name)))
        topics = {topic.id: topic.title for topic in graph.topics}
        subjects = {entity.id for entity in graph.entities if entity.anchor_url == url}
        found |= {
            (url, flat(topics[relation.tail]))
            for relation in graph.relations
            if relation.tail in topics and relation.head in subjects and relation.head.split(":")[1] == "person"
        }
    pages = {flat(entity.name) for url, graph in graphs.items() if "/keywords/" in url for entity in graph.entities}
    found = {pair for pair in found if pair[1] in pages}
    gold = {pair for pair in gold if pair[1] in pages}
    print("keyword-person pairs: ", score(found, gold))
    if show:
        print(" missed", sorted(gold - found)[:20])
        print(" wrong ", sorted(found - gold)[:20])


def read_rows(path: Path) -> list[dict]:
    """The gold rows of a file."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    rows = read_rows(options.shared / "data" / "ucsd_courses.jsonl.gz")
    people = read_rows(options.shared / "data" / "ucsd_faculty.jsonl.gz")
    started = time.perf_counter()
    graphs = build_all(options.data / "ucsd-catalog" / "www", ROOT, "catalog/**/*.html")
    print(f"{len(graphs)} pages in {time.perf_counter() - started:.0f} s")
    measure_courses(graphs, rows, options.show)
    measure_requirements(graphs, rows, options.show)
    measure_people(graphs, people, options.show)
    measure_keywords(options.data, options.show)


if __name__ == "__main__":
    sys.exit(main())
