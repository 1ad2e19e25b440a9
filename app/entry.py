"""The first thing that runs: an interrupt while the program is still being loaded ends it quietly too."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Entry point of the `sitequest` command."""
    try:
        from app.main import main as run
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
