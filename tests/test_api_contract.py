"""The API against its own description: whatever is asked, no answer is a fault and each is one that is documented."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from api.application import create_api
from app.server import make_extract
from core.settings import Settings
from models.factory import make_embedders
from tests.api_fakes import Pages
from tests.web_samples import Web, serve_web

# What a schema cannot say is refused too: a question without a word, a cursor or a node that was not made here.
MAY_REFUSE = [positive_data_acceptance]

PHASES = (Phase.explicit, Phase.generate)
QUICK = settings(
    max_examples=5, deadline=None, derandomize=True, phases=PHASES, suppress_health_check=list(HealthCheck)
)
LONG = settings(max_examples=300, deadline=None, phases=PHASES, suppress_health_check=list(HealthCheck))
schema = schemathesis.openapi.from_dict(create_api(lambda: None).openapi())  # type: ignore[arg-type,return-value]


@pytest.fixture(scope="module")
def address(web: Web, web_settings: Settings) -> Iterator[str]:
    """A server on which no part is missing; crawls and pushed pages are played."""
    with serve_web(web_settings, pages=Pages(), extract=make_extract(make_embedders(web_settings).primary)) as running:
        yield running.url


@schema.parametrize()
@QUICK
def test_no_answer_is_a_fault_or_undocumented(case: Any, address: str):
    case.call_and_validate(base_url=address, timeout=120, excluded_checks=MAY_REFUSE)


@pytest.mark.soak
@pytest.mark.timeout(3600)
@schema.parametrize()
@LONG
def test_no_answer_is_a_fault_or_undocumented_for_long(case: Any, address: str):
    case.call_and_validate(base_url=address, timeout=120, excluded_checks=MAY_REFUSE)
