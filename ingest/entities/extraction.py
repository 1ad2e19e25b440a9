"""All extractors that need no model, run over one page."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import BlockRecord, PageRecord, ParsedPage
from ingest.entities.findings import Findings
from ingest.entities.profile import Profile


def extract(page: PageRecord, parsed: ParsedPage, blocks: Sequence[BlockRecord], profile: Profile) -> Findings:
    """Entities, mentions, relations and keyword topics of one page."""
    return Findings(page.site)
