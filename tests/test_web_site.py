from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from core.settings import Settings
from tests.web_samples import ROOT, SCRIPT, SITE, Watch, Web, open_page, serve_web

pytestmark = pytest.mark.browser


def open_site(watch: Watch) -> Page:
    watch.page.goto(f"{watch.origin}/site?site={SITE}")
    expect(panel(watch.page, "Usage")).to_contain_text("Questions")
    return watch.page


def panel(page: Page, title: str) -> Locator:
    return page.locator("section.panel", has=page.get_by_role("heading", name=title, exact=True))


def test_the_report_counts_endings_and_names_broken_links_with_where_they_stand(watch: Watch):
    report = panel(open_site(watch), f"How the pages of {SITE} ended")
    expect(report.locator("tr", has_text="good")).to_contain_text("7")
    report.locator("summary", has_text="Broken links: 1").click()
    expect(report.get_by_role("link", name=ROOT + "old.html")).to_be_visible()
    expect(report).to_contain_text(f"linked from {ROOT}")


def test_freshness_sorts_pages_by_age(watch: Watch):
    fresh = panel(open_site(watch), "Freshness")
    expect(fresh.locator("tr")).to_have_count(5)
    assert sum(int(text) for text in fresh.locator("td.number").all_inner_texts()) == 7


def test_what_changed_depends_on_the_day_chosen(watch: Watch):
    changes = panel(open_site(watch), "What changed")
    changes.get_by_label("Since").fill("2026-02-01")
    expect(changes.locator("tbody tr")).to_have_count(8)
    changes.get_by_label("Since").fill("2030-01-01")
    expect(changes).to_contain_text("Nothing changed since then.")


def test_pages_that_contradict_each_other_stand_side_by_side_with_their_links(watch: Watch):
    conflicts = panel(open_site(watch), "Pages that contradict each other")
    expect(conflicts).to_contain_text("units")
    expect(conflicts).to_contain_text("4 units")
    assert conflicts.locator("li li a").count() == 2


def test_a_merge_that_cannot_be_says_why_and_leaves_the_button(watch: Watch):
    page = open_site(watch)
    review = panel(page, "Entities to review")
    expect(review).to_contain_text("college:course:zeta 1@2")
    button = review.get_by_role("button", name="They are one: college:course:zeta 1, college:course:zeta 1@2")
    with page.expect_response("**/merge") as caught:
        button.click()
    said = review.locator("[role=status]").filter(has_text=".")
    expect(said.first).to_be_visible()
    assert caught.value.status in (200, 422)
    watch.complaints.clear()


def test_feedback_is_listed_with_its_comment_and_its_question_can_be_asked_again(watch: Watch, web: Web):
    web.journal.add_feedback(
        site=SITE, question="When does it open?", answer="At 9.", helpful=False, comment="Not in summer.", mode="A"
    )
    feedback = panel(open_site(watch), "Feedback")
    expect(feedback).to_contain_text("Not in summer.")
    expect(feedback).to_contain_text("Did not help")
    feedback.get_by_role("link", name="When does it open?").first.click()
    expect(watch.page.locator("article.turn h2")).to_have_text("When does it open?")


def test_usage_says_how_many_questions_were_answered_and_how_fast(watch: Watch, web: Web):
    web.journal.add_asked(
        site=SITE, question="q", mode="A", answered=True, ms=120.0, prompt_tokens=0, completion_tokens=0
    )
    usage = panel(open_site(watch), "Usage")
    expect(usage).to_contain_text("Median")
    expect(usage).to_contain_text("ms")


def test_a_crawl_is_started_followed_live_and_ended(watch: Watch, web: Web):
    page = open_site(watch)
    page.get_by_label("Address").fill("https://new.example/")
    page.get_by_label("Name", exact=True).fill("new")
    page.get_by_label("Pages at most").fill("40")
    page.get_by_label("Fetch every page again").check()
    page.get_by_role("button", name="Start").click()
    crawls = panel(page, "Crawls")
    expect(crawls).to_contain_text("1 of 4 pages fetched, 3 waiting")
    crawl = next(iter(web.crawls.states.values()))
    assert crawl["asked"] == {"url": "https://new.example/", "site": "new", "pages": 40, "full": True}
    assert web.loop is not None
    counts = {"fetched": 3, "known": 4, "pending": 1}
    web.loop.call_soon_threadsafe(lambda: web.crawls.change(crawl["id"], crawl=counts))
    expect(crawls).to_contain_text("3 of 4 pages fetched")
    assert crawls.locator("progress").get_attribute("value") == "3"
    crawls.get_by_role("button", name="Cancel").click()
    expect(crawls).to_contain_text("cancelled")
    expect(crawls.locator("progress")).to_be_hidden()


def test_without_the_key_only_the_form_for_it_is_shown(browser: Browser, web_settings: Settings):
    with serve_web(web_settings, key="open sesame") as locked, open_page(browser, locked.url) as watch:
        page = watch.page
        page.goto(f"{locked.url}/site")
        page.get_by_label("Operator's key").fill("wrong")
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_label("Operator's key")).to_have_value("")
        page.get_by_label("Operator's key").fill("open sesame")
        page.get_by_role("button", name="Start").click()
        expect(panel(page, "Usage")).to_contain_text("Questions")
        assert "sesame" not in page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
        assert watch.outside == []


def test_no_text_of_the_web_becomes_an_element_here(watch: Watch):
    page = open_site(watch)
    for summary in page.locator("summary").all():
        summary.click()
    expect(page.locator("main")).to_contain_text(SCRIPT)
    assert page.locator("main script, main img").count() == 0
    assert page.evaluate("window.broken") is None
