"""What the names of elements, roles and classes mean to the walk."""

from __future__ import annotations

import re
from collections import defaultdict
from enum import IntEnum
from functools import lru_cache
from types import MappingProxyType

import ahocorasick


class Role(IntEnum):
    """What the walk does with an element. Names that are not listed are inline.

    The order tells three kinds apart: without content (to IMAGE), inside a run of text (to MATH), all others.
    """

    RULE = 0
    BREAK = 1
    IMAGE = 2
    INLINE = 3
    LINK = 4
    STYLED = 5
    RUBY = 6
    MATH = 7
    SKIP = 8
    BLOCK = 9
    HEADING = 10
    LIST = 11
    ITEM = 12
    TABLE = 13
    ROW = 14
    CELL = 15
    CAPTION = 16
    PRE = 17
    DETAILS = 18
    SUMMARY = 19
    BUTTON = 20
    DEFINITIONS = 21
    TERM = 22
    DEFINITION = 23
    FIELD = 24
    FRAME = 25


def _names(role: Role, names: str) -> dict[str, Role]:
    return dict.fromkeys(names.split(), role)


ROLES = MappingProxyType(
    {
        **_names(
            Role.BLOCK,
            "html body div p section article main nav header footer aside form fieldset legend address blockquote "
            "center figure hgroup search dialog thead tbody tfoot colgroup option optgroup noframes",
        ),
        **_names(
            Role.SKIP,
            "script style noscript template head title svg canvas audio video object applet "
            "datalist link meta base param col input",
        ),
        **_names(Role.HEADING, "h1 h2 h3 h4 h5 h6"),
        **_names(Role.LIST, "ul ol menu dir"),
        **_names(Role.STYLED, "b strong em i code sub sup del s kbd samp var cite q u mark small"),
        **_names(Role.PRE, "pre listing xmp plaintext"),
        **_names(Role.FRAME, "iframe frame"),
        **_names(Role.CAPTION, "figcaption caption"),
        **_names(Role.FIELD, "select textarea"),
        **_names(Role.CELL, "td th"),
        "ruby": Role.RUBY,
        "br": Role.BREAK,
        "hr": Role.RULE,
        **_names(Role.INLINE, "wbr source track embed keygen command bgsound nextid spacer"),
        "li": Role.ITEM,
        "table": Role.TABLE,
        "tr": Role.ROW,
        "a": Role.LINK,
        "area": Role.LINK,
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
SECTIONING = frozenset({"main", "article", "section", *REGION_TAGS})

_WORDS = MappingProxyType(
    {
        "main": "-main content bodytext body-text entry post-body prose markdown richtext rich-text text-block wysiwyg",
        "article": "article story blog single hentry",
        "comment": "comment disqus respond replies",
        "related": "related recommend more- readnext read-next also suggest upsell crosssell cross-sell trending "
        "popular similar latest recent",
        "sidebar": "sidebar side-bar -aside rail widget secondary rightcol right-col leftcol left-col",
        "nav": "-nav navbar navigation menu dropdown mega sitelinks site-links skip",
        "footer": "foot copyright colophon legal",
        "header": "header masthead topbar top-bar banner branding logo",
        "share": "share social follow twitter facebook whatsapp linkedin instagram",
        "promo": "-ad- -ads- advert sponsor promo -cta- call-to-action affiliate outbrain taboola",
        "notice": "cookie gdpr onetrust cc-window -cky- cmpbox consent-banner consent-bar "
        "consent-popup consent-modal consent-manager consent-dialog consent-notice privacy-notice privacy-banner",
        "product": "product -pdp price buy cart sku variant add-to shipping gallery",
        "review": "review rating testimonial stars",
        "form": "form subscribe newsletter signup sign-up login log-in register input search field",
        "crumbs": "crumb",
        "byline": "author byline -meta- date publish posted time avatar user profile -bio",
        "tags": "-tag- -tags- categor taxonomy topics label badge chip",
        "pages": "pagination pager paging prev next loadmore load-more",
        "popup": "modal popup pop-up overlay lightbox toast tooltip drawer offcanvas flyout alert",
        "hero": "hero intro lead jumbotron summary excerpt description subtitle tagline",
        "thread": "thread topic forum message -post- postbody reply question answer -qa- discussion",
        "contents": "-toc- table-of-contents contents-list on-this-page outline",
        "cards": "card grid tile item list result teaser feed collection",
        "folded": "accordion collaps tab-pane tabpane tab-panel tabpanel tab-content panel faq toggle expand read-more "
        "readmore show-more showmore",
        "caption": "caption credit figure",
        "hidden": "",
        "spoken": "",
        "math": "",
        "columns": "col- column row feature block",
        "docs": "-doc- -docs- -api reference highlight signature admonition -rst sphinx",
        "copyline": "copy print -edit permalink headerlink anchor-link anchorlink",
    }
)
FLAGS = tuple(_WORDS)
BIT = MappingProxyType({name: 1 << place for place, name in enumerate(FLAGS)})
HIDDEN = BIT["hidden"]
SPOKEN = BIT["spoken"]
FOLDED = BIT["folded"]
MATH = BIT["math"]
NOTICE = BIT["notice"]
_EXACT = MappingProxyType(
    {
        **dict.fromkeys(["hidden", "d-none", "is-hidden"], HIDDEN),
        **dict.fromkeys(
            [
                "sr-only",
                "visually-hidden",
                "visuallyhidden",
                "screen-reader-text",
                "screen-reader-only",
                "a11y-hidden",
                "element-invisible",
            ],
            SPOKEN,
        ),
        **dict.fromkeys(["katex", "katex-display", "mwe-math-element", "MathJax", "MathJax_Display"], MATH),
        **dict.fromkeys(["MathJax_Preview", "MathJax_SVG", "MathJax_SVG_Display", "MathJax_CHTML"], MATH),
    }
)
IN_MAIN = 1 << 40
IN_ARTICLE = 1 << 41
IN_SECTION = 1 << 42

_SHOWN_AGAIN = re.compile(
    r"(?:^|\s)(?:sm|md|lg|xl|2xl|print):(?:block|flex|inline\S*|grid|table\S*)|d-(?:sm|md|lg|xl)-\w+"
)
_CAMEL = re.compile("([a-z])([A-Z])")
_JOINTS = re.compile(r"[^a-z]+")
_UNSEEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|font-size\s*:\s*0(?:\.0+)?(?:px|em|rem|%|pt)?\s*(?:;|!|$)"
    r"|clip\s*:\s*rect\(\s*0|text-indent\s*:\s*-\d{3,}"
    r"|(?:left|top)\s*:\s*-\d{4,}",
    re.IGNORECASE,
)


def _automaton() -> ahocorasick.Automaton:
    bits: dict[str, int] = defaultdict(int)
    for name, words in _WORDS.items():
        for word in words.split():
            bits[word] |= BIT[name]
    found = ahocorasick.Automaton()
    for word, bit in bits.items():
        found.add_word(word, bit)
    found.make_automaton()
    return found


_FINDER = _automaton()


@lru_cache(maxsize=65536)
def class_flags(names: str) -> int:
    """Bits of `FLAGS` for the text of a class and id attribute."""
    flags = 0
    for word in names.split():
        flags |= _word_flags(word)
    return flags & ~HIDDEN if flags & HIDDEN and _SHOWN_AGAIN.search(names) else flags


@lru_cache(maxsize=65536)
def _word_flags(word: str) -> int:
    flags = _EXACT.get(word, 0)
    spaced = word if word.islower() else _CAMEL.sub(r"\1-\2", word).lower()
    if not spaced.isalpha() or not spaced.isascii():
        spaced = _JOINTS.sub("-", spaced)
    for _, bit in _FINDER.iter(f"-{spaced}-"):
        flags |= bit
    return flags


@lru_cache(maxsize=16384)
def style_hides(style: str) -> bool:
    """Whether an inline style keeps its element from being seen."""
    return _UNSEEN.search(style) is not None
