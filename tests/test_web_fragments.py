"""Links that open a page at the cited words: Chromium itself marks them, and the colour of the mark is looked for."""

from __future__ import annotations

import io
import json

import pytest
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect

from tests.test_web_embed import host_page
from tests.web_samples import open_page

pytestmark = pytest.mark.browser
PAGE = """
<style>::target-text { background: rgb(255, 0, 255); color: rgb(255, 0, 255) } .far { height: 3000px }
td, dd, li, p { background: white }</style>
<p>Bachelor</p><p>Telephone</p><p>Room 7</p><p>Free of charge</p><div class="far"></div>
<table id="fees"><tr><th>Level</th><th>Home</th><th>Abroad</th></tr>
<tr id="bachelor"><td>Bachelor</td><td>€1,200</td><td>€7,400</td></tr>
<tr id="master"><td>Master, part-time</td><td>€1,200</td><td>none</td></tr></table>
<dl><dt id="mail">E-mail</dt><dd>kim-lo@college.example</dd>
<dt id="phone">Telephone</dt><dd id="number">555 01-02</dd></dl>
<ul><li id="one">Fill in the <b>form</b></li><li id="two">Bring it to Room 7</li></ul>
<p id="prose">Whoever moves to another course before the second week of a term pays nothing,
as long as the form is signed by both of the offices that are concerned.</p>
<p id="chinese">图书馆周末开放，读者凭证入内。</p><p id="pre">First line<br>Second line</p><div class="far"></div>
"""
SENTENCE = """Whoever moves to another course before the second week of a term pays nothing, as long as the form is \
signed by both of the offices that are concerned."""
CASES = {
    "a row of a table": ("Bachelor | €1,200 | €7,400", ["#bachelor"]),
    "a row that begins like another place": ("Master, part-time | €1,200 | none", ["#master"]),
    "a definition": ("E-mail\nkim-lo@college.example", ["#mail"]),
    "a term that stands alone elsewhere": ("Telephone\n555 01-02", ["#phone", "#number"]),
    "items of a list": ("- Fill in the form\n- Bring it to Room 7", ["#one", "#two"]),
    "a numbered list": ("1. Fill in the form\n2. Bring it to Room 7", ["#one", "#two"]),
    "a long sentence": (SENTENCE, ["#prose"]),
    "a Chinese sentence": ("图书馆周末开放，读者凭证入内。", ["#chinese"]),
    "lines with a break": ("First line\nSecond line", ["#pre"]),
}
PLACE = """async ([url, quote]) => (await import("/web/markup.js")).placeOf({ url, quote, anchor: null })"""


def place_of(page: Page, light: str, url: str, quote: str) -> str:
    page.goto(f"{light}/docs")
    return str(page.evaluate(PLACE, [url, quote]))


def is_marked(place: Locator) -> bool:
    picture = Image.open(io.BytesIO(place.screenshot())).convert("RGB")
    return any(colour == (255, 0, 255) for _, colour in picture.getcolors(1 << 24) or [])


@pytest.mark.parametrize("name", CASES)
def test_the_cited_words_are_marked_and_in_sight(browser: Browser, light: str, name: str):
    quote, places = CASES[name]
    with host_page("", PAGE) as url, open_page(browser, light) as watched:
        address = place_of(watched.page, light, url, quote)
        watched.page.goto(address)
        for place in places:
            expect(watched.page.locator(place)).to_be_in_viewport()
            assert is_marked(watched.page.locator(place)), address
        watched.page.evaluate("scrollTo(0, 0)")
        for text in ("Bachelor", "Telephone", "Room 7"):
            assert not is_marked(watched.page.locator("p", has_text=text).first), address


def fragments(page: Page, quote: str) -> list[str]:
    script = f"async () => (await import('/web/markup.js')).fragments({json.dumps(quote)})"
    return list(page.evaluate(script))


def test_no_fragment_holds_what_only_joins_the_parts_of_a_quote(browser: Browser, light: str):
    with open_page(browser, light) as watched:
        watched.page.goto(f"{light}/docs")
        found = fragments(watched.page, "| Alpha | Beta, and more | – |\n\n• Gamma-delta")
        assert found == [
            "Alpha,-Beta%2C%20and%20more",
            "Alpha-,Beta%2C%20and%20more",
            "Beta%2C%20and%20more-,Gamma%2Ddelta",
        ]
        assert fragments(watched.page, "Costs 4 | 5 of them") == [
            "Costs%204,-5%20of%20them",
            "Costs%204-,5%20of%20them",
        ]
        assert fragments(watched.page, "a|b") == ["a%7Cb"]


def test_an_address_holds_no_more_than_a_few_parts_of_a_long_table(browser: Browser, light: str):
    with open_page(browser, light) as watched:
        watched.page.goto(f"{light}/docs")
        assert len(fragments(watched.page, " | ".join(f"cell {n}" for n in range(60)))) == 8


def test_a_quote_without_any_word_still_opens_its_page(browser: Browser, light: str):
    with open_page(browser, light) as watched:
        assert place_of(watched.page, light, "https://x.example/a", " | – | ") == "https://x.example/a#"
