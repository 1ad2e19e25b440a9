"""Every error that SiteQuest raises on purpose.

    SiteQuestError
    ├── SettingsError            a setting, file or argument is wrong
    ├── StateDamaged             the state file of crawler and queue cannot be read or written
    ├── DownloadError            a pinned file could not be fetched or is not what was expected
    ├── ModelError
    │   ├── ModelMissing         weights are not here and could not be fetched
    │   └── LLMError             the language model server failed or answered nonsense
    ├── DatabaseError
    │   ├── DatabaseUnreachable  nothing answers at the address
    │   ├── DatabaseRefused      wrong password, or too old a server
    │   ├── ServerStartError     our own local server did not start
    │   └── VectorMismatch       the graph's vectors come from another model or size
    ├── CrawlError
    │   ├── AddressRefused       private, loopback, or not http(s)
    │   └── DeletionsRefused     too many pages would go at once (exit code 3)
    ├── IngestError              a page or a graph file cannot be taken in
    └── AskError
        ├── QuestionRefused      empty, too long, or only punctuation (422)
        ├── SiteUnknown          no such site in this graph (404)
        └── GraphEmpty           nothing has been ingested yet (409)

Each carries one sentence for a person (what, where, what to do), an exit code for the shell and a status for HTTP.
"""

from __future__ import annotations


class SiteQuestError(Exception):
    """Base of all errors shown to a person: `str(error)` is one clear sentence.

    `field` is what the caller left out or gave wrongly; each door names it as its callers know it (see `sentence`).
    """

    exit_code = 1
    http_status = 500
    field = ""

    def __init__(self, *words: object, field: str = "") -> None:
        super().__init__(*words)
        if field:
            self.field = field

    def sentence(self, form: str) -> str:
        """The sentence with the field in it; `form` has `{}` for the name, as in "with --{}"."""
        if not self.field:
            return str(self)
        return f"{str(self).rstrip('.')}, {form.format(self.field)}."


class SettingsError(SiteQuestError):
    """A setting, file or argument is wrong."""

    exit_code = 2
    http_status = 400


class StateDamaged(SiteQuestError):
    """The state file is damaged, or its disk is full."""

    http_status = 503


class DownloadError(SiteQuestError):
    """A pinned file could not be fetched, or what came is not what was expected."""

    http_status = 503


class ModelError(SiteQuestError):
    """A model cannot be used."""

    http_status = 503


class ModelMissing(ModelError):
    """Weights are not on this machine and could not be fetched."""


class LLMError(ModelError):
    """The language model server failed, timed out, or answered nonsense."""


class DatabaseError(SiteQuestError):
    """The graph database cannot be used."""

    http_status = 503


class DatabaseUnreachable(DatabaseError):
    """Nothing answers at the database's address."""


class DatabaseRefused(DatabaseError):
    """The database answers but refuses: wrong password, or a version that is too old."""


class ServerStartError(DatabaseError):
    """The local Neo4j server did not start."""


class VectorMismatch(DatabaseError):
    """The graph's vectors come from another model or have another size."""

    http_status = 409


class CrawlError(SiteQuestError):
    """A crawl cannot be started or finished."""

    http_status = 400


class AddressRefused(CrawlError):
    """The address is private, loopback, or not http(s)."""


class DeletionsRefused(CrawlError):
    """Too many pages would be retired at once; nothing was removed."""

    exit_code = 3
    http_status = 409


class IngestError(SiteQuestError):
    """A page or a graph file cannot be taken in."""

    http_status = 422


class AskError(SiteQuestError):
    """A question cannot be asked."""

    http_status = 422


class QuestionRefused(AskError):
    """The question is empty, too long, or holds no word."""


class SiteUnknown(AskError):
    """No such site in this graph."""

    http_status = 404


class GraphEmpty(AskError):
    """Nothing has been ingested yet."""

    http_status = 409
