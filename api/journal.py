"""What people did with answers: feedback, usage by hash of the question, and quotes that answers found to disagree.

One SQLite file, safe across processes.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

DAYS = 14
TABLES = """
CREATE TABLE IF NOT EXISTS feedback (
  id INTEGER PRIMARY KEY, at TEXT NOT NULL, site TEXT NOT NULL, question TEXT NOT NULL, answer TEXT NOT NULL,
  helpful INTEGER NOT NULL, comment TEXT NOT NULL, mode TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS asked (
  id INTEGER PRIMARY KEY, at TEXT NOT NULL, site TEXT NOT NULL, question TEXT NOT NULL, mode TEXT NOT NULL,
  answered INTEGER NOT NULL, ms REAL NOT NULL, prompt_tokens INTEGER NOT NULL, completion_tokens INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS differing (
  site TEXT NOT NULL, key TEXT NOT NULL, at TEXT NOT NULL, quotes TEXT NOT NULL, PRIMARY KEY (site, key));
"""
MOST_DIFFERING = 200


class Journal:
    """Feedback and usage in the file at `path`. Questions in the usage table are hashes only."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        with self._open() as connection:
            connection.executescript(TABLES)

    def add_feedback(self, **entry: Any) -> int:
        """Keep one piece of feedback (site, question, answer, helpful, comment, mode); returns its number."""
        values = {"at": _now(), **entry, "helpful": int(entry["helpful"])}
        return self._insert("feedback", values)

    def revise_feedback(self, number: int, **entry: Any) -> bool:
        """Replace a thought on the same answer by a second one; False where there is none under that number."""
        values = {"number": number, **entry, "helpful": int(entry["helpful"])}
        with self._open() as connection:
            found = connection.execute(
                "UPDATE feedback SET helpful = :helpful, comment = :comment "
                "WHERE id = :number AND question = :question AND answer = :answer AND site = :site",
                values,
            )
            return found.rowcount > 0

    def feedback(self, after: int = 0, limit: int = 50, site: str | None = None) -> list[dict[str, Any]]:
        """Feedback newer first, numbers below `after` (0: from the newest); with a site, also what names none."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT * FROM feedback WHERE (? = 0 OR id < ?) AND (? IS NULL OR site IN (?, '')) "
                "ORDER BY id DESC LIMIT ?",
                (after, after, site, site, limit),
            ).fetchall()
        return [{**dict(row), "helpful": bool(row["helpful"])} for row in rows]

    def add_asked(self, **entry: Any) -> None:
        """Count one question: `question` is hashed before it is kept."""
        hashed = _digest(entry["question"])
        self._insert("asked", {"at": _now(), **entry, "question": hashed, "answered": int(entry["answered"])})

    def site_of(self, question: str) -> str:
        """The site that last answered a question; empty where nobody asked it."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT site FROM asked WHERE question = ? ORDER BY id DESC LIMIT 1", (_digest(question),)
            ).fetchone()
        return str(row["site"]) if row else ""

    def add_differing(self, site: str, quotes: Sequence[tuple[str, str]]) -> None:
        """Keep quotes, as (block, words), that an answer found to disagree; the same ones once."""
        key = "|".join(sorted({block for block, _ in quotes}))
        values = json.dumps(list(quotes), ensure_ascii=False)
        with self._open() as connection:
            connection.execute("INSERT OR REPLACE INTO differing VALUES (?, ?, ?, ?)", (site, key, _now(), values))

    def differing(self, site: str) -> list[dict[str, Any]]:
        """What answers found to disagree on a site, newest first: `at`, `quotes`."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT at, quotes FROM differing WHERE site = ? ORDER BY at DESC LIMIT ?", (site, MOST_DIFFERING)
            ).fetchall()
        return [{"at": row["at"], "quotes": [tuple(quote) for quote in json.loads(row["quotes"])]} for row in rows]

    def usage(self, site: str | None = None) -> dict[str, Any]:
        """Questions, share answered, tokens, latency in ms (median, 95th percentile), and the last days with any."""
        with self._open() as connection:
            rows = connection.execute("SELECT * FROM asked WHERE ? IS NULL OR site = ?", (site, site)).fetchall()
        times = sorted(row["ms"] for row in rows)
        modes: dict[str, int] = {}
        for row in rows:
            modes[row["mode"]] = modes.get(row["mode"], 0) + 1
        return {
            "questions": len(rows),
            "answered": sum(row["answered"] for row in rows),
            "tokens": sum(row["prompt_tokens"] + row["completion_tokens"] for row in rows),
            "ms_median": _at(times, 0.5),
            "ms_p95": _at(times, 0.95),
            "modes": modes,
            "days": _by_day(rows),
        }

    def _insert(self, table: str, values: dict[str, Any]) -> int:
        marks = ", ".join(f":{name}" for name in values)
        statement = f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})"  # noqa: S608  names are ours
        with self._open() as connection:
            return int(connection.execute(statement, values).lastrowid or 0)

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=10)) as connection, connection:
            connection.row_factory = sqlite3.Row
            yield connection


def _digest(question: str) -> str:
    """What is kept of a question's words."""
    return hashlib.sha256(question.strip().casefold().encode()).hexdigest()[:16]


def _by_day(rows: list[sqlite3.Row]) -> list[dict[str, Any]]:
    times: dict[str, list[float]] = {}
    for row in rows:
        times.setdefault(row["at"][:10], []).append(row["ms"])
    latest = sorted(times)[-DAYS:]
    return [{"day": day, "questions": len(times[day]), "ms_median": _at(sorted(times[day]), 0.5)} for day in latest]


def _at(values: list[float], share: float) -> float | None:
    return round(values[min(len(values) - 1, int(share * len(values)))], 1) if values else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
