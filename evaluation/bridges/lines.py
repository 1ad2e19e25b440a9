"""The lines of JSON by which a foreign library is run; imported beside it, with nothing of ours installed.

One line asks, one line answers. `{"open": {folder, base_url, key, model, vectors}}` comes first, then `{"documents":
[text, …]}` unless they are in the folder, then `{"question": text, "answer": true or false}` as often as wanted. An
answer is `{"ok": {…}}` or `{"error": "…"}`; to a question it is `{"ok": {"answer": text, "contexts": [{"document":
number, "text": text}, …]}}`, contexts best first, documents numbered from 0. The end of the input ends the program.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Callable
from typing import Any, Protocol


class Library(Protocol):
    """What a bridge makes of its library."""

    def build(self, documents: list[str]) -> dict[str, Any]: ...

    def ask(self, question: str, answer: bool) -> dict[str, Any]: ...

    def close(self) -> None: ...


def serve(make: Callable[[dict[str, Any]], tuple[Library, dict[str, Any]]]) -> int:
    """Answer until the input ends. `make` opens the library and tells its name, version and settings.

    What the library prints goes to standard error, so that standard output has nothing but answers.
    """
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answers:
        os.dup2(2, 1)
        library: Library | None = None
        for line in sys.stdin:
            try:
                request = json.loads(line)
                if "open" in request:
                    library, reply = make(request["open"])
                else:
                    reply = _answer(library, request)
                row: dict[str, Any] = {"ok": reply}
            except Exception as error:  # noqa: BLE001 (whatever a library raises is told to who asked)
                traceback.print_exc()
                row = {"error": f"{type(error).__name__}: {error}"}
            answers.write(json.dumps(row) + "\n")
            answers.flush()
        if library is not None:
            library.close()
    return 0


def _answer(library: Library | None, request: dict[str, Any]) -> dict[str, Any]:
    if library is None:
        raise ValueError("the library is not open")
    if "documents" in request:
        return library.build(request["documents"])
    return library.ask(request["question"], request["answer"])
