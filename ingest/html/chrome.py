"""What never becomes a block: menus, cookie notices, buttons, share bars, copyright lines. Facts always stay."""

from __future__ import annotations

import re

from ingest.html.frames import Raw
from ingest.html.tags import BIT, IN_ARTICLE, IN_MAIN

_FURNITURE = BIT["nav"] | BIT["footer"] | BIT["header"] | BIT["share"] | BIT["pages"] | BIT["crumbs"] | BIT["copyline"]
_SMALL_PRINT = ("©", "all rights reserved", "copyright", "版权所有", "back to top", "跳到")
_YEARS = re.compile(r"\b(?:19|20)\d\d(?:\s?[-–—,/]\s?(?:(?:19|20)?\d\d)\b)*")
_CONTACT = re.compile(r"\w@\w|(?:\+\d|\b0\d|\(\d|\d{3})[\d ()/.-]{4,}\d|\b\d{4,6} [A-Z]|[A-Z] \d{5}\b")
_SKIP = ("skip to", "jump to", "zum inhalt", "aller au")
_SKIPS = re.compile(r"(?:skip to|jump to|zum inhalt|aller au)\b")
_RIGHTS = re.compile(r"\(c\)\s*\d{4}")
_RESERVED = re.compile(
    r"rights? reserved|版权所有|permission|reproduc|back to top|跳到|cookie|skip to|jump to|zum inhalt|aller au|"
    r"powered by",
    re.IGNORECASE,
)
_RUNNING = re.compile(
    r"(?<![^\W_])(?!(?:by|of|the|and|for|in|at|all|to|from|or|is|a|an|site|page|design)\b)[a-zß-ÿ]{2,}"
)
_NOTICE = re.compile(r"©|\(c\)|^\W*copyright\b|copyright\W{0,3}(?:\d{4}|by)\b", re.IGNORECASE)
_CELLS = frozenset({"row", "term", "definition"})
_ENDS = (".", "?", "!", ":", ";")
_COOKIES = re.compile(r"\bcookies?\b", re.IGNORECASE)
_CONSENT = re.compile(r"\b(?:accept|consent|agree|preferences|settings|use|reject|allow)\b", re.IGNORECASE)
_FACT = re.compile(r"\d|@|[€$£¥]")
_THREADS = BIT["thread"] | BIT["comment"]
_PLAIN = "reply|like|dislike|unlike|upvote|downvote|permalink|antworten|gefällt mir|répondre|responder|回复|点赞|返信"
_VAGUE = (
    "share|report|quote|flag|follow|bookmark|save|hide|embed|parent|edit|delete|teilen|melden|zitieren|partager|signaler"
    "|分享|举报"
)
_TO = r"(?:\s+(?:to\s+)?(?:this|post|comment|message|topic|abuse|answer|link))*"
_GAP = r"[^\w<]*(?:\d+[^\w<]*)?"
_ACTIONS = re.compile(rf"[^\w<]*(?:<a[^>]*>[^\w<]*(?:{_PLAIN}|{_VAGUE}){_TO}{_GAP}</a>{_GAP})+", re.IGNORECASE)
_SURELY = re.compile(rf'[^\w<]*<a(?: href="#[^>]*>|[^>]*>[^\w<]*(?:{_PLAIN}))', re.IGNORECASE)
_EDGE = frozenset({"nav", "header", "footer"})
SHORT_LINK = 80
LEAST_RUNNING = 4


def mark_chrome(raws: list[Raw], *, rebuilt: bool = False) -> None:
    """Set `chrome`. Text in a header or footer that is no link, button or small print stays: it may be a fact."""
    for raw in raws:
        raw.chrome = raw.visible and _is_chrome(raw)
    if not rebuilt:
        _mark_bare_menus(raws)


def _is_chrome(raw: Raw) -> bool:
    if raw.region == "notice" or raw.kind in {"button", "field"}:
        return True
    size = len(raw.text)
    linked = raw.link_chars >= 0.7 * size
    if raw.region == "nav":
        return linked or (size < 60 and not _FACT.search(raw.text)) or raw.kind == "heading"
    if raw.region in _EDGE or (raw.flags & _FURNITURE and raw.region != "main"):
        return linked or _is_mere_notice(raw.text) or (size < 16 and not raw.rank and not _FACT.search(raw.text))
    short = size < SHORT_LINK * max(1, len(raw.links))
    if raw.near & _FURNITURE and linked and short and not raw.rank and not raw.flags & (IN_MAIN | IN_ARTICLE):
        return True
    return (size < 200 and _is_small_print(raw.text) and not _is_said(raw)) or (
        size <= SHORT_LINK and "<a" in raw.inner and _asks_to_act(raw)
    )


def _asks_to_act(raw: Raw) -> bool:
    """Whether a segment is nothing but what readers do to a post: reply, like, share, report.

    A lone word that may also name a page (report, share) counts where its link leads nowhere, or among posts.
    """
    if raw.rank or _ACTIONS.fullmatch(raw.inner) is None:
        return False
    return raw.inner.count("<a") > 1 or bool(raw.flags & _THREADS) or _SURELY.match(raw.inner) is not None


def _is_said(raw: Raw) -> bool:
    """Whether a text that names a copyright outside of headers and footers says something, and is no mere notice."""
    text = raw.text
    if _RESERVED.search(text) is not None:
        return False
    if raw.rank or raw.kind in _CELLS:
        return "©" not in text and _RIGHTS.search(text.lower()) is None and raw.link_chars < 0.7 * len(text)
    enough = LEAST_RUNNING if _NOTICE.search(text) else LEAST_RUNNING - 1
    return text.rstrip("\"')”’»").endswith(_ENDS) and len(_RUNNING.findall(text)) >= enough


def _is_mere_notice(text: str) -> bool:
    """Whether a text in a header or footer is small print that tells neither an address nor a number to call."""
    return _is_small_print(text) and _CONTACT.search(_YEARS.sub(" ", text)) is None


def _is_small_print(text: str) -> bool:
    if len(text) > 400:
        return False
    said = text.lower()
    for words in _SMALL_PRINT:
        if words in said:
            return True
    if "(c)" in said and _RIGHTS.search(said) is not None:
        return True
    if said.startswith(_SKIP) and _SKIPS.match(said) is not None:
        return True
    return len(text) < 300 and "cookie" in said and "this" in said and _asks_for_consent(text)


def _asks_for_consent(text: str) -> bool:
    return _COOKIES.search(text) is not None and _CONSENT.search(text) is not None


def _mark_bare_menus(raws: list[Raw]) -> None:
    """Runs of short links before the first heading or text of a page that declares no regions."""
    run: list[Raw] = []
    for raw in raws:
        if (
            raw.rank
            or len(raw.text) > 60 * max(1, len(raw.links))
            or raw.link_chars < 0.85 * len(raw.text.replace("\n", ""))
        ):
            break
        run.append(raw)
    said = sum(len(raw.links) for raw in run)
    if said >= 2 and len(run) < 0.5 * len(raws):
        for raw in run:
            raw.chrome = True
