from __future__ import annotations

import pytest

from core.errors import QuestionRefused
from retrieval.analysis import analyse, asking_part, check_question, find_names


@pytest.mark.parametrize("text", ["", "   ", "?", "*", "\\", "!!! ???", "。？"])
def test_a_question_without_a_word_is_refused_in_a_sentence(text: str):
    with pytest.raises(QuestionRefused, match="no word"):
        check_question(text, 1000)


def test_a_question_over_the_limit_is_refused_with_both_numbers():
    with pytest.raises(QuestionRefused, match=r"1500 characters.*at most 1000"):
        check_question("a" * 1500, 1000)


def test_white_space_is_made_plain():
    assert check_question("  what\n is\tthis ", 100) == "what is this"


def test_operators_alone_stay_a_question_of_words():
    assert analyse("AND OR").terms == ("and", "or")
    assert analyse("NOT").fulltext == "not"


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("When is the deadline?", "when"),
        ("How many courses are there?", "count"),
        ("How much is tuition?", "money"),
        ("Who teaches COMP 20?", "who"),
        ("Where is the office?", "where"),
        ("What is COMP 20 called?", "title"),
        ("Which courses are 2 units?", "list"),
        ("Is there a fee?", "yesno"),
        ("Can you tell me how much the fee is?", "money"),
        ("Can I park here?", "yesno"),
        ("Whom should I call?", "contact"),
        ("学费是多少？", "money"),
        ("图书馆几点开门？", "when"),
        ("谁讲授线性代数？", "who"),
    ],
)
def test_the_words_of_a_question_say_what_kind_of_answer_it_wants(text: str, wanted: str):
    assert analyse(text).wanted == wanted


def test_names_are_runs_of_capitals_but_not_the_first_word():
    assert find_names("Which page lists Paul W. Drake?") == ["Paul W. Drake"]
    assert find_names("What is the School of Music?") == ["School of Music"]
    assert find_names('What does "open day" mean?') == ["open day"]
    assert find_names("Where do we eat?") == []


def test_a_particle_of_names_is_a_whole_word():
    assert find_names("Finite element methods of design by Ludwig van Beek") == ["Ludwig van Beek"]


def test_the_speaker_of_a_story_is_no_name_and_a_full_stop_parts_names():
    names = find_names("I came from Canada. I'm new here. Now I'd like to join Harbour College.")
    assert "Canada" in names
    assert "Harbour College" in names
    assert not any("I'" in name or name.startswith("Now") for name in names)


def test_the_asking_part_leaves_the_story_before_it_out():
    story = "I moved in 2018 from Port Alder. My friend says it is late. When may I apply?"
    assert asking_part(story) == "When may I apply?"
    assert asking_part("deadline of the bursary") == "deadline of the bursary"
    assert asking_part("我2018年来的。什么时候可以申请？") == "什么时候可以申请？"


def test_a_title_is_no_part_of_a_name():
    assert analyse("Where does Dr. Quill work, and Professor Odile Reed?").names == ("Quill", "Odile Reed")
