"""What all answers share: they are open to further names, so that rows may grow; lists come page by page."""

from __future__ import annotations

from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict


class View(BaseModel):
    """Base of what is answered: names that are not listed here are kept."""

    model_config = ConfigDict(extra="allow")


Item = TypeVar("Item")


class Listed(BaseModel, Generic[Item]):
    """One page of a list. `next` is the cursor of the following page, absent on the last one."""

    items: list[Item]
    next: str | None = None
