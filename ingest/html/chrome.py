"""What never becomes a block: menus, cookie notices, buttons, share bars, copyright lines. Facts always stay."""

from __future__ import annotations

import re

from ingest.html.frames import Raw
from ingest.html.tags import BIT, IN_ARTICLE, IN_MAIN

_FURNITURE = BIT["nav"] | BIT["footer"] | BIT["header"] | BIT["share"] | BIT["pages"] | BIT["crumbs"] | BIT["copyline"]
_SMALL_PRINT = re.compile(
    r"©|\(c\)\s*\d{4}|all rights reserved|copyright|版权所有|back to top|跳到"
    r"|^(?:skip to|jump to|zum inhalt|aller au)\b",
    re.IGNORECASE,
)
_COOKIES = re.compile(r"\bcookies?\b", re.IGNORECASE)
_CONSENT = re.compile(r"\b(?:accept|consent|agree|preferences|settings|use|reject|allow)\b", re.IGNORECASE)
_FACT = re.compile(r"\d|@|[€$£¥]")
_EDGE = frozenset({"nav", "header", "footer"})
SHORT_LINK = 80


def mark_chrome(raws: list[Raw], *, rebuilt: bool = False) -> None:
    """Set `chrome`. Text in a header or footer that is no link, button or small print stays: it may be a fact."""
    for raw in raws:
        raw.chrome = raw.visible and _is_chrome(raw)
    if not rebuilt:
        _mark_bare_menus(raws)


def _is_chrome(raw: Raw) -> bool:
    if raw.region == "notice" or raw.kind in {"button", "field"}:
        return True
    size = len(raw.text)
    linked = raw.link_chars >= 0.7 * size
    if raw.region == "nav":
        return linked or (size < 60 and not _FACT.search(raw.text)) or raw.kind == "heading"
    if raw.region in _EDGE or (raw.flags & _FURNITURE and raw.region != "main"):
        return linked or _is_small_print(raw.text) or (size < 16 and not raw.rank and not _FACT.search(raw.text))
    short = size < SHORT_LINK * max(1, len(raw.links))
    if raw.near & _FURNITURE and linked and short and not raw.rank and not raw.flags & (IN_MAIN | IN_ARTICLE):
        return True
    return _is_small_print(raw.text) and size < 200


def _is_small_print(text: str) -> bool:
    if len(text) > 400:
        return False
    return _SMALL_PRINT.search(text) is not None or (
        len(text) < 300
        and _COOKIES.search(text) is not None
        and _CONSENT.search(text) is not None
        and "this" in text.lower()
    )


def _mark_bare_menus(raws: list[Raw]) -> None:
    """Runs of short links before the first heading or text of a page that declares no regions."""
    run: list[Raw] = []
    for raw in raws:
        if (
            raw.rank
            or len(raw.text) > 60 * max(1, len(raw.links))
            or raw.link_chars < 0.85 * len(raw.text.replace("\n", ""))
        ):
            break
        run.append(raw)
    said = sum(len(raw.links) for raw in run)
    if said >= 2 and len(run) < 0.5 * len(raws):
        for raw in run:
            raw.chrome = True
