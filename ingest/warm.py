"""What every process that reads pages needs, loaded when this module is imported.

Only the fork server imports it (`set_forkserver_preload` takes modules, not functions): its children then begin with
everything in memory, where each spent 1.5 s of processor time before its first page.
"""

from __future__ import annotations

import os


def load_all() -> None:
    """The readers of pages and their models. numpy gets no threads of its own in a process that forks."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    import ingest.pages  # noqa: F401
    from ingest.html.languages import load_identifier
    from ingest.html.main_content import load_forest

    load_identifier()
    load_forest()


load_all()
