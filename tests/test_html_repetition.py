"""What stands on many pages of a site is kept once, if it is a fact, and nowhere, if it is not."""

from __future__ import annotations

from ingest.html import parse
from ingest.html.repetition import Occurrence, count_hashes, is_repeated, judge_repeated, text_hash

ADDRESS = "Harbour Street 5, 1234 Oldtown, phone 555 0199"


def occurrence(page: int, text: str) -> Occurrence:
    url = f"http://site.example/{'contact' if page == 3 else f'page{page}'}"
    return Occurrence(url, f"b{page}-{text_hash(text)[:6]}", text_hash(text), text, len(text.split()), 0.3)


def test_an_address_on_every_page_is_kept_once_on_the_contact_page():
    found = [occurrence(page, ADDRESS) for page in range(10)]
    verdict = judge_repeated(found, {text_hash(ADDRESS): 10}, 10)
    assert verdict.kept == (found[3].block,)
    assert set(verdict.repeated) == {item.block for item in found} - set(verdict.kept)


def test_a_slogan_on_every_page_goes_everywhere():
    found = [occurrence(page, "Your harbour, your home") for page in range(10)]
    verdict = judge_repeated(found, {text_hash("Your harbour, your home"): 10}, 10)
    assert len(verdict.boilerplate) == 10
    assert verdict.kept == ()


def test_a_text_on_few_pages_stays():
    found = [occurrence(page, ADDRESS) for page in range(3)]
    assert judge_repeated(found, {text_hash(ADDRESS): 3}, 100).repeated == ()
    assert not is_repeated(4, 100)


def test_a_year_in_small_print_makes_no_new_text():
    assert text_hash("© 2025 Harbour") == text_hash("©  2026 harbour")


def test_hashes_are_counted_once_a_page():
    pages = [
        parse(
            f"<main><p>Same text.</p><h2>x</h2><p>Same text.</p><h2>y</h2><p>Only {n}.</p></main>".encode(),
            "http://s.example/",
        ).blocks
        for n in range(5)
    ]
    counts = count_hashes(pages)
    assert counts[text_hash("Same text.")] == 5
    assert counts[text_hash("Only 3.")] == 1
