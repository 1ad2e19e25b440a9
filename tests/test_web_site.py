from __future__ import annotations

import json

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
    body = json.dumps({"detail": "The graph is being imported.", "status": 409})
    page.route("**/merge", lambda route: route.fulfill(status=409, body=body))
    button = review.get_by_role("button", name="They are one: college:course:zeta 1, college:course:zeta 1@2")
    button.click()
    expect(review).to_contain_text("The graph is being imported.")
    expect(button).to_be_enabled()
    watch.complaints.clear()


def test_no_id_of_a_program_stands_among_what_is_to_review(watch: Watch):
    page = open_site(watch)
    review = panel(page, "Entities to review")
    expect(review).to_contain_text("no page of its own")
    assert "college:course" not in review.inner_text()
    assert review.get_by_title("college:course:zeta 1@2").count() == 1


def test_a_mode_is_called_by_its_name(watch: Watch, web: Web):
    for mode in ("none", "C"):
        web.journal.add_asked(
            site=SITE, question=mode, mode=mode, answered=False, ms=1.0, prompt_tokens=0, completion_tokens=0
        )
    usage = panel(open_site(watch), "Usage")
    expect(usage).to_contain_text("no answer 1")
    expect(usage).to_contain_text("Relations (C) 1")


def test_a_part_of_a_merged_entity_is_named_as_its_page_names_it(watch: Watch):
    parts = [["college:person:robin lee@12ab.cd34", "the same name"]]
    item = {"id": "college:person:lee", "name": "Lee", "type": "person", "parts": parts}
    watch.page.route("**/merged", lambda route: route.fulfill(json={"items": [item], "next": None}))
    merged = panel(open_site(watch), "Merged into one")
    expect(merged).to_contain_text("“robin lee”")
    assert "@12ab" not in merged.inner_text()


def test_two_that_are_said_to_be_two_are_not_proposed_again(watch: Watch):
    page = open_site(watch)
    review = panel(page, "Entities to review")
    two = review.get_by_role("button", name="They are two: college:course:zeta 1, college:course:zeta 1@2")
    with page.expect_response("**/merged"):
        two.click()
    expect(two).to_have_count(0)
    open_site(watch)
    expect(panel(page, "Merged into one")).not_to_contain_text("Loading")
    expect(review).not_to_contain_text("Loading")
    assert two.count() == 0


def test_a_decision_brings_what_is_shown_of_entities_up_to_date(watch: Watch):
    page = open_site(watch)
    kept = {"id": "college:course:a", "name": "A", "mentions": 1, "facts": 1, "aliases": []}
    other = {**kept, "id": "college:course:b", "aliases": ["Ay"]}
    group = {"name": "a", "type": "course", "entities": [kept, other], "pairs": [[kept["id"], other["id"]]]}
    answers = [[group], []]
    page.route("**/review", lambda route: route.fulfill(json={"items": answers.pop(0), "next": None}))
    page.route("**/merge", lambda route: route.fulfill(json={"id": kept["id"]}))
    page.reload()
    review = panel(page, "Entities to review")
    expect(review).to_contain_text("also Ay")
    with page.expect_response("**/merged"), page.expect_response("**/conflicts"):
        review.get_by_role("button", name="They are one: college:course:a, college:course:b").click()
    expect(review).to_contain_text("No two entities share a name")


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
