"""What `sitequest extract` prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from app.console import emit_json, note
from app.content import ExtractOptions, extract_sources, sample_sources
from core.settings import Settings


async def print_extracts(
    settings: Settings, sources: Sequence[str], options: ExtractOptions, *, lines: bool, samples: bool
) -> None:
    """Print each result when it is ready; one JSON document for all only with `--json`."""
    from ingest.html.extract import shown_of

    found = sample_sources if samples else extract_sources
    kept: list[dict[str, Any]] = []
    async for result in found(settings, sources, options):
        if lines:
            _line(result)
        elif options.form == "json":
            kept.append(result)
        elif text := shown_of(result, options.form).rstrip():  # type: ignore[arg-type]
            sys.stdout.write(text + "\n")
        else:
            note(f"{result['url']}: {'nothing here answers the question' if options.question else 'no content'}.")
    if kept:
        emit_json(kept[0] if len(sources) == 1 else kept)


def _line(result: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    sys.stdout.flush()
