"""What makes two visits to a page, or two pages, say the same: their content, without what ticks or frames it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from core.records import FINGERPRINT
from ingest.html.frames import Raw
from ingest.html.hashing import hash_texts
from ingest.html.tags import BIT, IN_ARTICLE, IN_MAIN

ENOUGH_WORDS = 20
SHORT_LINE = 160
_FRAMES = frozenset({"nav", "header", "footer", "notice"})
_INNER = re.compile(r"/(?:footer|nav)\[")
_DATE = (
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|\d{1,2}\.?\s+[^\W\d]{3,9}\.?,?\s+\d{4}"
    r"|[^\W\d]{3,9}\.?\s+\d{1,2},?\s+\d{4}|\d{4}年\d{1,2}月\d{1,2}日)"
)
_TIME = r"\d{1,2}[:.]\d\d(?:[:.]\d\d(?:\.\d+)?)?(?:\s*[ap]\.?m\.?)?"
_SECONDS = r"\d{1,2}:\d\d:\d\d(?:\.\d+)?"
_MOMENT = re.compile(rf"{_DATE}|{_TIME}|\b\d+(?:\.\d+)?\s*(?:ms|s|secs?|seconds?|sekunden|秒)\b", re.IGNORECASE)
_TICKS = re.compile(rf"(?:{_DATE}[\sT,]*)?\b{_SECONDS}(?:[\s,]*{_DATE})?", re.IGNORECASE)
_STAMPED = re.compile(
    r"\b(?:time|date|clock)\s*(?:now|is|:)|\b(?:it|now) is\b|\bnow:|\b(?:local|server|current) time\b"
    r"|\b(?:page|last|site|document)\s+(?:was\s+)?(?:made|generated|built|rendered|served|created|request(?:ed)?|"
    r"updated?|modified|changed|loaded|refreshed|visited|printed)\b"
    r"|^\W*(?:generated|rendered|served|updated|refreshed|printed|loaded)\b"
    r"|\b(?:letzte änderung|uhrzeit|stand:|erzeugt)"
    r"|(?:当前|现在|北京)时间|更新(?:时间|于|日期)|生成(?:时间|于)",
    re.IGNORECASE,
)
_COUNTED = (
    r"(?:visitors?|visits|hits|page ?views|views|users? online|guests? online|besucher|zugriffe"
    r"|访客|访问量?|浏览量?|点击量?)"
)
_NUMBER = r"\d[\d,.'\u00a0\u202f ]*"
_COUNTER = re.compile(
    rf"{_COUNTED}(?:\s+(?:no\.?|number|today|total|so far|count|counter|since\s+{_DATE}))?\W{{0,4}}{_NUMBER}"
    rf"|{_NUMBER}(?:次|人次)?\s*{_COUNTED}",
    re.IGNORECASE,
)


def fingerprint_of(raws: Iterable[Raw]) -> str:
    """A hash of the content alone: boxes that frame a page are left out where it has enough beside them.

    A heading always counts, for the title of a page often stands in its header. In short lines the moment a page was
    made, a running clock and a counter of visitors count for nothing; hours, dates and prices of the content do.
    """
    shown = [raw for raw in raws if raw.visible and not raw.chrome]
    own = [raw for raw in shown if raw.rank or not _frames(raw)]
    if sum(raw.words for raw in own if not raw.rank) < ENOUGH_WORDS:
        own = shown
    return FINGERPRINT + hash_texts(filter(None, (steady(raw.text) for raw in own)))


def steady(text: str) -> str:
    """A text without what changes by itself; a long one is as it was."""
    if len(text) > SHORT_LINE or not any(sign.isdigit() for sign in text):
        return text
    text = _COUNTER.sub("", _TICKS.sub("", text))
    return _MOMENT.sub("", text) if _STAMPED.search(text) else text


def _frames(raw: Raw) -> bool:
    """Whether a segment lies in a box that frames pages; an aside within the content belongs to it.

    Of names only that of a footer is trusted: a menu may be a kitchen's, a header that of a product.
    """
    if raw.region in _FRAMES or _INNER.search(raw.path):
        return True
    return not raw.flags & (IN_MAIN | IN_ARTICLE) and (raw.region == "aside" or bool(raw.flags & BIT["footer"]))
