"""Opening hours: asked in many ways, told by timetables."""

from __future__ import annotations

import pytest

from core.records import Evidence
from retrieval.analysis import analyse
from retrieval.answers.confidence import weigh
from retrieval.answers.conflicts import find_conflict
from retrieval.answers.extractive import answer_extractively
from retrieval.answers.hours import asks_hours, days_of, is_timetable, say_line, tells_hours
from retrieval.answers.scoring import score_spans
from retrieval.relevance import Relevance
from tests.retrieval_samples import item

MUSEUM = item(
    "Day | From | To\nMonday to Thursday | 9:15 | 17:45\nSaturday | 11:00 | 16:30\nSunday | closed | closed",
    title="Museum of Tides",
    heading_path=("Museum of Tides", "Opening hours"),
    kind="table",
    url="https://c.example/museum",
    score=0.4,
)
NEWS = item(
    "From 2 May the Museum of Tides stays open until 16:30 on Saturdays; it used to close at 15:00.",
    title="News",
    url="https://c.example/news",
    score=0.8,
)
POOL = item(
    "Monday to Friday 6:30 to 21:00\nSaturday and Sunday 8:00 to 19:00",
    title="Pool",
    heading_path=("Pool", "Opening hours"),
    kind="list",
    url="https://c.example/pool",
    score=0.5,
)


def answer(question: str, *evidence: Evidence) -> list[str]:
    analysis = analyse(question)
    relevance = Relevance(analysis, [f"{one.title} {one.text}" for one in evidence])
    return [claim.text for claim in answer_extractively(analysis, relevance, evidence, 80).claims]


@pytest.mark.parametrize(
    "question",
    [
        "When does the museum open?",
        "What time does the pool close on Sunday?",
        "How late is the café open?",
        "Is the museum open on Mondays?",
        "What are the opening hours of the pool?",
        "What are the library's hours?",
        "Library hours?",
        "图书馆几点关门？",
        "游泳馆的开放时间是什么？",
    ],
)
def test_opening_hours_are_asked_in_many_ways(question: str):
    assert asks_hours(question)


@pytest.mark.parametrize(
    "question",
    ["When does the term begin?", "Is the course open to graduate students?", "How many credit hours is it?"],
)
def test_other_questions_about_time_are_not_about_opening_hours(question: str):
    assert not asks_hours(question)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("Monday to Friday", {0, 1, 2, 3, 4}),
        ("Fri–Mon", {4, 5, 6, 0}),
        ("Tues. and Thursdays", {1, 3}),
        ("on weekdays", {0, 1, 2, 3, 4}),
        ("weekends", {5, 6}),
        ("daily", set(range(7))),
        ("周一至周五", {0, 1, 2, 3, 4}),
        ("星期六、星期天", {5, 6}),
        ("Sundry Fridges", set()),
    ],
)
def test_days_of_the_week_are_read_with_all_between_two_of_them(text: str, days: set[int]):
    assert days_of(text) == days


def test_a_line_tells_hours_by_a_day_and_a_time_or_by_being_closed():
    assert tells_hours("Saturday 9 am to noon")
    assert tells_hours("Sunday | closed")
    assert not tells_hours("Saturday: seminar on tides")
    assert not tells_hours("from 9:00 to 12:00")


def test_a_timetable_has_several_lines_of_many_days():
    assert is_timetable(MUSEUM.text.split("\n"))
    assert is_timetable(POOL.text.split("\n"))
    assert not is_timetable(["2026-10-05", NEWS.text])


def test_a_row_of_a_timetable_reads_alone():
    assert say_line("Sunday | 12:00 | 18:00") == "Sunday: 12:00–18:00"
    assert say_line("周日 | 12:00 | 18:00") == "周日：12:00–18:00"
    assert say_line("Sunday | closed") == "Sunday: closed"
    assert say_line("Sunday | 12:00 | Hall 3") == ""


def test_the_timetable_answers_and_not_the_news_about_one_day():
    said = answer("When does the museum open?", NEWS, MUSEUM)
    assert said[0].startswith("Opening hours: Monday to Thursday: 9:15–17:45; Saturday: 11:00–16:30")


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("What time does the museum close on Saturday?", "Opening hours: Saturday: 11:00–16:30"),
        ("Is the museum open on Wednesdays?", "Opening hours: Monday to Thursday: 9:15–17:45"),
    ],
)
def test_a_day_that_is_asked_for_chooses_its_line_also_inside_a_span_of_days(question: str, line: str):
    assert answer(question, NEWS, MUSEUM)[0] == line


def test_the_timetable_of_another_place_does_not_answer():
    assert "6:30" in " ".join(answer("When is the pool open?", MUSEUM, POOL)[:1])
    assert "9:15" in " ".join(answer("When is the museum open?", MUSEUM, POOL)[:1])


def test_a_line_of_the_timetable_is_a_sure_answer_and_a_day_it_does_not_tell_is_none():
    def doubt(question: str) -> float:
        analysis = analyse(question)
        relevance = Relevance(analysis, [f"{one.title} {one.text}" for one in (NEWS, MUSEUM)])
        return weigh(analysis, relevance, [NEWS, MUSEUM], [NEWS, MUSEUM]).probability

    assert doubt("Is the museum open on Tuesdays?") >= 0.9
    assert doubt("Is the museum open on Fridays?") < 0.9


def test_two_pages_with_hours_of_one_day_are_both_timetables():
    news = item(
        "From this week the kiln is open on Friday from 9:00 to 13:00 and on other weekdays until 20:00.",
        url="https://c.example/news",
        modified="2024-02-01T00:00:00Z",
        score=0.8,
    )
    page = item(
        "Monday to Thursday 8:30 to 21:00; Sunday closed. On Friday the kiln is open from 10:00 to 15:00.",
        url="https://c.example/kiln",
        modified="2026-02-01T00:00:00Z",
        score=0.8,
    )
    analysis = analyse("When is the kiln open on Friday?")
    relevance = Relevance(analysis, [news.text, page.text])
    conflict = find_conflict(score_spans(analysis, relevance, [news, page]), analysis, relevance)
    assert [span.item.url for span in conflict] == [page.url, news.url]


def test_a_table_of_several_offices_answers_for_the_one_that_is_asked_about():
    table = item(
        "Place | Mail | Open\nRegistry | r@c.example | Mon–Fri 9:30–15:30\nHousing | h@c.example | Mon, Tue 9:00–12:00",
        title="Contact",
        kind="table",
        score=0.5,
    )
    said = answer("What time does the registry open?", table)
    assert "9:30–15:30" in said[0]
    assert "12:00" not in " ".join(said)


@pytest.mark.parametrize("day", ["星期天", "星期日", "周日", "礼拜天"])
def test_a_day_of_the_week_is_one_day_in_all_its_chinese_names(day: str):
    table = item(
        "日期 | 开门 | 关门\n周一至周五 | 8:00 | 22:00\n周六 | 10:00 | 20:00\n周日 | 12:00 | 18:00",
        title="图书馆",
        heading_path=("图书馆", "开放时间"),
        kind="table",
        lang="zh",
    )
    assert answer(f"图书馆{day}几点开门？", table)[0] == "开放时间：周日：12:00–18:00"
