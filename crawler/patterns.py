"""Patterns of addresses: path patterns (`/news/*`) and, after `re:`, regular expressions over the whole address."""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import translate

from core.urls import split_url

REGEX = "re:"


def make_pattern(text: str) -> Callable[[str], bool]:
    """A pattern as a test of addresses; `ValueError` with one clause on what is wrong with it."""
    if text.startswith(REGEX):
        search = _compiled(text[len(REGEX) :]).search
        return lambda url: search(url) is not None
    match = re.compile(translate(text)).match
    if "://" in text:
        return lambda url: match(url) is not None
    return lambda url: match(_path(url)) is not None


def _compiled(text: str) -> re.Pattern[str]:
    try:
        return re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise ValueError(
            f"{REGEX}{text} is no regular expression ({error}); mend it, or give a path pattern such as /news/*"
        ) from error


def _path(url: str) -> str:
    parts = split_url(url)
    return f"{parts.path}?{parts.query}" if parts.query else parts.path
