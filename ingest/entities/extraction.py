"""All extractors that need no model, run over one page."""

from __future__ import annotations

from collections.abc import Sequence

from core.records import BlockRecord, PageRecord, ParsedPage
from ingest.entities.authors import read_author
from ingest.entities.context import Context
from ingest.entities.findings import Findings
from ingest.entities.mentions import find_mentions
from ingest.entities.othernames import find_other_names
from ingest.entities.profile import Profile
from ingest.entities.scanning import scan_lines
from ingest.entities.structured import read_structured
from ingest.entities.subjects import find_subject


def extract(page: PageRecord, parsed: ParsedPage, blocks: Sequence[BlockRecord], profile: Profile) -> Findings:
    """Entities, mentions, relations and keyword topics of one page."""
    context = Context.of(page, parsed, blocks, profile)
    if not context.lines:
        return context.findings
    find_subject(context)
    read_structured(context)
    read_author(context)
    find_other_names(context)
    scan_lines(context)
    find_mentions(context)
    return context.findings
