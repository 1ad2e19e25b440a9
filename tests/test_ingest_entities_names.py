"""Names of people as they are written on pages: taken apart, compared, and told apart by what stands beside them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.records import Link
from ingest.entities.citations import read_authors
from ingest.entities.context import unbracket
from ingest.entities.people import read_person, split_names, unglue
from ingest.entities.person_names import Fit, fit_names, read_name
from ingest.entities.profile import load_profile
from ingest.entities.raw import RawEntity
from ingest.entities.resolution import resolve
from ingest.identity import own_mark
from ingest.names import clean_person, name_key

PROFILE = load_profile("university")
CLEANED = [
    ("Univ.-Prof. Dr.-Ing. Maren Holt", "Maren Holt"),
    ("Prof.Dr. rer. nat. Maren Holt", "Maren Holt"),
    ("Dott.ssa Rina Bellu", "Rina Bellu"),
    ("Phil Nat Jones", "Phil Nat Jones"),
    ("Holt, Maren, PhD", "Maren Holt"),
    ("Holt M.", "M. Holt"),
    ("Holt MG", "M. G. Holt"),
    ("Wei XU", "Wei XU"),
    ("van der Berg L.-P.", "L. P. van der Berg"),
    ("D’Ambra A.", "A. D’Ambra"),
    ("HOLT M", "M. HOLT"),
    ("Holt, Maren, Jr.", "Maren Holt Jr"),
    ("Maren Holt Junior", "Maren Holt Jr"),
    ("Maren Holt III", "Maren Holt III"),
    ("陳小明教授", "陳小明"),
]


@pytest.mark.parametrize(("written", "clean"), CLEANED)
def test_a_name_is_brought_to_its_order_without_titles(written: str, clean: str):
    assert clean_person(written) == clean


KEYS = [
    ("Dario D'Ambra", "Dario D’Ambra"),
    ("Dario D'Ambra", "Dario DAmbra"),
    ("陳小明", "陈小明"),
    ("Holt M.G.", "M. G. Holt"),
    ("Ｍａｒｅｎ Holt", "maren HOLT"),
]


@pytest.mark.parametrize(("one", "other"), KEYS)
def test_two_spellings_of_one_name_have_one_key(one: str, other: str):
    assert name_key("person", one) == name_key("person", other)


def test_topics_in_either_chinese_script_are_one():
    assert name_key("topic", "機器學習") == name_key("topic", "机器学习")


FITS = [
    ("Björn Åkesson", "Bjoern Aakesson", Fit.FULLER),
    ("LIN Mei-Hua", "Meihua Lin", Fit.FULLER),
    ("Lin Mei Hua", "Mei-Hua Lin", Fit.FULLER),
    ("M.-H. Lin", "Lin Mei-Hua", Fit.INITIALS),
    ("Tomasz Wilk Jr.", "Tomasz Wilk Sr.", Fit.NONE),
    ("Tomasz Wilk II", "Tomasz Wilk III", Fit.NONE),
    ("Tomasz Wilk", "Tomasz Wilk Jr", Fit.FULLER),
    ("Park Seo-yun", "Park Seo-yul", Fit.NONE),
    ("Carla Obermann", "Carla Overmann", Fit.TYPO),
    ("Carla Obermann", "Carlo Obermann", Fit.NONE),
    ("Ana Lu", "Ana Li", Fit.NONE),
    ("De Marco", "Paola De Marco", Fit.INITIALS),
    ("Di Wu", "Di Wu", Fit.SAME),
    ("Pao-Yi M. Sze", "Paoyi Sze", Fit.FULLER),
    ("王小明", "王小亮", Fit.NONE),
]


@pytest.mark.parametrize(("one", "other", "fit"), FITS, ids=lambda value: str(value))
def test_names_fit_as_well_as_a_reader_would_say(one: str, other: str, fit: Fit):
    assert fit_names(read_name(name_key("person", one)), read_name(name_key("person", other))) is fit


@given(
    st.lists(st.text("abcdeou'-. ", min_size=1, max_size=8), min_size=1, max_size=3).map(" ".join),
    st.lists(st.text("abcdeou'-. ", min_size=1, max_size=8), min_size=1, max_size=3).map(" ".join),
)
def test_a_fit_does_not_depend_on_which_name_comes_first(one: str, other: str):
    a, b = read_name(one), read_name(other)
    assert fit_names(a, b) is fit_names(b, a)
    assert fit_names(a, a) is Fit.SAME


def person(
    name: str,
    number: int,
    *,
    own: str = "",
    anchored: bool = False,
    dept: str = "",
    mail: str = "",
    pages: str = "",
) -> RawEntity:
    """A raw person as a page gives it; `own` is the address of a page or mailbox that tells it apart."""
    key = name_key("person", name) + (f"@{own_mark(own)}" if own else "")
    return RawEntity(
        id=f"demo:person:{key}#{number}",
        type="person",
        key=key,
        names=frozenset((name,)),
        anchors=frozenset((own,) if anchored else ()),
        pages=frozenset((pages or f"page{number}").split()),
        context=frozenset((dept,) if dept else ()),
        unique=frozenset((mail,) if mail else ()),
    )


def are_one(*people: RawEntity) -> bool:
    """Whether all fall into one."""
    return len(resolve(people)) == len(people) - 1


A, B = "https://uni.example/people/maren-holt/", "https://mirror.example/people/maren-holt"


def test_links_to_one_page_on_two_hosts_are_one_person():
    assert are_one(
        person("Maren Holt", 1, own=A, anchored=True), person("Maren Holt", 2, own=B), person("Maren Holt", 3)
    )


def test_two_pages_of_the_site_with_one_name_are_two_people():
    other = "https://uni.example/music/people/maren-holt/"
    assert not are_one(person("Maren Holt", 1, own=A, anchored=True), person("Maren Holt", 2, own=other, anchored=True))


def test_two_links_beside_each_other_are_two_people():
    other = "https://uni.example/people/maren-holt-2"
    assert not are_one(person("Maren Holt", 1, own=A, pages="staff"), person("Maren Holt", 2, own=other, pages="staff"))


def test_a_link_that_nobody_followed_proves_no_second_person():
    dead = "https://uni.example/people/old/m-holt-77"
    assert are_one(person("Maren Holt", 1, own=A, anchored=True), person("Maren Holt", 2, own=dead))


def test_one_name_with_two_addresses_in_two_fields_is_two_people():
    music = person("Maren Holt", 1, dept="music", mail="mholt@uni.example")
    physics = person("Maren Holt", 2, dept="physics", mail="holt9@uni.example")
    assert not are_one(music, physics)


def test_one_name_with_two_addresses_in_one_field_is_one_person():
    one = person("Maren Holt", 1, dept="music", mail="mholt@uni.example")
    assert are_one(one, person("Maren Holt", 2, dept="music", mail="maren@home.example"))


def test_an_e_mail_address_and_a_telephone_do_not_tell_two_people_apart():
    one = person("M. Holt", 1, dept="music", mail="mholt@uni.example")
    assert are_one(one, person("Maren Holt", 2, dept="music", mail="555 0101"))


def test_a_nickname_with_the_same_mailbox_is_the_same_person():
    one = person("Margaret L. Holt", 1, mail="pholt@uni.example")
    assert are_one(one, person("Peggy Holt", 2, mail="pholt@uni.example"))


def test_a_mailbox_of_an_office_makes_nobody_one():
    one = person("Margaret Holt", 1, mail="office@uni.example")
    assert not are_one(one, person("Peggy Holt", 2, mail="office@uni.example"))


def test_the_same_initials_need_something_in_common():
    assert not are_one(person("M. Holt", 1, dept="music"), person("M. Holt", 2, dept="physics"))
    assert are_one(person("M. Holt", 1, dept="music"), person("M. Holt", 2, dept="music"))


SAME_PAGE = [
    "https://uni.example/people/maren-o-holt/",
    "https://uni.example/people/maren-o-holt",
    "http://www.uni.example/people/maren-o-holt/index.html",
    "https://uni.example/en/people/maren-o-holt/",
    "https://uni.example/zh/people/maren-o-holt.html",
    "https://uni.example/people/maren-o%27holt",
    "https://uni.example/people/Maren_OHolt/",
]


@pytest.mark.parametrize("address", SAME_PAGE)
def test_spellings_of_one_address_have_one_mark(address: str):
    assert own_mark(address) == own_mark(SAME_PAGE[0])


def test_addresses_of_two_pages_have_two_marks():
    marks = {own_mark(f"https://uni.example/{path}") for path in ("a/maren", "b/maren", "a/maren?id=1", "a/maren2")}
    assert len(marks) == 4


def test_a_mailbox_has_a_mark_of_its_own():
    assert own_mark("Maren@uni.example") == own_mark("maren@uni.example") != own_mark(A)


LISTS = [
    ("Maren Holt, Bo Lee and C. Ott", ["Maren Holt", "Bo Lee", "C. Ott"]),
    ("Holt, M. A., Lee, B., & Ott, C.", ["Holt, M. A.", "Lee, B", "Ott, C"]),
    ("Holt MA; Lee B", ["Holt MA", "Lee B"]),
    ("Holt, Maren", ["Holt, Maren"]),
    ("Maren Holt, Chair", ["Maren Holt, Chair"]),
    ("José Ortega y Gasset", ["José Ortega y Gasset"]),
]


@pytest.mark.parametrize(("text", "names"), LISTS)
def test_a_list_of_people_is_split_between_them(text: str, names: list[str]):
    assert split_names(text, PROFILE) == names


def test_names_that_stand_beside_each_other_as_links_are_two():
    links = [Link("https://uni.example/a", "Maren Holt", "main"), Link("https://uni.example/b", "Bo Lee", "main")]
    assert unglue("Maren Holt Bo Lee", links, PROFILE) == "Maren Holt; Bo Lee"
    assert unglue("Maren Holt Bo Lee", links[:1], PROFILE) == "Maren Holt; Bo Lee"
    assert unglue("Maren Holt Bo Lee", links[1:], PROFILE) == "Maren Holt; Bo Lee"


def test_a_degree_behind_a_linked_name_stays_with_it():
    links = [Link("https://uni.example/a", "Maren Holt", "main")]
    assert unglue("Maren Holt Associate Professor", links, PROFILE) == "Maren Holt Associate Professor"


def test_a_label_before_a_titled_name_is_no_name():
    person = read_person("Programme Keeper: Prof. Maren Holt", PROFILE, expected=True)
    assert person is not None
    assert person.name == "Maren Holt"


CITATIONS = [
    ("Holt A, Lee BC. Deep tides. J Tides 2020;3:1-9.", ["Holt A", "Lee BC"]),
    ("A. Holt, B. C. Lee and C. Ott, Deep tides, 2020", ["A. Holt", "B. C. Lee", "C. Ott"]),
    ("Holt, A., Lee, B., & Ott, C. (2020). Deep tides.", ["Holt, A.", "Lee, B.", "Ott, C."]),
    ("Maren Holt, Bo Lee (2020). Deep tides", ["Maren Holt", "Bo Lee"]),
    ('Maren Holt and Bo Lee, "Deep tides", 2019', ["Maren Holt", "Bo Lee"]),
    ("Holt, Maren; Lee, Bo (2021) Deep tides", ["Holt, Maren", "Lee, Bo"]),
    ("Holt M.G., De Marco A., van der Berg L., Tides in 2020", ["Holt M.G.", "De Marco A.", "van der Berg L."]),
    ("Deep tides are a thing of the past (2020)", []),
    ("The Institute of Rivers (2020) Report", []),
    ("Communications of Rivers 11, 2020", []),
]


@pytest.mark.parametrize(("text", "names"), CITATIONS)
def test_the_authors_of_a_citation_stand_at_its_head(text: str, names: list[str]):
    assert [author.written for author in read_authors(text, PROFILE)] == names


FAMILIES = ["Abelino", "Brandvik", "Castorri", "Dvorakova", "El Fassi", "Fjellheim", "Gutiérrez", "Hašková", "Ødegård"]
GIVEN = ["Maren", "Tomás", "Ulrike", "Hao Ran", "Björn", "Élodie"]


def spellings_of(given_name: str, family: str) -> list[str]:
    """How one author is written on a research centre's pages."""
    letters = [word[0] for word in given_name.split()]
    dotted = " ".join(f"{letter}." for letter in letters)
    joined = "".join(f"{letter}." for letter in letters)
    return [
        f"{given_name} {family}",
        f"{family}, {given_name}",
        f"{family} {joined}",
        f"{dotted} {family}",
        f"{family}, {dotted}",
        f"{given_name.replace(' ', '-')} {family}",
    ]


