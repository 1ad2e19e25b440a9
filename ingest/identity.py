"""Keys that name things in the graph: stable hashes of what a thing is, never of where the store put it."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from urllib.parse import unquote, urldefrag

from core.urls import normalize, split_url

_LANGUAGES = frozenset(
    ("en", "eng", "zh", "zhcn", "zhhk", "zhtw", "tc", "sc", "cn", "de", "fr", "es", "it", "nl", "pt")
)
_DEFAULT_PAGE = re.compile(r"(?:/index)?\.(?:html?|php|aspx?|jsp)$|/index$", re.IGNORECASE)
MAILBOX = "mail"


def digest(*parts: str) -> str:
    """Twenty-four hex digits that stand for the parts, in their order."""
    joined = "\x1f".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(joined, digest_size=12).hexdigest()


def block_id(site: str, url: str, text: str, occurrence: int) -> str:
    """The id of a block: it survives moves inside its page, because its place is not part of it."""
    return f"{site}:{digest(url, text, str(occurrence))}"


def entity_id(site: str, kind: str, key: str) -> str:
    """The id of an entity: site, type and normalised name."""
    return f"{site}:{kind}:{key}"


def topic_id(site: str, kind: str, key: str) -> str:
    """The id of a topic: site, keyword or community, and a hash of what it gathers."""
    return f"{site}:{kind}:{digest(key)}"


def relation_group(members: list[str]) -> str:
    """A name for a set of alternatives that is the same wherever the same set is stated."""
    return f"or:{digest(*sorted(members))[:8]}"


def link_address(address: str) -> str:
    """Where a link leads, spelt as the crawler asks for it: no fragment, no session; what is no web address stays."""
    return normalize(address) or urldefrag(address).url


def own_mark(address: str) -> str:
    """What keeps namesakes apart: a hash of the path of a page of one's own, a dot, and one of its host.

    Other spellings of one address (slashes, dashes, percent signs, languages) give the same mark. An e-mail address
    has a mark too, with `mail` for the host.
    """
    if "@" in address and "/" not in address:
        return f"{digest(address.casefold())[:8]}.{MAILBOX}"
    parts = split_url(address)
    path = _DEFAULT_PAGE.sub("", unquote(parts.path).rstrip("/"))
    steps = [step for step in (_letters(step) for step in path.split("/")) if step]
    if len(steps) > 1 and steps[0] in _LANGUAGES:
        del steps[0]
    host = (parts.hostname or "").removeprefix("www.")
    return f"{digest(*steps, unquote(parts.query))[:8]}.{digest(host)[:4]}"


def _letters(text: str) -> str:
    """Letters and digits alone, without accents and case."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(character for character in folded if character.isalnum())
