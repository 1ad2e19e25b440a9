"""robots.txt of one host (RFC 9309): 4xx allows everything, 5xx and silence refuse the host for now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from protego import Protego

from core.directives import read_directives

MAX_ROBOTS = 512_000
MAX_DELAY = 30.0


@dataclass(frozen=True, slots=True)
class Rules:
    """What one host's robots.txt says to us. `closed` is the reason why nothing may be asked, if so."""

    agent: str
    parser: Any = None
    closed: str = ""

    def refuses(self, url: str) -> str:
        """Why an address is refused, or an empty string."""
        if self.closed:
            return self.closed
        if self.parser is not None and not self.parser.can_fetch(url, self.agent):
            return "refused by robots.txt"
        return ""

    @property
    def delay(self) -> float:
        """Least seconds between requests, at most half a minute."""
        wished = self.parser.crawl_delay(self.agent) if self.parser is not None else None
        rate = self.parser.request_rate(self.agent) if self.parser is not None else None
        paced = rate.seconds / rate.requests if rate is not None and rate.requests else 0.0
        return min(MAX_DELAY, max(float(wished or 0.0), paced))

    @property
    def sitemaps(self) -> list[str]:
        """The sitemaps it lists."""
        return list(self.parser.sitemaps) if self.parser is not None else []


def read_rules(status: int, body: bytes, agent: str, moved_to: str = "") -> Rules:
    """The rules an answer for /robots.txt means; status 0 means that nothing answered.

    `moved_to` is the address to which it was redirected, if it was.
    """
    if status == 0 or status >= 500 or status == 429:
        said = "did not answer" if status == 0 else f"answered {status}"
        which = f"robots.txt (moved to {moved_to})" if moved_to else "robots.txt"
        return Rules(agent, closed=f"refused for now: {which} {said}")
    if status >= 300 or _is_markup(body):
        return Rules(agent)
    text = body[:MAX_ROBOTS].decode("utf-8-sig", "replace").replace("\ufeff", "").replace("\x00", "")
    return Rules(agent, parser=Protego.parse(text))


def agent_token(user_agent: str) -> str:
    """The product name that robots.txt lines are matched with."""
    return user_agent.split("/")[0].split(" ")[0] or "SiteQuest"


def page_directives(tags: tuple[str, ...], header: str, agent: str) -> set[str]:
    """The robots directives of a page: its meta tags and its X-Robots-Tag header, ours or everyone's.

    A tag for one robot alone has its name before it, as in `sitequest: noindex`.
    """
    ours = ("", agent.lower())
    found = {said for line in (*tags, header) for robot, said in read_directives(line) if robot in ours}
    if "none" in found:
        found |= {"noindex", "nofollow"}
    return found


def _is_markup(body: bytes) -> bool:
    return body.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<"
