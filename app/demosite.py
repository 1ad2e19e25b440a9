"""The demo site as a process that stays: `python -m app.demosite`, started by `sitequest demo`."""

from __future__ import annotations

import contextlib

from app.daemons import demo_site_daemon
from app.stopping import end_on_term
from core.settings import load_settings

PORT = 8750


def main() -> None:
    """Serve until stopped, on the port it had before or a free one."""
    from demo.server import make_server

    daemon = demo_site_daemon(load_settings())
    try:
        server = make_server(_remembered_port(daemon.home))
    except OSError:
        server = make_server(0)
    (daemon.home / "demo-site.port").write_text(str(server.server_port), encoding="ascii")
    daemon.register(f"http://127.0.0.1:{server.server_port}/")
    end_on_term()
    with contextlib.suppress(KeyboardInterrupt):
        server.serve_forever()
    server.server_close()
    daemon.unregister()


def _remembered_port(home: object) -> int:
    from pathlib import Path

    try:
        return int((Path(str(home)) / "demo-site.port").read_text(encoding="ascii"))
    except (OSError, ValueError):
        return PORT


if __name__ == "__main__":
    main()
