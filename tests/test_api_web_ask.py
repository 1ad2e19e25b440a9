"""The Ask page in a real Chromium, over a small retriever that can answer, refuse, disagree, stall and break off."""

from __future__ import annotations

import asyncio
import shutil
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
import uvicorn

from api.application import create_api
from api.journal import Journal
from api.services import Services
from core.records import Answer, Question, Route
from retrieval.events import Event
from tests.api_fakes import BLOCK, PAGE, TEXT, FakeGraph, FakeRetriever, make_answer

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.filterwarnings("ignore::ResourceWarning")]
BLOCK_ROW = {
    "block": {"id": BLOCK, "text": TEXT, "heading_path": ["Fees", "Terms"], "anchor": "terms"},
    "page": {"url": PAGE, "title": "Fees", "fetched_at": "2026-10-01T00:00:00+00:00", "modified": None},
    "parent": None,
    "entities": [{"name": "Bursar", "type": "person", "id": "uni:person:bursar"}],
}
AROUND = [{"id": "uni:b0", "text": "Fees are set each year.", "offset": -1, "heading_path": [], "anchor": None}]


class MoodyRetriever(FakeRetriever):
    """Does what the words of the question ask for."""

    def __init__(self) -> None:
        self.asked: list[Question] = []

    async def ask(self, question: Question) -> Answer:
        """The answer that the question's words call for."""
        answer = make_answer(question)
        if "absent" in question.text:
            silent = Route(mode="none", confidence=0.9, reason="evidence too weak")
            said = {"answer": "This site does not seem to say.", "answered": False, "route": silent}
            return answer.model_copy(update={**said, "citations": (), "sentences": ()})
        if "doubtful" in question.text:
            note = "This may not be what was asked: the pages do not say it clearly."
            return answer.model_copy(update={"sure": False, "confidence": 0.4, "notes": (note, "A note of its own.")})
        if "disagree" in question.text:
            return answer.model_copy(update={"notes": ("Pages disagree; the current one comes first.",)})
        if "list" in question.text:
            return answer.model_copy(update={"answer": "2 found:\n- Fees [1]\n- Terms [1]"})
        return answer

    async def stream(self, question: Question) -> AsyncIterator[Event]:
        """As events; may stall or break off on the way."""
        self.asked.append(question)
        answer = await self.ask(question)
        yield Event("route", answer.route.model_dump())
        if "broken" in question.text or "stall" in question.text:
            yield Event("sentence", {"text": "The fee is", "citations": [], "supported": True})
        if "stall" in question.text:
            await asyncio.sleep(60)
        if "broken" in question.text:
            return
        for citation in answer.citations:
            yield Event("citation", citation.model_dump(mode="json"))
        yield Event("done", {"answer": answer.model_dump(mode="json")})


@pytest.fixture(scope="module")
def retriever() -> MoodyRetriever:
    return MoodyRetriever()


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Journal:
    return Journal(tmp_path_factory.mktemp("journal") / "journal.sqlite")


