"""The robots.txt rules of every host of a crawl, each asked once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable

from core.urls import at_origin, bare_host, host_of, origin_of, same_page
from crawler.answers import Answer, Entry
from crawler.robots import Rules, read_rules

Ask = Callable[[Entry], Awaitable[Answer]]


class RobotsBook:
    """`refusal` answers at once from what is known; `ensure` asks a host for its rules."""

    def __init__(
        self, ask: Ask, agent: str, ignored_hosts: Iterable[str] = (), seed_origin: Callable[[str], str] = str
    ) -> None:
        self._ask = ask
        self._agent = agent
        self._ignored = {bare_host(host) for host in ignored_hosts}
        self._rules: dict[str, Rules] = {}
        self._asking: set[str] = set()
        self._seed_origin = seed_origin
        self._silent: set[str] = set()

    def knows(self, url: str) -> bool:
        """Whether the rules of an address's host are here."""
        return origin_of(url) in self._rules or bare_host(host_of(url)) in self._ignored

    def refusal(self, url: str) -> str:
        """Why an address is refused, or an empty string, also while its host was not asked."""
        rules = self._rules.get(origin_of(url))
        if rules is None or bare_host(host_of(url)) in self._ignored:
            return ""
        return rules.refuses(url)

    def rules(self, url: str) -> Rules:
        """The rules of an address's host."""
        return self._rules.get(origin_of(url), Rules(self._agent))

    async def ensure(self, url: str) -> Rules:
        """Ask the host for its robots.txt unless that was done."""
        origin = origin_of(url)
        if origin not in self._rules and origin not in self._asking:
            self._asking.add(origin)
            answer = await self._ask(Entry(url=f"{origin}/robots.txt"))
            self._rules[origin] = self._read(origin, answer)
        return self.rules(url)

    def reachable(self, url: str) -> str:
        """The address to ask: at the seed's origin where its own (https, or without `www.`) does not answer at all."""
        origin = origin_of(url)
        return at_origin(url, self._seed_origin(url)) if origin in self._silent else url

    def _read(self, origin: str, answer: Answer) -> Rules:
        seed = self._seed_origin(origin)
        if answer.status == 0 and seed != origin and seed in self._rules and not self._rules[seed].closed:
            self._silent.add(origin)
            return self._rules[seed]
        moved_to = "" if same_page(answer.url, f"{origin}/robots.txt") else answer.url
        return read_rules(answer.status, answer.body, self._agent, moved_to)
