"""The service itself, and its sites as models of the OpenAI-compatible door."""

from __future__ import annotations

from typing import Literal

from api.views.base import View


class ModelCard(View):
    """A site as a model of the OpenAI-compatible door."""

    id: str
    object: str = "model"
    created: int = 0
    owned_by: str = "sitequest"


class ModelList(View):
    """The sites as models."""

    data: list[ModelCard]
    object: str = "list"


class Health(View):
    """State of the service."""

    status: Literal["ok", "starting", "indexing"]
    detail: str = ""
