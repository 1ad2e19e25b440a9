"""The ledger: one row an address, whatever its spelling."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.ledger import Ledger
from core.state import State, as_state

HOME = "http://example.org"


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "state.sqlite")


def test_a_row_is_found_under_any_spelling(ledger: Ledger):
    ledger.update("campus", f"{HOME}/a/", status="ok", title="A")
    row = ledger.get("campus", "https://www.example.org/a/index.html")
    assert row is not None
    assert (row.url, row.title) == (f"{HOME}/a/", "A")
    assert ledger.get("other", f"{HOME}/a/") is None


def test_updates_keep_what_they_do_not_name(ledger: Ledger):
    ledger.update("campus", f"{HOME}/a", status="ok", words=7)
    ledger.update("campus", f"{HOME}/a", ingest_status="written")
    row = ledger.get("campus", f"{HOME}/a")
    assert row is not None
    assert (row.status, row.words, row.ingest_status) == ("ok", 7, "written")


def test_an_unknown_field_is_refused(ledger: Ledger):
    with pytest.raises(TypeError, match="no field colour"):
        ledger.update("campus", f"{HOME}/a", colour="red")


def test_rows_and_counts_are_by_site_and_status(ledger: Ledger):
    for name, status in (("b", "ok"), ("a", "ok"), ("c", "gone")):
        ledger.update("campus", f"{HOME}/{name}", status=status)
    ledger.update("other", f"{HOME}/z", status="ok")
    assert [row.url for row in ledger.rows("campus", "ok")] == [f"{HOME}/a", f"{HOME}/b"]
    assert ledger.counts("campus") == {"gone": 1, "ok": 2}
    assert ledger.sites() == ["campus", "other"]


def test_redirects_duplicates_and_spellings_lead_to_the_page(ledger: Ledger):
    ledger.update("campus", f"{HOME}/old", status="redirect", target=f"{HOME}/older")
    ledger.update("campus", f"{HOME}/older", status="redirect", target=f"{HOME}/page/")
    ledger.update("campus", f"{HOME}/copy", status="duplicate", target=f"{HOME}/page")
    ledger.update("campus", f"{HOME}/page/", status="ok")
    ledger.add_alias("campus", f"{HOME}/page/index.html", f"{HOME}/page/")
    assert ledger.resolve("campus", f"{HOME}/old") == f"{HOME}/page/"
    assert ledger.resolve("campus", f"{HOME}/page") == f"{HOME}/page/"
    assert ledger.resolve("campus", f"{HOME}/elsewhere") == f"{HOME}/elsewhere"
    assert ledger.aliases("campus") == {
        f"{HOME}/{name}": f"{HOME}/page/" for name in ("old", "older", "copy", "page/index.html")
    }
    assert f"{HOME}/page/index.html" in ledger.aliases_of("campus", f"{HOME}/page/")


def test_a_loop_of_redirects_is_no_alias(ledger: Ledger):
    ledger.update("campus", f"{HOME}/a", status="redirect", target=f"{HOME}/b")
    ledger.update("campus", f"{HOME}/b", status="redirect", target=f"{HOME}/a")
    assert ledger.aliases("campus") == {}
    assert ledger.resolve("campus", f"{HOME}/a") == f"{HOME}/a"


def test_a_forgotten_address_leaves_only_its_key(ledger: Ledger):
    ledger.update("campus", f"{HOME}/person", status="ok", title="A person")
    ledger.forget("campus", f"{HOME}/person/", "2026-01-01T00:00:00Z")
    assert ledger.get("campus", f"{HOME}/person") is None
    assert list(ledger.forgotten("campus")) == ["example.org/person"]
    ledger.delete_site("campus")
    assert ledger.forgotten("campus")
    assert ledger.remember("campus", f"{HOME}/person")
    assert ledger.forgotten("campus") == {}


def test_notes_are_kept_by_site(ledger: Ledger):
    ledger.note("campus", "run", "running")
    ledger.note("campus", "run", "finished")
    assert ledger.noted("campus", "run") == "finished"
    assert ledger.noted("other", "run") == ""


def test_a_failed_transaction_leaves_nothing(tmp_path: Path):
    state = State(tmp_path / "state.sqlite")
    ledger = Ledger(state)

    def write() -> None:
        with state.transaction():
            ledger.update("campus", f"{HOME}/a", status="ok")
            raise ValueError("power cut")

    with pytest.raises(ValueError, match="power cut"):
        write()
    assert ledger.get("campus", f"{HOME}/a") is None


def test_a_folder_means_the_file_of_the_usual_name(tmp_path: Path):
    assert as_state(tmp_path).path.name == "state.sqlite"
