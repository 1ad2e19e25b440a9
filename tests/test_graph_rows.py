"""Rows as plain values: what the driver's `data()` gives, without looking at every byte and number."""

from __future__ import annotations

import time

from graph.asynchronous import AsyncDatabase
from graph.asynchronous import to_rows as to_async_rows
from graph.database import Database
from graph.rows import is_plain, to_parameters

MIXED = """
CREATE (a:Page {site: 's', url: 'u', title: 'One'})-[r:HYPERLINK {count: 2}]->(b:Page {site: 's', url: 'v'})
WITH a, r, b MATCH p = (a)-[r]->(b)
RETURN a AS node, r AS edge, p AS path, [a, b] AS nodes, {inside: a, text: 'x'} AS map, [1.5, 2.5] AS vector,
       [] AS empty, null AS nothing, date('2026-03-01') AS day, ['x', 'y'] AS texts, [{n: 1}] AS maps
"""


def test_parameters_stay_what_they_are_and_are_not_spelled_out_for_the_log() -> None:
    given = {"site": "demo", "rows": [{"id": "demo:1", "vector": [0.25] * 384}], "vector": [0.5] * 384, "one": {"a": 1}}
    made = to_parameters(given)
    assert made == given
    assert len(repr(made)) < 200


async def test_a_list_in_parameters_reaches_the_database_whole(async_database: AsyncDatabase) -> None:
    rows = [{"id": "s:1", "properties": {"site": "s", "leaf": True, "embedding": [0.25, 0.5], "tokens": b"\x00\x01"}}]
    await async_database.write("ingest/write_blocks", rows=rows)
    found = await async_database.read("portable/read_blocks", site="s", after="s:", end="s;", limit=5)
    assert found[0]["properties"] == {"id": "s:1", **rows[0]["properties"]}


async def test_rows_are_those_of_the_driver(database: Database, async_database: AsyncDatabase) -> None:
    del database  # the graph is empty
    async with async_database.driver.session() as session:
        made = await to_async_rows(await session.run(MIXED))
    async with async_database.driver.session() as session:
        wanted = await (await session.run(MIXED.replace("CREATE", "MATCH", 1))).data()
    assert made == wanted


async def test_bytes_stay_bytes_and_cost_no_look_at_each(database: Database, async_database: AsyncDatabase) -> None:
    del database
    query = "UNWIND range(1, 200) AS n RETURN collect({n: n, bytes: $bytes}) AS rows"
    async with async_database.driver.session() as session:
        result = await session.run(query, bytes=bytes(4000))
        records = [record async for record in result]
    started = time.process_time()
    assert all(is_plain(value) for record in records for value in dict(record).values())
    assert time.process_time() - started < 0.2
    assert records[0]["rows"][0]["bytes"] == bytes(4000)


def test_a_sync_read_keeps_bytes_too(database: Database) -> None:
    database.driver.execute_query("CREATE (:Block {id: 's:1', site: 's', leaf: true, tokens: $t})", t=b"\x01\x02")
    rows = database.read("portable/read_blocks", site="s", after="s:", end="s;", limit=5)
    assert [row["properties"]["tokens"] for row in rows] == [b"\x01\x02"]
