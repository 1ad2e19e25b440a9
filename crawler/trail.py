"""Who found the addresses that wait, so that parts can be told whose pages nobody but the page before leads to.

Pages that people made lead to each other: much of what one of them names waits already, since another named it too. A
machine that makes pages without end gives each address once.
"""

from __future__ import annotations

REMEMBERED = 4096


class Trail:
    """The last addresses that were found and not read yet, each with the page that found it first."""

    def __init__(self) -> None:
        self._finders: dict[str, str] = {}

    def note(self, url: str, finder: str) -> None:
        """An address was found."""
        self._finders[url] = finder
        if len(self._finders) > REMEMBERED:
            del self._finders[next(iter(self._finders))]

    def is_shared(self, url: str, referrer: str) -> bool:
        """Whether an address to which a page leads waits since another page found it."""
        finder = self._finders.get(url, "")
        return finder not in ("", referrer)

    def take(self, url: str) -> str:
        """Who found an address that is read now; an empty string when that is not known."""
        return self._finders.pop(url, "")
