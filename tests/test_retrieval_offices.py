"""Who holds an office, read off lines that name a person beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.records import Evidence
from retrieval.analysis import analyse
from retrieval.answers.confidence import weigh
from retrieval.answers.offices import find_holders, find_office, lacks_holder, office_words
from retrieval.answers.shaped import answer_by_shape
from retrieval.answers.spans import find_pieces
from retrieval.answers.verdict import conclude
from retrieval.relevance import Relevance
from tests.retrieval_samples import item

STAFF = item(
    "R. J. Stone, PhD\nH. Field, PhD, Vice Chair\nJ. S. Marlow, PhD, Chair\nM. Todd, PhD",
    title="Music Faculty",
    heading_path=("Music", "Professors"),
    kind="list",
)
OTHERS = item(
    "Ada Brook, PhD, Chair\nP. Moss, PhD", title="Physics", heading_path=("Physics", "Professors"), kind="list"
)
ABOUT = item("The Department of Music offers three degrees. Ask the chair for leave.", title="Music")
FAR = (
    "Eight of the twelve courses must be taken in the Department of Music at Port Lane unless students obtain the prior"
    " approval of a member of the faculty and then also of the director."
)


def holders(question: str, *pool: Evidence) -> list[str]:
    analysis = analyse(question)
    texts = [" ".join([one.title, *one.heading_path, one.text]) for one in pool]
    return [span.text for span in find_holders(analysis, Relevance(analysis, texts), pool)[0]]


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Who heads the music department?", "J. S. Marlow, PhD, Chair"),
        ("who currently chairs music", "J. S. Marlow, PhD, Chair"),
        ("Who is the chair of the Department of Music?", "J. S. Marlow, PhD, Chair"),
        ("Who's the vice chair of music?", "H. Field, PhD, Vice Chair"),
        ("Who is in charge of physics?", "Ada Brook, PhD, Chair"),
    ],
)
def test_the_holder_of_an_office_is_the_person_named_beside_it(question: str, line: str):
    assert holders(question, ABOUT, OTHERS, STAFF) == [line]


@pytest.mark.parametrize(
    "question",
    [
        "Who is the dean of music?",
        "Who is the co-chair of music?",
        "Who heads the chemistry department?",
        "Who should I ask about the chair of music?",
        "Who is the professor that the chair of music appointed?",
    ],
)
def test_another_office_or_another_thing_has_no_holder_here(question: str):
    assert holders(question, ABOUT, OTHERS, STAFF) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Director: Prof. Ada Brook", True),
        ("Ada Brook (Director, since 2019), Physics", True),
        ("The director of the centre is Ada Brook.", True),
        ("Ada Brook, Associate Director", False),
        ("Consent of the director is required.", False),
        (FAR, False),
        ("Ada Brook, Director's assistant", False),
    ],
)
def test_the_line_may_tell_it_in_many_ways(line: str, told: bool):
    assert lacks_holder(analyse("Who is the director of the music centre?"), line) is not told


def test_a_heading_may_be_the_office_of_those_under_it():
    directors = item(
        "Michael Lane, Professor of Mathematics\nJulia Kent, Professor of Physics",
        kind="list",
        title="Computing",
        heading_path=("Computing", "Program Directors"),
    )
    assert len(holders("Who runs the computing program?", directors)) == 2
    chairs = item(
        "Michael Lane, Professor of Mathematics", title="Computing", heading_path=("Computing", "Endowed Chairs")
    )
    assert holders("Who chairs the computing program?", chairs) == []
    named = item(
        "Michael Lane, PhD, Stone Chair in Mathematics", title="Computing", heading_path=("Computing", "Faculty")
    )
    assert holders("Who chairs the computing program?", named) == []


def test_the_words_that_a_page_may_have_for_the_office_are_searched_for_too():
    analysis = analyse("Who runs the computing program?")
    assert set(office_words(analysis)) == {"chair", "director", "head", "dean"}
    assert office_words(analyse("When does computing begin?")) == ()
    assert "director" in replace(analysis, also=office_words(analysis)).fulltext


def test_chinese_questions_ask_for_offices_too():
    chinese = item("系主任：张伟教授", title="音乐系", heading_path=("音乐系",), lang="zh")
    assert holders("音乐系的系主任是谁？", chinese) == ["系主任：张伟教授"]
    assert find_office(analyse("音乐系由谁负责？")) is not None
    assert find_office(analyse("怎么联系音乐系的系主任？")) is None


@pytest.mark.parametrize(
    "line",
    [
        "Dana Brook, PhD, Ronald Taylor Chair",
        "Dana Brook, PhD, Dana Broida Chair of Particle Physics",
        "Dana Brook, PhD, Dean of Undergraduate Education",
        "Dana Brook, PhD, Chair of Family Medicine and Public Health",
        "Dana Brook, PhD, Chair, Department of Family Medicine",
    ],
)
def test_an_endowed_chair_and_the_office_of_another_thing_are_none(line: str):
    staff = item(line, title="Music Faculty", heading_path=("Music", "Professors"))
    assert holders("Who chairs the music department?", staff) == []
    assert holders("Who is the dean of music?", staff) == []


def test_the_office_of_another_department_is_none_though_it_is_the_one_asked_for():
    deputy = item("Dana Brook, PhD, Vice Chair", title="Chemistry", heading_path=("Chemistry", "Professors"))
    assert holders("Who is the vice chair of linguistics?", deputy) == []


@pytest.mark.parametrize(
    ("question", "line", "verdict"),
    [
        ("Is Dana Brook the chair of music?", "Dana Brook, PhD, Chair", "yes"),
        ("Is Dana Brook the dean of music?", "Dana Brook, PhD, Chair", None),
        ("Is Dana Brook the vice chair of music?", "Dana Brook, PhD, Chair", None),
        ("Is Dana Brook the chair of music?", "Dana Brook, PhD, Lee Stone Chair", None),
    ],
)
def test_who_holds_an_office_is_affirmed_by_that_office_alone(question: str, line: str, verdict: str | None):
    staff = item(line, title="Music Faculty", heading_path=("Music", "Professors"))
    analysis = analyse(question)
    relevance = Relevance(analysis, [f"{staff.title} {staff.text}"])
    assert conclude(analysis, relevance, find_pieces(staff)[0]) == verdict


def test_whoever_runs_a_place_may_have_a_title_of_its_own():
    library = item(
        "University librarian: Dana Brook, library@college.example", title="Library", heading_path=("Library",)
    )
    assert len(holders("Who runs the library?", library)) == 1


def test_a_way_to_reach_the_holder_is_another_question():
    assert find_office(analyse("What is the phone number of whoever runs the library?")) is None


def test_an_answer_by_the_holder_is_sure_and_cites_the_line():
    analysis = analyse("Who heads the music department?")
    pool = (ABOUT, STAFF)
    relevance = Relevance(analysis, [" ".join([one.title, *one.heading_path, one.text]) for one in pool])
    shaped = answer_by_shape(analysis, relevance, [ABOUT], pool)
    assert shaped is not None
    assert [claim.quotes for claim in shaped.draft.claims] == [((STAFF, "J. S. Marlow, PhD, Chair"),)]


def test_a_text_about_the_thing_that_names_no_holder_raises_the_doubt():
    analysis = analyse("Who heads the music department?")
    other = analyse("What does the music department offer?")
    assert lacks_holder(analysis, ABOUT.text)
    assert not lacks_holder(other, ABOUT.text)
    relevance = Relevance(analysis, [f"Music {ABOUT.text}"])
    assert weigh(analysis, relevance, [ABOUT], [ABOUT]).features["told"] == 0.0


PROGRAMME = item(
    "Michael Lane, Professor of Mathematics",
    kind="list",
    title="Computational Science, Mathematics, and Engineering (CSME)",
    heading_path=("Computational Science, Mathematics, and Engineering (CSME)", "Program Directors"),
)


def test_whoever_directs_a_programme_with_a_longer_name_does_not_direct_the_thing_asked_about():
    assert holders("Who is the director of mathematics?", PROGRAMME) == []
    assert holders("Who runs the CSME program?", PROGRAMME) == ["Michael Lane, Professor of Mathematics"]


@pytest.mark.parametrize(
    "line",
    [
        "Students may earn Provost Honors, Marlow College Honors, and Phi Beta Kappa membership.",
        "For more, see the Office of the Provost, or Academic Advising, Marlow College.",
    ],
)
def test_what_is_called_after_an_office_is_none(line: str):
    page = item(line, title="Marlow College", heading_path=("Marlow College", "Honors"))
    assert holders("Who is the provost of Marlow College?", page) == []
    assert lacks_holder(analyse("Who is the provost of Marlow College?"), line)


def test_of_several_chairs_in_a_list_the_one_of_the_thing_asked_about_is_told():
    staff = item(
        "Joan Brown, PhD, Pharmacology (Chair)\nDon Moss, PhD, Cellular Medicine (Chair)",
        kind="list",
        title="Biomedical Sciences Faculty",
        heading_path=("Biomedical Sciences Faculty", "Professors"),
    )
    assert holders("Who chairs pharmacology?", staff) == ["Joan Brown, PhD, Pharmacology (Chair)"]


def test_several_departments_of_the_name_asked_about_are_told_each_by_its_own():
    pool = [
        item(
            f"{name}, PhD, Chair",
            title=f"{kind} Engineering Faculty",
            heading_path=("Professors",),
            kind="list",
            url=f"https://college.example/{kind}.html",
        )
        for name, kind in (("Ada Brook", "Structural"), ("Max Stone", "Chemical"))
    ]
    analysis = analyse("Who is the head of the engineering department?")
    relevance = Relevance(analysis, [f"{one.title} {one.text}" for one in pool])
    shaped = answer_by_shape(analysis, relevance, pool, pool)
    assert shaped is not None
    told = [claim.text for claim in shaped.draft.claims]
    assert told == [
        "Structural Engineering Faculty: Ada Brook, PhD, Chair",
        "Chemical Engineering Faculty: Max Stone, PhD, Chair",
    ]
    assert shaped.draft.notes


def test_the_director_of_a_programme_is_not_that_of_the_institution():
    page = item(
        "Program Director: Falk Fell, Professor, Marlow Institution of Oceanography",
        title="Oceanic Sciences Major",
        heading_path=("Marlow Institution of Oceanography",),
    )
    assert holders("Who is the director of the Marlow Institution of Oceanography?", page) == []