@pytest.fixture(scope="module")
def address(retriever: MoodyRetriever, journal: Journal) -> Iterator[str]:
    @asynccontextmanager
    async def connect() -> AsyncIterator[Services]:
        yield Services(
            answering=retriever, graph=FakeGraph(api_block=[BLOCK_ROW], api_block_around=AROUND), journal=journal
        )

    with socket.socket() as opened:
        opened.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{opened.getsockname()[1]}"
        server = uvicorn.Server(uvicorn.Config(create_api(connect), log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [opened]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        assert httpx.get(f"{url}/health/live").status_code == 200
        yield url
        server.should_exit = True
        thread.join()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    if path is None:
        pytest.skip("needs Chromium; `apt-get install chromium` brings it")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(chromium: Browser, address: str) -> Iterator[Page]:
    with chromium.new_context(locale="en", viewport={"width": 1280, "height": 900}) as context:
        context.grant_permissions(["clipboard-read", "clipboard-write"], origin=address)
        opened = context.new_page()
        complaints: list[str] = []
        opened.on("pageerror", lambda error: complaints.append(str(error)))
        opened.on("console", lambda message: message.type == "error" and complaints.append(message.text))
        opened.goto(f"{address}/")
        opened.wait_for_selector("#question")
        yield opened
        assert complaints == []


def ask(page: Page, question: str) -> None:
    page.fill("#question", question)
    page.press("#question", "Enter")


def finished(page: Page) -> None:
    page.wait_for_selector(".actions button")


def await_count(page: Page, selector: str, count: int) -> None:
    from playwright.sync_api import expect

    expect(page.locator(selector)).to_have_count(count)


def test_an_answer_comes_with_numbers_that_open_the_words_it_rests_on(page: Page):
    ask(page, "What is the fee?")
    finished(page)
    assert page.inner_text(".answer").replace("\u2060", "").startswith("The fee is 200 EUR a term.")
    page.click("button.cite")
    page.wait_for_selector(".source.open .near")
    assert page.inner_text(".source.open mark") == "The fee is 200 EUR a term."
    opened = page.inner_text(".source.open")
    assert "Fees are set each year." in opened
    assert "Bursar" in opened
    assert "2026-10-01" in opened
    assert "Fees › Terms" in opened


def test_the_place_is_opened_by_anchor_and_words(page: Page):
    ask(page, "What is the fee?")
    finished(page)
    page.click("button.cite")
    link = page.get_attribute(".source.open .where a", "href")
    assert link == f"{PAGE}#terms:~:text=The%20fee%20is%20200%20EUR%20a%20term."


def test_items_of_a_list_carry_their_numbers(page: Page):
    ask(page, "list the pages")
    finished(page)
    assert page.locator(".answer li").count() == 2
    assert page.locator(".answer li button.cite").count() == 2


def test_silence_of_the_site_looks_different_from_an_answer(page: Page):
    ask(page, "something absent")
    page.wait_for_selector(".absent")
    text = page.inner_text(".absent")
    assert "Not on this site" in text
    assert "Fees" in text
    assert page.locator("button.cite").count() == 0


def test_pages_that_disagree_look_different_too(page: Page):
    ask(page, "do they disagree?")
    page.wait_for_selector(".differ")
    assert "Pages disagree" in page.inner_text(".differ .label")


def test_a_stream_cut_off_is_marked_incomplete_and_claims_no_sources(page: Page):
    ask(page, "a broken stream")
    page.wait_for_selector(".broken")
    assert "Incomplete" in page.inner_text(".broken")
    assert page.locator(".source").count() == 0
    assert page.inner_text(".actions") == "Ask again"


def test_stopping_keeps_what_came_and_says_so(page: Page):
    ask(page, "please stall")
    page.wait_for_selector("text=The fee is")
    page.click("text=Stop")
    page.wait_for_selector(".broken")
    assert "stopped" in page.inner_text(".broken")
    assert page.is_enabled("button.main")


def test_a_follow_up_carries_the_turns_before_it(page: Page, retriever: MoodyRetriever):
    ask(page, "What is the fee?")
    finished(page)
    ask(page, "And when is it due?")
    await_count(page, ".turn .actions", 2)
    assert [turn.question for turn in retriever.asked[-1].history] == ["What is the fee?"]
    assert retriever.asked[-1].history[0].answer.startswith("The fee is 200 EUR")


def test_asking_again_in_another_mode_forces_it(page: Page, retriever: MoodyRetriever):
    ask(page, "What is the fee?")
    finished(page)
    page.select_option(".actions select", "C")
    finished(page)
    await_count(page, ".turn", 1)
    page.wait_for_selector("text=Mode Relations (C)", state="attached")
    assert retriever.asked[-1].mode == "C"
    assert page.locator(".turn").count() == 1


@pytest.mark.parametrize(("thumb", "helpful"), [("Helped", True), ("Did not help", False)])
def test_a_thumb_is_kept_at_once_with_the_site_and_a_comment_joins_it(
    page: Page, journal: Journal, thumb: str, helpful: bool
):
    before = len(journal.feedback())
    ask(page, "What is the fee?")
    finished(page)
    page.get_by_role("button", name=thumb, exact=True).click()
    page.wait_for_selector("text=Thank you")
    [kept, *_] = journal.feedback(site="uni")
    assert (kept["helpful"], kept["comment"], kept["site"], kept["mode"]) == (helpful, "", "uni", "A")
    page.fill(".comment textarea", "The term is missing.")
    page.click(".comment button")
    page.wait_for_selector(".comment", state="detached")
    assert len(journal.feedback()) == before + 1
    assert journal.feedback()[0] == {**kept, "comment": "The term is missing."}


def test_a_second_thought_takes_the_place_of_the_first(page: Page, journal: Journal):
    before = len(journal.feedback())
    ask(page, "What is the fee?")
    finished(page)
    for thumb, pressed in (("Helped", "true"), ("Did not help", "true")):
        button = page.get_by_role("button", name=thumb, exact=True)
        button.click()
        page.wait_for_selector(f".actions button[aria-pressed='{pressed}']:has-text('{thumb}')")
    assert len(journal.feedback()) == before + 1
    assert journal.feedback()[0]["helpful"] is False


def test_a_doubtful_answer_says_so_beside_its_words_and_below_them(page: Page):
    ask(page, "something doubtful")
    finished(page)
    assert page.locator(".answer.doubtful").count() == 1
    assert "Not certain" in page.inner_text(".doubt .label")
    assert page.inner_text(".turn").count("may not be what was asked") == 1
    assert "A note of its own." in page.inner_text(".turn")
    assert "Not certain" in (page.text_content("#live") or "")
    width = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.answer'), '::before').borderLeftWidth)")
    assert width >= 3


def test_a_sure_answer_wears_no_sign_of_doubt(page: Page):
    ask(page, "What is the fee?")
    finished(page)
    assert page.locator(".doubtful, .doubt").count() == 0


def test_escape_leads_back_from_a_source_to_its_number(page: Page):
    ask(page, "list the pages")
    finished(page)
    number = page.locator("button.cite").nth(1)
    number.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".source.open .near")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    assert number.evaluate("(one) => one === document.activeElement")
    page.keyboard.press("Enter")
    page.click("text=Back to the answer")
    assert number.evaluate("(one) => one === document.activeElement")


@pytest.mark.parametrize(("locale", "words"), [("en", "The server does not answer."), ("zh-CN", "服务器没有应答")])
def test_a_server_that_is_away_is_said_in_the_readers_words(chromium: Browser, address: str, locale: str, words: str):
    with chromium.new_context(locale=locale) as context:
        opened = context.new_page()
        opened.goto(f"{address}/")
        opened.wait_for_selector("#question")
        opened.route("**/v1/**", lambda route: route.abort())
        ask(opened, "What is the fee?")
        opened.wait_for_selector(".fault")
        assert words in opened.inner_text(".fault")
        opened.goto(f"{address}/compare?q=What")
        opened.wait_for_selector(".fault")
        assert words in opened.inner_text(".fault")


def test_copying_takes_the_sources_along(page: Page):
    ask(page, "What is the fee?")
    finished(page)
    page.click("text=Copy with sources")
    page.wait_for_selector("text=Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "[1] Fees, Fees › Terms" in copied
    assert PAGE in copied


def test_a_shared_link_asks_the_question_again(page: Page, address: str, retriever: MoodyRetriever):
    page.goto(f"{address}/?q=What+is+the+fee%3F")
    finished(page)
    assert retriever.asked[-1].text == "What is the fee?"


def test_questions_asked_before_are_kept_in_the_browser_and_can_be_cleared(page: Page, address: str):
    ask(page, "What is the fee?")
    finished(page)
    page.goto(f"{address}/")
    page.wait_for_selector(".history button")
    assert "What is the fee?" in page.inner_text(".history")
    page.click("text=Clear")
    page.wait_for_selector(".history", state="detached")


def test_the_trace_says_the_route_and_every_step(page: Page):
    ask(page, "What is the fee?")
    finished(page)
    page.click(".trace summary")
    trace = page.inner_text(".trace")
    assert "Mode Direct (A), 90 % sure: a fee is asked for" in trace
    assert "3.5" in trace
    assert "no language model, no tokens" in trace


def test_the_keyboard_alone_asks_and_opens_a_source(page: Page):
    page.focus("#question")
    page.keyboard.type("What is the fee?")
    page.keyboard.press("Enter")
    finished(page)
    page.focus("button.cite")
    page.keyboard.press("Enter")
    page.wait_for_selector(".source.open")
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "true"


def test_an_answer_is_told_to_a_screen_reader(page: Page):
    ask(page, "What is the fee?")
    finished(page)
    assert "The fee is 200 EUR" in (page.text_content("#live") or "")


def test_the_page_speaks_chinese(page: Page):
    page.click("text=中文")
    page.wait_for_selector("text=提问")
    assert page.get_attribute("html", "lang") == "zh"
    assert page.locator("nav >> text=图谱").count() == 1


def test_a_vendored_library_comes_with_its_licence():
    folder = Path(__file__).resolve().parent.parent / "api" / "web" / "vendor"
    for library in folder.glob("*.mjs"):
        assert (folder / f"{library.name.split('.')[0]}.LICENSE").is_file()
