from __future__ import annotations

from pathlib import Path

import pytest

from app.homes import check_home
from app.localdb import server_status
from app.state import read_state
from core.errors import SettingsError
from core.settings import load_settings


@pytest.mark.parametrize("look", [read_state, server_status])
@pytest.mark.parametrize("below", ["", "deeper/still"])
def test_a_home_that_is_a_file_or_below_one_is_said_at_once(tmp_path: Path, below: str, look: object):
    taken = tmp_path / "taken"
    taken.write_text("not a folder")
    settings = load_settings(home=taken / below)
    with pytest.raises(SettingsError, match="file, not a folder") as caught:
        look(settings)  # type: ignore[operator]
    assert "SITEQUEST_HOME" in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_home_where_nothing_can_be_made_is_said_too():
    with pytest.raises(SettingsError, match="cannot be made in /proc"):
        check_home(load_settings(home=Path("/proc/nothing/here")))


def test_a_home_that_cannot_be_written_is_said_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(SettingsError, match="cannot be written"):
        check_home(load_settings(home=tmp_path))


def test_a_home_that_can_be_made_is_left_alone(tmp_path: Path):
    check_home(load_settings(home=tmp_path / "new" / "home"))
    assert not (tmp_path / "new").exists()
