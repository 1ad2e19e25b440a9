"""Sizes in bytes as people write them: `500 kB`, `20MB`, `1.5 GiB`."""

from __future__ import annotations

import re

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12, "ki": 2**10, "mi": 2**20, "gi": 2**30, "ti": 2**40}
_SIZE = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*([kmgt]?i?)b?(?:ytes?)?\s*\Z", re.IGNORECASE)


def parse_size(text: str) -> int:
    """Bytes of a size; `ValueError` with one clause where it is none."""
    found = _SIZE.match(text)
    unit = UNITS.get(found[2].lower()) if found else None
    if found is None or unit is None:
        raise ValueError(f"{text!r} is no size; write it as 500kB, 20MB or 1.5GB")
    return round(float(found[1].replace(",", ".")) * unit)


def format_size(size: int) -> str:
    """A size in the unit in which it is shortest to read: `1.5 GB`."""
    for name in ("T", "G", "M", "k"):
        unit = UNITS[name.lower()]
        if size >= unit:
            return f"{size / unit:.3g} {name}B" if size < 1000 * unit else f"{size // unit:,} {name}B"
    return f"{size:,} byte" if size == 1 else f"{size:,} bytes"
