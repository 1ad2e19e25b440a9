"""What the names of elements, roles and classes mean to the walk."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from types import MappingProxyType


class Role(IntEnum):
    """What the walk does with an element. Names that are not listed are inline."""

    INLINE = 0
    BLOCK = 1
    SKIP = 2
    BREAK = 3
    HEADING = 4
    LIST = 5
    ITEM = 6
    TABLE = 7
    ROW = 8
    CELL = 9
    CAPTION = 10
    PRE = 11
    LINK = 12
    STYLED = 13
    IMAGE = 14
    MATH = 15
    DETAILS = 16
    SUMMARY = 17
    BUTTON = 18
    DEFINITIONS = 19
    TERM = 20
    DEFINITION = 21
    FIELD = 22
    FRAME = 23
    RULE = 24
    NOTHING = 25


def _names(role: Role, names: str) -> dict[str, Role]:
    return dict.fromkeys(names.split(), role)


ROLES = MappingProxyType(
    {
        **_names(
            Role.BLOCK,
            "html body div p section article main nav header footer aside form fieldset legend address blockquote center "
            "figure hgroup search dialog thead tbody tfoot colgroup option optgroup noframes",
        ),
        **_names(
            Role.SKIP,
            "script style noscript template head title svg canvas audio video object embed applet map area "
            "datalist link meta base param source track col input",
        ),
        **_names(Role.HEADING, "h1 h2 h3 h4 h5 h6"),
        **_names(Role.LIST, "ul ol menu dir"),
        **_names(Role.STYLED, "b strong em i code sub sup del s kbd samp var cite q u mark small"),
        **_names(Role.PRE, "pre listing xmp plaintext"),
        **_names(Role.FRAME, "iframe frame"),
        **_names(Role.CAPTION, "figcaption caption"),
        **_names(Role.FIELD, "select textarea"),
        **_names(Role.CELL, "td th"),
        "br": Role.BREAK,
        "hr": Role.RULE,
        "wbr": Role.NOTHING,
        "li": Role.ITEM,
        "table": Role.TABLE,
        "tr": Role.ROW,
        "a": Role.LINK,
        "img": Role.IMAGE,
        "math": Role.MATH,
        "mjx-container": Role.MATH,
        "details": Role.DETAILS,
        "summary": Role.SUMMARY,
        "button": Role.BUTTON,
        "dl": Role.DEFINITIONS,
        "dt": Role.TERM,
        "dd": Role.DEFINITION,
    }
)

REGION_TAGS = MappingProxyType({"nav": "nav", "header": "header", "footer": "footer", "aside": "aside"})
REGION_ROLES = MappingProxyType(
    {
        "navigation": "nav",
        "menu": "nav",
        "menubar": "nav",
        "banner": "header",
        "contentinfo": "footer",
        "complementary": "aside",
        "search": "nav",
        "main": "main",
        "dialog": "aside",
        "alertdialog": "notice",
    }
)
SCOPES = frozenset({"section", "article", "details"})

_WORDS = (
    ("main", r"\bmain|content|body-?text|entry|post-?body|prose|markdown|rich-?text|text-?block|wysiwyg|article-?text"),
    ("article", r"article|story|blog|single|hentry"),
    ("comment", r"comment|disqus|respond|replies"),
    ("related", r"related|recommend|more-|read-?next|also|suggest|upsell|cross-?sell|trending|popular|similar|latest|recent"),
    ("sidebar", r"side-?bar|\baside|rail|widget|secondary|right-?col|left-?col"),
    ("nav", r"\bnav|navbar|navigation|menu|dropdown|mega|site-?links|-nav\b|_nav\b|skip"),
    ("footer", r"foot|copyright|colophon|legal"),
    ("header", r"header|masthead|top-?bar|banner|branding|logo"),
    ("share", r"share|social|follow|twitter|facebook|whatsapp|linkedin|instagram"),
    ("promo", r"\bad\b|\bads\b|advert|sponsor|promo|\bcta\b|call-to-action|affiliate|outbrain|taboola"),
    (
        "notice",
        r"cookie|gdpr|onetrust|cc-window|cky-|\bcmp-?(?:banner|container|root)"
        r"|(?:consent|privacy)-?(?:notice|banner|bar|popup|modal|manager|dialog)",
    ),
    ("product", r"product|\bpdp|price|buy|cart|sku|variant|add-to|shipping|gallery"),
    ("review", r"review|rating|testimonial|stars"),
    ("form", r"form|subscribe|newsletter|sign-?up|log-?in|register|input|search|field"),
    ("crumbs", r"breadcrumb|crumb"),
    ("byline", r"author|byline|meta\b|date|publish|posted|time|avatar|user|profile|bio"),
    ("tags", r"\btags?\b|categor|taxonomy|topics|label|badge|chip"),
    ("pages", r"pagination|pager|paging|prev|next|load-?more"),
    ("popup", r"modal|popup|pop-up|overlay|lightbox|toast|tooltip|drawer|offcanvas|flyout|alert"),
    ("hero", r"hero|intro|lead|jumbotron|summary|excerpt|description|subtitle|tagline"),
    ("thread", r"thread|topic|forum|message|\bpost\b|postbody|reply|question|answer|\bqa\b|discussion"),
    ("contents", r"\btoc\b|table-of-contents|contents-list|on-this-page|outline"),
    ("cards", r"card|grid|tile|item|list|result|teaser|feed|collection"),
    ("folded", r"accordion|collaps|tab-?pane|tab-?panel|tab-?content|panel|faq|toggle|expand|read-?more|show-?more"),
    ("caption", r"caption|credit|figure"),
    ("hidden", r"(?:^|\s)(?:hidden|d-none|is-hidden)(?:\s|$)"),
    (
        "spoken",
        r"(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|screen-reader-only|a11y-hidden|element-invisible)(?:\s|$)",
    ),
    ("math", r"(?:^|\s)(?:katex|katex-display|mathjax|mathjax_display|mwe-math-element)(?:\s|$)"),
    ("columns", r"col-|column|row|feature|block"),
    ("docs", r"docs?\b|api|reference|highlight|signature|admonition|rst|sphinx"),
    ("copyline", r"copy|print|edit|permalink|headerlink|anchor-?link"),
)
FLAGS = tuple(name for name, _ in _WORDS)
BIT = MappingProxyType({name: 1 << place for place, name in enumerate(FLAGS)})
_PATTERNS = tuple((1 << place, re.compile(pattern)) for place, (_, pattern) in enumerate(_WORDS))
HIDDEN = BIT["hidden"]
SPOKEN = BIT["spoken"]
FOLDED = BIT["folded"]
MATH = BIT["math"]
NOTICE = BIT["notice"]

IN_MAIN = 1 << 40
IN_ARTICLE = 1 << 41
IN_SECTION = 1 << 42

_SHOWN_AGAIN = re.compile(r"(?:^|\s)(?:sm|md|lg|xl|2xl|print):(?:block|flex|inline\S*|grid|table\S*)|d-(?:sm|md|lg|xl)-\w+")
_CAMEL = re.compile("([a-z])([A-Z])")
_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|%|pt)?\s*(?:;|!|$)"
    r"|(?:^|;)\s*opacity\s*:\s*0(?:\.0+)?\s*(?:;|!|$)|clip\s*:\s*rect\(\s*0|text-indent\s*:\s*-\d{3,}"
    r"|(?:left|top)\s*:\s*-\d{4,}",
    re.IGNORECASE,
)


@lru_cache(maxsize=65536)
def class_flags(names: str) -> int:
    """Bits of `FLAGS` for the text of a class and id attribute."""
    words = _CAMEL.sub(r"\1-\2", names).lower()
    flags = sum(bit for bit, pattern in _PATTERNS if pattern.search(words))
    return flags & ~HIDDEN if flags & HIDDEN and _SHOWN_AGAIN.search(words) else flags


@lru_cache(maxsize=16384)
def style_hides(style: str) -> bool:
    """Whether an inline style keeps its element from being seen."""
    return _UNSEEN.search(style) is not None
