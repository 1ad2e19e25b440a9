from __future__ import annotations

import pytest

from app.console import print_facts, print_table
from app.localdb import how_to_browse

RUNNING = {
    "running": True,
    "uri": "bolt://127.0.0.1:33219",
    "user": "neo4j",
    "password_file": "/home/me/browse/password",
    "browser": "http://127.0.0.1:35859/browser/",
}


def test_a_running_read_only_server_is_told_with_all_that_a_login_needs():
    said = how_to_browse(RUNNING)
    for name in ("uri", "user", "password_file", "browser"):
        assert str(RUNNING[name]) in said
    assert "--stop" in said


@pytest.mark.parametrize(("stopped", "said"), [(True, "Stopped"), (False, "not running")])
def test_stopping_it_says_whether_there_was_one(stopped: bool, said: str):
    assert said in how_to_browse({"running": False, "stopped": stopped})


def test_facts_start_with_the_first_fact_and_tables_with_their_columns(capsys: pytest.CaptureFixture[str]):
    print_facts({"running": True, "uri": "bolt://x"})
    print_table(("site", "pages"), [("campus", 3)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["running", "True"]
    assert lines[2].split() == ["site", "pages"]
