"""What `sitequest extract` prints."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from app.console import emit_json, note
from app.content import ExtractOptions, extract_sources, sample_sources
from core.settings import Settings


async def print_extracts(
    settings: Settings, sources: Sequence[str], options: ExtractOptions, *, lines: bool, samples: bool
) -> bool:
    """Print each result when it is ready; one JSON document for all only with `--json`.

    True when any page had content. What is wrong with a page is said on standard error, with its name.
    """
    if samples:
        return await _print_samples(settings, sources, options)
    kept: list[dict[str, Any]] = []
    said = False
    async for result in extract_sources(settings, sources, options):
        said = has_content(result) or said
        if fault := fault_of(result, asked=options.question is not None):
            note(f"{result['source']}: {fault}")
        if lines:
            _line(result)
        elif options.form == "json":
            kept.append(result)
        else:
            _show(result, options.form)
    if kept:
        emit_json(kept[0] if len(sources) == 1 else kept)
    return said


async def _print_samples(settings: Settings, sources: Sequence[str], options: ExtractOptions) -> bool:
    said = False
    async for sample in sample_sources(settings, sources, options):
        _line(sample)
        said = True
    if not said:
        note("None of the pages has content to make samples of.")
    return said


def has_content(result: Mapping[str, Any]) -> bool:
    """Whether a page says anything, also where none of it answers the question."""
    return bool(result["text"]) or any(block["visible"] and block["main"] > 0 for block in result["blocks"])


def fault_of(result: Mapping[str, Any], *, asked: bool) -> str:
    """Why a page gave nothing, or less than it should, in one sentence; empty when nothing is wrong."""
    if result["status"] != "ok":
        return f"{result['reason'].rstrip('.')} (status {result['status']})."
    if result["text"]:
        return ""
    return "nothing here answers the question." if asked and has_content(result) else "the page has no content."


def _show(result: dict[str, Any], form: str) -> None:
    from ingest.html.extract import shown_of

    if text := shown_of(result, form).rstrip():  # type: ignore[arg-type]
        sys.stdout.write(text + "\n")


def _line(result: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(result, ensure_ascii=False) + "\n")
    sys.stdout.flush()
