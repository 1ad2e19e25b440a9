"""A site whose pages change between crawls."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256

from tests.sites.server import Asked, Reply, missing, page


@dataclass
class ChangingPages:
    """A site whose pages can be changed between crawls; with validators or without."""

    texts: dict[str, str]
    validators: bool = True
    status: int = 0
    clock: int = 0
    conditional: int = 0
    gone: set[str] = field(default_factory=set)

    def __call__(self, asked: Asked) -> Reply:
        if self.status:
            return Reply("<title>Out of order</title><p>Please come back.</p>", self.status)
        if asked.path in ("/robots.txt", "/sitemap.xml") or asked.path in self.gone:
            return missing()
        if asked.path == "/":
            return self._reply(asked, page("Home", *sorted(self.texts)))
        return (
            self._reply(asked, page(asked.path, text=self.texts[asked.path])) if asked.path in self.texts else missing()
        )

    def _reply(self, asked: Asked, reply: Reply) -> Reply:
        body = str(reply.body).replace("</body>", f"<footer>{self.clock} o'clock</footer></body>")
        etag = f'"{sha256(body.encode()).hexdigest()[:12]}"'
        self.conditional += "if-none-match" in asked.headers
        if self.validators and asked.headers.get("if-none-match") == etag:
            return Reply(status=304, headers=(("ETag", etag),))
        return Reply(body, headers=(("ETag", etag),) if self.validators else ())


def many(count: int = 10) -> dict[str, str]:
    return {f"/p{n}": f"Page number {n} speaks of {'abcdefghijklmnop'[n % 16]}{n}." for n in range(count)}
