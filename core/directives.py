"""Robots directives as headers and tags write them: each with the robot it is for."""

from __future__ import annotations

import re

ROBOTS_TAG = "x-robots-tag"
_ROBOT = re.compile(r"\s*(\*|[a-z][^\s:,]*(?: [a-z][^\s:,]*){0,2})\s*:(.*)", re.IGNORECASE | re.DOTALL)
"""A name before a colon. The hours of a date end before a colon too, but begin with a digit."""
_VALUED = re.compile(r"(?:unavailable_after|max-(?:snippet|image-preview|video-preview))\s*\Z", re.IGNORECASE)
_INDEXING = ("noindex", "nofollow", "none", "index", "follow", "all")


def read_directives(said: str) -> list[tuple[str, str]]:
    """(robot, directive) of a header or a tag, in lower case; the robot is empty where all are meant.

    A name holds for what follows it, up to the next name: `abot: noindex, nofollow, bbot: none`.
    """
    found: list[tuple[str, str]] = []
    robot = ""
    for part in said.lower().split(","):
        named = _ROBOT.fullmatch(part)
        if named and not _VALUED.match(named[1]) and named[1] not in _INDEXING:
            robot, part = "" if named[1] == "*" else named[1], named[2]
        if part.strip():
            found.append((robot, part.strip()))
    return found


def join_directives(headers: list[str]) -> str:
    """Several headers as one. A header that names no robot is for all, whomever the one before it named."""
    if len(headers) < 2:
        return "".join(headers)
    return ", ".join(header if _is_named(header) else f"*: {header}" for header in headers if header.strip())


def _is_named(header: str) -> bool:
    named = _ROBOT.match(header.partition(",")[0])
    return named is not None and not _VALUED.match(named[1])
