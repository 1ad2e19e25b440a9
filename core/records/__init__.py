"""The typed records that move between rooms: Snapshot → ParsedPage → PageGraph → (Neo4j) → Evidence → Answer."""

from __future__ import annotations

from core.records.answer import (
    Answer,
    Citation,
    Evidence,
    PageRef,
    PathStep,
    Question,
    Route,
    Sentence,
    Step,
    Turn,
    Usage,
)
from core.records.graph import (
    BlockRecord,
    EntityRecord,
    LinkRecord,
    Mention,
    PageGraph,
    PageRecord,
    Relation,
    TopicRecord,
)
from core.records.page import (
    FINGERPRINT,
    LIVE,
    Interval,
    Link,
    PageFacts,
    PageMeta,
    PageStatus,
    ParsedPage,
    Segment,
    TreeBlock,
)
from core.records.snapshot import Snapshot

__all__ = [
    "FINGERPRINT",
    "LIVE",
    "Answer",
    "BlockRecord",
    "Citation",
    "EntityRecord",
    "Evidence",
    "Interval",
    "Link",
    "LinkRecord",
    "Mention",
    "PageFacts",
    "PageGraph",
    "PageMeta",
    "PageRecord",
    "PageRef",
    "PageStatus",
    "ParsedPage",
    "PathStep",
    "Question",
    "Relation",
    "Route",
    "Segment",
    "Sentence",
    "Snapshot",
    "Step",
    "TopicRecord",
    "TreeBlock",
    "Turn",
    "Usage",
]
