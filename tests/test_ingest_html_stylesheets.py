"""What a page's own style sheets hide goes; what a script or a reader can bring back stays."""

from __future__ import annotations

import time

import pytest

from ingest.html import parse

BODY = (
    "<h1>Harbour office</h1><p>The office opens at eight and closes at five, Monday to Friday, all year round.</p>"
    "{inner}<p>Berths are given out by the harbour master against a fee of nine crowns a night for each boat.</p>"
)


def texts(style: str, inner: str, attributes: str = "") -> list[str]:
    head = f"<html><head><style{attributes}>{style}</style></head>"
    page = f"{head}<body><main>{BODY.format(inner=inner)}</main></body></html>"
    return [segment.text for segment in parse(page.encode(), "http://site.example/").segments if segment.visible]


@pytest.mark.parametrize(
    "style",
    [
        ".bait{display:none}",
        ".bait { DISPLAY : none !important; color: red }",
        "#trap{display:none}",
        "a{color:red}.other,.bait{visibility:hidden}",
        "/* .bait{display:block} */.bait{display:none}",
        "@media print{.bait{display:block}}#trap{display:none}",
        ".bait{display:none;height:0}",
        ".baits{display:block}.bait{display:none}",
    ],
)
def test_what_a_rule_hides_at_all_times_is_no_content(style: str):
    assert "Win a boat" not in texts(style, '<div class="bait x" id=trap>Win a boat</div>')


@pytest.mark.parametrize(
    "style",
    [
        ".bait{display:none}.bait.open{display:block}",
        ".bait{display:none}.menu-open .bait{display:flex}",
        "@media (max-width:600px){.bait{display:none}}",
        ".shown .bait{display:none}",
        "div.bait:hover{display:none}",
        ".bait{text-decoration:none}",
        ".bait{overflow:hidden}",
        "@media screen{a{color:red}.bait{display:none}}",
        ".bait{display:none",
        ".bait{visibility:hidden}.ready .bait{visibility:visible}",
        ".bait{visibility:hidden;transition:opacity 1s}.in .bait{opacity:1}",
    ],
)
def test_what_a_rule_may_show_again_stays(style: str):
    expected = style != ".bait{display:none"
    assert ("Win a boat" in texts(style, '<div class="bait x" id=trap>Win a boat</div>')) is expected


@pytest.mark.parametrize("attributes", [" media=print", ' media="speech"'])
def test_a_sheet_for_paper_hides_nothing(attributes: str):
    assert "Win a boat" in texts(".bait{display:none}", "<p class=bait>Win a boat</p>", attributes)


def test_a_sheet_for_readers_without_scripts_hides_nothing():
    inner = "<noscript><style>.bait{display:none}</style></noscript><p class=bait>Win a boat</p>"
    assert "Win a boat" in texts("", inner)


def test_an_own_style_wins_over_the_sheet():
    assert "Win a boat" in texts(".bait{display:none}", '<p class=bait style="display:block">Win a boat</p>')


@pytest.mark.parametrize(
    "inner",
    [
        "<button aria-controls=trap>Prizes</button><div class=bait id=trap><p>Win a boat</p></div>",
        "<div class='bait accordion-body'><p>Win a boat</p></div>",
        "<div class=bait role=tabpanel><p>Win a boat</p></div>",
        "<div class=slide><p>Buy a boat</p></div><div class='slide bait'><p>Win a boat</p></div>",
    ],
)
def test_collapsed_content_stays_though_a_rule_hides_it(inner: str):
    assert "Win a boat" in texts(".bait{display:none}", inner)


def test_a_page_that_hides_nearly_all_of_itself_until_a_script_runs_is_read_whole():
    long = " ".join(f"Paragraph {number} tells more of the harbour and its boats." for number in range(40))
    assert any("Paragraph 39" in text for text in texts(".late{display:none}", f"<div class=late><p>{long}</p></div>"))


def test_rules_of_any_size_take_little_time():
    style = "".join(f".a{number}{{display:none}}.a{number} .b{{color:red}}" for number in range(8000))
    started = time.process_time()
    texts(style, "<p class=a7>Win a boat</p>")
    assert time.process_time() - started < 2


@pytest.mark.parametrize(
    "style", ["}{{{.x{display:none", "{" * 5000 + "display:none", ".x{display:none}" * 9, "display:none"]
)
def test_broken_rules_give_a_page(style: str):
    assert any("Berths" in text for text in texts(style, "<p>more</p>"))


def test_a_control_is_found_however_its_attribute_is_spelt():
    page = parse(
        b"<main><h1>Fees</h1><button Aria-Controls=fees>Who pays what</button>"
        b"<div id=fees hidden><p>Guests pay nine crowns for each night in the harbour.</p></div></main>",
        "http://site.example/",
    )
    assert [(s.text, s.heading_path) for s in page.segments if "nine" in s.text] == [
        ("Guests pay nine crowns for each night in the harbour.", ("Fees", "Who pays what"))
    ]
