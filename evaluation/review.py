"""What a person decided about drafts, in the dataset's own file: accepted questions, and ids of rejected ones."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.errors import SettingsError
from evaluation.drafting import Draft


@dataclass(frozen=True, slots=True)
class Review:
    """The decisions in one file. Every decision is written at once, so that a person may stop at any time."""

    path: Path
    site: str

    def read(self) -> dict[str, Any]:
        """The dataset so far. Raises `SettingsError` when the file is something else."""
        if not self.path.exists():
            return {"name": self.path.stem, "site": self.site, "questions": [], "rejected": []}
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise SettingsError(f"The questions {self.path} cannot be read: {error}.") from error
        if not isinstance(data, dict) or not isinstance(data.get("questions"), list):
            raise SettingsError(f"{self.path} holds something else than questions; name another file with --output.")
        return {"rejected": [], **data}

    def pending(self, drafts: Sequence[Draft]) -> list[Draft]:
        """The drafts that are not decided, in their order."""
        data = self.read()
        decided = {row.get("id") for row in data["questions"]} | set(data["rejected"])
        return [draft for draft in drafts if draft.id not in decided]

    def accept(self, draft: Draft, question: str = "", answer: str = "") -> None:
        """Keep the draft; `question` and `answer` replace its words where they are given."""
        data = self.read()
        data["questions"].append(change(draft.row, question, answer))
        self._write(data)

    def reject(self, draft: Draft) -> None:
        """Never show the draft again."""
        data = self.read()
        data["rejected"].append(draft.id)
        self._write(data)

    def counts(self) -> tuple[int, int]:
        """How many were accepted and rejected."""
        data = self.read()
        return len(data["questions"]), len(data["rejected"])

    def _write(self, data: dict[str, Any]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        part = self.path.with_suffix(".part")
        part.write_text(json.dumps(data, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        part.replace(self.path)


def change(row: dict[str, Any], question: str = "", answer: str = "") -> dict[str, Any]:
    """The row with other words. Parts of a changed answer stand apart by semicolons; `|` parts forms of one."""
    changed = dict(row)
    if question.strip():
        changed["question"] = " ".join(question.split())
    if answer.strip() and answer.strip() != row["answer"]:
        parts = [part.strip() for part in answer.split(";") if part.strip()]
        changed["answer"] = "; ".join(part.split("|")[0].strip() for part in parts)
        changed["answerable"] = True
        if "exact" in row:
            changed["exact"] = [part.split("|")[0].strip() for part in parts]
        elif len(parts) > 1:
            changed["items"] = parts
            changed.pop("accept", None)
        else:
            changed["accept"] = [form.strip() for form in parts[0].split("|")]
            changed.pop("items", None)
    return changed
