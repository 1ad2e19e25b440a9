"""The prospectus is made by a script, and the committed file is what the script makes."""

from __future__ import annotations

from pathlib import Path

from pypdf import PdfReader

from demo.make_prospectus import TARGET, write_prospectus


def _pages(file: Path) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(file).pages]


def test_the_script_writes_the_words_of_the_committed_file(tmp_path: Path):
    write_prospectus(tmp_path / "made.pdf")
    assert _pages(tmp_path / "made.pdf") == _pages(TARGET)


def test_the_same_input_gives_the_same_bytes(tmp_path: Path):
    for name in ("one.pdf", "other.pdf"):
        write_prospectus(tmp_path / name)
    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "other.pdf").read_bytes()


def test_each_fact_stands_on_its_page():
    first, second, third = _pages(TARGET)
    assert "September 2027" in first
    assert "14 metres high" in second
    assert "Linhai Polytechnic 8 Chinese" in third


def test_the_file_is_small_enough_to_be_committed():
    assert TARGET.stat().st_size < 20_000
