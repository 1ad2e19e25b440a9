"""Pagination by cursor: opaque, stable while items come and go."""

from __future__ import annotations

import base64
import binascii
from hashlib import blake2b
from typing import Annotated, Any

from fastapi import Query

from api.views import Listed
from core.errors import AskError

MOST = 200
SIGNED = 3
WRONG = "The cursor was not made by this server for this list; start again without one."

Cursor = Annotated[str, Query(max_length=4000, description="Cursor from `next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=MOST, description="Items a page.")]


class CursorWrong(AskError):
    """A cursor was not made here, or for another list."""


def read_cursor(cursor: str, listing: str) -> str:
    """The place in `listing` a cursor stands for; the empty cursor is the start. Raises `CursorWrong`."""
    if not cursor:
        return ""
    try:
        data = base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True)
        place = data[SIGNED:].decode()
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise CursorWrong(WRONG) from error
    if data[:SIGNED] != _mark(place, listing):
        raise CursorWrong(WRONG)
    return place


def read_number(cursor: str, listing: str) -> int:
    """The place of a list that is ordered by numbers; 0 is the start. Raises `CursorWrong`."""
    place = read_cursor(cursor, listing)
    if not (place.isdecimal() or not place):
        raise CursorWrong(WRONG)
    return int(place or 0)


def make_cursor(place: object, listing: str) -> str:
    """A cursor for the items of `listing` (its path and site) after `place`."""
    text = str(place)
    return base64.urlsafe_b64encode(_mark(text, listing) + text.encode()).decode()


def _mark(place: str, listing: str) -> bytes:
    """A few bytes by which a cursor that was made here for a list is told from any other text."""
    return blake2b(f"{listing}\n{place}".encode(), digest_size=SIGNED, person=b"cursor").digest()


def make_list(rows: list[dict[str, Any]], limit: int, key: str, listing: str) -> Listed[Any]:
    """Cut `rows` (asked for with one more than `limit`) to a page with its cursor."""
    items = rows[:limit]
    return Listed(items=items, next=make_cursor(items[-1][key], listing) if len(rows) > limit else None)
