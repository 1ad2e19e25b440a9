"""Pagination by cursor: opaque, stable while items come and go."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Any

from fastapi import Query

from api.views import Listed
from core.errors import AskError

MOST = 200

Cursor = Annotated[str, Query(max_length=4000, description="Cursor from `next` of the page before.")]
Limit = Annotated[int, Query(ge=1, le=MOST, description="Items a page.")]


class CursorWrong(AskError):
    """A cursor was not made here."""


def read_cursor(cursor: str) -> str:
    """The place a cursor stands for; the empty cursor is the start."""
    if not cursor:
        return ""
    try:
        return base64.b64decode(cursor.encode("ascii"), altchars=b"-_", validate=True).decode()
    except (binascii.Error, UnicodeError, ValueError) as error:
        raise CursorWrong("The cursor was not made by this server; start again without one.") from error


def make_cursor(place: object) -> str:
    """A cursor for the items after `place`."""
    return base64.urlsafe_b64encode(str(place).encode()).decode()


def make_list(rows: list[dict[str, Any]], limit: int, key: str) -> Listed[Any]:
    """Cut `rows` (asked for with one more than `limit`) to a page with its cursor."""
    items = rows[:limit]
    return Listed(items=items, next=make_cursor(items[-1][key]) if len(rows) > limit else None)
