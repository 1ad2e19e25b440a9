"""What the API answers beside `core.records`: typed, one file for each thing that is shown.

The Python client is made from these files and from `core/records/answer.py` (scripts/make_client.py).
"""

from __future__ import annotations

from api.views.answers import Comparison, ModeAnswer, SearchResult, Suggestion
from api.views.base import Listed, View
from api.views.drawings import Edge, Node, Pasted, SubGraph
from api.views.names import EntityDetail, EntityRow, Fact, MentionRow, TopicDetail, TopicPart, TopicRow
from api.views.operating import (
    ChangedPage,
    Conflict,
    CrawlState,
    Decided,
    Extracted,
    FeedbackRow,
    Kept,
    MergedEntity,
    PageChange,
    SiteReport,
    Twins,
    UsageDay,
    UsageReport,
)
from api.views.pages import (
    BlockDetail,
    BlockPage,
    BlockParent,
    BlockRow,
    NameInBlock,
    NearBlock,
    PageDetail,
    PageLink,
    PageRow,
    SiteRow,
)
from api.views.service import Health, ModelCard, ModelList

__all__ = [
    "BlockDetail",
    "BlockPage",
    "BlockParent",
    "BlockRow",
    "ChangedPage",
    "Comparison",
    "Conflict",
    "CrawlState",
    "Decided",
    "Edge",
    "EntityDetail",
    "EntityRow",
    "Extracted",
    "Fact",
    "FeedbackRow",
    "Health",
    "Kept",
    "Listed",
    "MentionRow",
    "MergedEntity",
    "ModeAnswer",
    "ModelCard",
    "ModelList",
    "NameInBlock",
    "NearBlock",
    "Node",
    "PageChange",
    "PageDetail",
    "PageLink",
    "PageRow",
    "Pasted",
    "SearchResult",
    "SiteReport",
    "SiteRow",
    "SubGraph",
    "Suggestion",
    "TopicDetail",
    "TopicPart",
    "TopicRow",
    "Twins",
    "UsageDay",
    "UsageReport",
    "View",
]
