"""Bytes and an address in, a frozen `ParsedPage` out: block index, block tree, metadata, links."""

from __future__ import annotations

from ingest.html.page import inspect, parse

__all__ = ["inspect", "parse"]
