"""Who links to whom on a site, as the ledger remembers it."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable

from core.ledger import Ledger
from core.urls import page_key
from crawler.books import key_hash


class LinkGraph:
    """Links between the addresses of one site, by hashes of their keys; read once."""

    def __init__(self, ledger: Ledger, site: str) -> None:
        rows = ledger.state.rows("SELECT key, url, target FROM ledger WHERE site = ?", site)
        self._urls = {key_hash(str(key)): str(url) for key, url, _ in rows}
        self._leads_to = {key_hash(str(key)): key_hash(page_key(str(target))) for key, _, target in rows if target}
        self._out: dict[int, array[int]] = {}
        for key, blob in ledger.state.rows("SELECT key, targets FROM outlink WHERE site = ?", site):
            targets = array("Q")
            targets.frombytes(blob)
            self._out[key_hash(str(key))] = targets

    def referrers(self, urls: Iterable[str]) -> dict[str, list[str]]:
        """The pages on which links to some addresses stand, sorted."""
        wanted = {key_hash(page_key(url)): url for url in urls}
        found: dict[str, list[str]] = defaultdict(list)
        for source, targets in self._out.items():
            for target in targets:
                if target in wanted and target != source and source in self._urls:
                    found[wanted[target]].append(self._urls[source])
        return {url: sorted(sources) for url, sources in found.items()}

    def knows(self, url: str) -> bool:
        """Whether the links of a page are known as they were when it was last read."""
        return key_hash(page_key(url)) in self._out

    def orphans(self, urls: Iterable[str], starts: Iterable[str] = ()) -> list[str]:
        """The addresses that no other page links to, neither by themselves nor by a redirect or a copy.

        Those at which a crawl starts, and where they lead by a redirect, need no link.
        """
        linked = {target for source, targets in self._out.items() for target in targets if target != source}
        linked.update(key_hash(page_key(url)) for url in starts)
        waiting = [mark for mark in linked if mark in self._leads_to]
        while waiting:
            end = self._leads_to[waiting.pop()]
            if end not in linked:
                linked.add(end)
                waiting += [end] if end in self._leads_to else []
        return sorted(url for url in urls if key_hash(page_key(url)) not in linked)