def authors() -> list[tuple[str, list[RawEntity]]]:
    """More than fifty people in six spellings each, 324 names; each is named with the same few others."""
    people = [(one, family) for family in FAMILIES for one in GIVEN]
    company = {pair: frozenset((f"partner{place} p", "guest g")) for place, pair in enumerate(people)}
    made = []
    for pair in people:
        keys = dict.fromkeys(name_key("person", name) for name in spellings_of(*pair))
        raws = [
            RawEntity(f"demo:person:{key}", "person", key, frozenset((key,)), company=company[pair]) for key in keys
        ]
        made.append((f"{pair[0]} {pair[1]}", raws))
    return made


def test_a_research_centres_authors_in_several_spellings_are_as_many_as_there_are_people():
    groups = authors()
    raws = {raw.id: raw for _, members in groups for raw in members}
    merged = {merge.raw: merge.into for merge in resolve(list(raws.values()))}
    homes = [{merged.get(raw.id, raw.id) for raw in members} for _, members in groups]
    assert sum(len(home) == 1 for home in homes) / len(homes) >= 0.97
    assert len({name for home in homes for name in home}) >= len(groups)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Mathematics and Statistics)", "Mathematics and Statistics"),
        ("(Mathematics)", "Mathematics"),
        ("Dean (Sciences)", "Dean (Sciences)"),
        ("(Ocean) Science (Tides)", "(Ocean) Science (Tides)"),
        ("(half", "half"),
    ],
)
def test_what_a_person_is_described_as_has_no_lone_bracket(text: str, said: str):
    assert unbracket(text) == said
