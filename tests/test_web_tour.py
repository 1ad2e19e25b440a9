from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web_samples import SITE, Watch

pytestmark = pytest.mark.browser


def test_the_tour_leads_from_a_cited_answer_over_its_trace_and_two_modes_to_the_graph(watch: Watch):
    page = watch.page
    page.goto(f"{watch.origin}/tour")
    card = page.get_by_role("region", name="Tour")
    expect(card).to_contain_text("Step 1 of 4")
    expect(page.locator("article.turn button.cite").first).to_be_visible()
    page.locator("article.turn button.cite").first.click()
    expect(page.locator("aside mark").first).to_be_visible()
    card.get_by_role("button", name="Next").click()
    expect(page.locator("details.trace")).to_have_attribute("open", "")
    card.get_by_role("button", name="Next").click()
    expect(page.locator("section.column")).to_have_count(2)
    card.get_by_role("button", name="Back").click()
    expect(page.locator("article.turn button.cite").first).to_be_visible()
    card.get_by_role("button", name="Next").click()
    card.get_by_role("button", name="Next").click()
    expect(page.locator("#graph-view")).to_have_value("evidence")
    expect(page.locator(".graph-foot [role=status]")).to_contain_text("edges")
    page.get_by_role("link", name="Ask a question of your own").click()
    expect(page.locator("#question")).to_be_visible()


def test_escape_ends_the_tour(watch: Watch):
    page = watch.page
    page.goto(f"{watch.origin}/tour")
    page.get_by_role("button", name="Next").click()
    page.keyboard.press("Escape")
    expect(page).to_have_url(f"{watch.origin}/")


def test_every_suggestion_is_answered_from_this_graph(watch: Watch):
    page = watch.page
    page.goto(watch.origin)
    questions = page.locator("ul.chips button")
    expect(questions.first).to_be_visible()
    for text in questions.all_inner_texts()[:3]:
        answer = page.request.post(f"{watch.origin}/v1/ask", data={"question": text, "site": SITE}).json()
        assert answer["answered"], text
