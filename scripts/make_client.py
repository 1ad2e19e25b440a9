"""Write the models of the Python client from those of the server, so that both have the same names.

python scripts/make_client.py            writes client/sitequest_client/models.py
python scripts/make_client.py --check    exits 1 when the file is out of date
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "client" / "sitequest_client" / "models.py"
SHOWN = ("base", "answers", "pages", "names", "drawings", "operating", "service")
SOURCES = (ROOT / "core" / "records" / "answer.py", *(ROOT / "api" / "views" / f"{name}.py" for name in SHOWN))
LEFT_OUT = {"Record", "Question"}
HEAD = '''"""What the server answers. Made by scripts/make_client.py from the server's own models: change those."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field


class Record(BaseModel):
    """Base of the records here; names that a newer server adds are kept."""

    model_config = ConfigDict(frozen=True, extra="allow")
'''


def make_models() -> str:
    """The text of the module."""
    parts = [HEAD.rstrip()]
    for path in SOURCES:
        parts += _definitions(path)
    return "\n\n\n".join(parts) + "\n"


def _definitions(path: Path) -> Iterator[str]:
    source = path.read_text(encoding="utf-8")
    for node in ast.parse(source).body:
        wanted = isinstance(node, ast.ClassDef | ast.Assign) and _name(node) not in LEFT_OUT
        if wanted:
            yield ast.get_source_segment(source, node) or ""


def _name(node: ast.ClassDef | ast.Assign) -> str:
    return node.name if isinstance(node, ast.ClassDef) else ast.unparse(node.targets[0])


def main() -> int:
    """Write the file, or compare it."""
    text = make_models()
    if "--check" not in sys.argv:
        TARGET.write_text(text, encoding="utf-8")
        return 0
    if TARGET.read_text(encoding="utf-8") == text:
        return 0
    print(f"{TARGET.relative_to(ROOT)} is out of date: python scripts/make_client.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
