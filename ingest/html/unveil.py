"""What a script shows in place of what the source says: addresses kept from robots, numbers that count up."""

from __future__ import annotations

import re

from ingest.html.frames import Element

_SHIELD = "/cdn-cgi/l/email-protection"
_COUNTED = ("data-to-value", "data-to", "data-count", "data-counter", "data-count-to", "data-target", "data-value",
            "data-stop", "data-end", "data-number", "data-final-value", "data-counter-value")  # fmt: skip
_COUNTERS = re.compile(r"count|odometer|number|stat", re.IGNORECASE)
_AMOUNT = re.compile(r"\d[\d.,]{0,14}")


def unveil(root: Element, source: bytes) -> None:
    """Write into a tree what a reader sees once the scripts for it have run."""
    if b"data-cfemail" in source or b"/l/email-protection" in source:
        _show_addresses(root)
    if b"counter" in source or b"odometer" in source or b"count-up" in source or b"countup" in source:
        _show_amounts(root)


def _show_addresses(root: Element) -> None:
    for node in root.xpath("//*[@data-cfemail]"):
        if address := _decoded(node.get("data-cfemail")):
            for child in list(node):
                node.remove(child)
            node.text = address
            if node.tag == "a":
                node.set("href", f"mailto:{address}")
    for link in root.xpath(f"//a[contains(@href, '{_SHIELD}#')]"):
        if address := _decoded(link.get("href").rpartition("#")[2]):
            link.set("href", f"mailto:{address}")


def _decoded(code: str) -> str:
    """An address whose bytes were all mixed with the first one; empty where the code is none."""
    try:
        key, *mixed = bytes.fromhex(code)
        address = bytes(byte ^ key for byte in mixed).decode()
    except ValueError:
        return ""
    return address if "@" in address else ""


def _show_amounts(root: Element) -> None:
    """Fill in the last number of each counter that still stands at nothing."""
    for node in root.xpath(f"//*[{' or '.join(f'@{name}' for name in _COUNTED)}]"):
        if len(node) or (node.text or "").strip() not in {"", "0"} or not _COUNTERS.search(node.get("class", "")):
            continue
        last = next((node.get(name) for name in _COUNTED if _AMOUNT.fullmatch(node.get(name, "").strip())), None)
        if last is not None:
            node.text = last.strip()
