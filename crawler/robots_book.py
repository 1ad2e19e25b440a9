"""The robots.txt rules of every host of a crawl, each asked once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from urllib.parse import urlsplit

from core.urls import bare_host, host_of
from crawler.answers import Answer, Entry
from crawler.robots import Rules, read_rules

Ask = Callable[[Entry], Awaitable[Answer]]


class RobotsBook:
    """`refusal` answers at once from what is known; `ensure` asks a host for its rules."""

    def __init__(self, ask: Ask, agent: str, ignored_hosts: Iterable[str] = ()) -> None:
        self._ask = ask
        self._agent = agent
        self._ignored = {bare_host(host) for host in ignored_hosts}
        self._rules: dict[str, Rules] = {}
        self._asking: set[str] = set()

    def knows(self, url: str) -> bool:
        """Whether the rules of an address's host are here."""
        return _origin(url) in self._rules or bare_host(host_of(url)) in self._ignored

    def refusal(self, url: str) -> str:
        """Why an address is refused, or an empty string, also while its host was not asked."""
        rules = self._rules.get(_origin(url))
        if rules is None or bare_host(host_of(url)) in self._ignored:
            return ""
        return rules.refuses(url)

    def rules(self, url: str) -> Rules:
        """The rules of an address's host."""
        return self._rules.get(_origin(url), Rules(self._agent))

    async def ensure(self, url: str) -> Rules:
        """Ask the host for its robots.txt unless that was done."""
        origin = _origin(url)
        if origin not in self._rules and origin not in self._asking:
            self._asking.add(origin)
            answer = await self._ask(Entry(url=f"{origin}/robots.txt"))
            self._rules[origin] = read_rules(answer.status, answer.body, self._agent)
        return self.rules(url)


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
