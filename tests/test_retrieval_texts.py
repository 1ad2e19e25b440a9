from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retrieval.texts import (
    NOTHING,
    codes,
    content,
    count_words,
    course_codes,
    fold,
    fulltext,
    grams,
    holds_code,
    language,
    phrase,
    sentences,
    stem,
    stem_set,
    stems,
    words,
    writes_chinese,
)


def test_plural_and_singular_meet_in_one_stem():
    assert stem("courses") == stem("course")
    assert stem("pages") == stem("page")
    assert stem("fees") == stem("fee")
    assert stem("policies") == stem("policy")


def test_words_that_only_look_plural_keep_their_end():
    assert stem("status") == "status"
    assert stem("class") == "class"


def test_full_width_letters_and_accents_are_folded():
    assert fold("ＣＳＥ Müller’s") == "cse muller's"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("What is CSE 100?", "cse100"),
        ("cse100 please", "cse100"),
        ("C++ (advanced)", "c++"),
        ("room:B12", "room:b12"),
        ("tb-", "tb-"),
        ("BENG/CSE 184", "cse184"),
    ],
)
def test_codes_are_found_as_the_graph_stores_them(text: str, found: str):
    assert found in codes(text)


@pytest.mark.parametrize("text", ["the 2022 cohort", "in 2019", "fall 2020", "week 8", "at least 40 units", "room 12"])
def test_a_number_behind_an_ordinary_word_is_no_code(text: str):
    assert course_codes(text) == []


def test_a_code_inside_a_longer_code_does_not_count():
    assert holds_code("see phys 130b.", "PHYS 130B")
    assert not holds_code("see phys 130b.", "PHYS 130")
    assert holds_code("beng/cse 184", "CSE 184")


@given(st.text(max_size=80))
def test_a_full_text_query_has_no_bare_operator(text: str):
    query = fulltext(content(text))
    bare = query.replace("\\\\", "").replace("\\", "\x00")
    for position, char in enumerate(bare):
        if char in '+-!(){}[]^"~*?:/&|<>=':
            assert bare[position - 1] == "\x00"
    assert query
    assert query == query.lower()


def test_no_words_give_a_query_that_finds_nothing():
    assert fulltext([]) == NOTHING


def test_a_phrase_is_quoted_once_whatever_it_holds():
    assert phrase('say "hi" (now)') == '"say hi now"'


def test_chinese_is_compared_by_pairs_of_characters():
    assert grams("数据科学") == ["数据", "据科", "科学"]
    assert words("图书馆的开放时间") == ["图书馆", "开放时间"]


@pytest.mark.parametrize(
    ("text", "lang"), [("学费多少", "zh"), ("How much?", "en"), ("いつですか", "ja"), ("언제", "ko")]
)
def test_the_script_tells_the_language(text: str, lang: str):
    assert language(text) == lang


def test_initials_and_titles_end_no_sentence():
    assert sentences("Ask Dr. Ada Quill. She knows.") == ["Ask Dr. Ada Quill.", "She knows."]
    assert sentences("Paul W. Drake teaches. He is here.") == ["Paul W. Drake teaches.", "He is here."]


def test_shortened_words_of_places_and_books_end_no_sentence():
    text = "The walk leads from the harbour to Mt. Alder and Ft. Grey. See Fig. 3 and Vol. 2 of the guide."
    assert sentences(text) == [text[: text.index(" See")], text[text.index("See") :]]


def test_chinese_sentences_are_cut_at_their_own_stops():
    assert sentences("学费为3150克朗。九月缴清。") == ["学费为3150克朗。", "九月缴清。"]


@given(st.text(max_size=200))
def test_sentences_lose_no_word(text: str):
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


def test_two_chinese_characters_count_as_one_word():
    assert count_words("学费为 100 crowns") == 4


@pytest.mark.parametrize(
    "text", ["Dr. O'Neil's CSE_100 course", "Élan—vital’s “ＣＳＥ”", "学费 is 3,150", "İstanbul ﬁne ½", ""]
)
def test_the_short_way_for_plain_text_gives_what_the_long_way_gives(text: str):
    long = unicodedata.normalize("NFKD", text).casefold()
    long = "".join(char for char in long if not unicodedata.combining(char))
    assert fold(text) == long.translate(str.maketrans("‐‑‒–—−’‘“”", "------''\"\""))


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_text_has_the_same_words_beside_a_character_that_is_not_plain(text: str):
    assert words(text + "\n") == words(text + "\n\N{BULLET}")


@given(st.text())
def test_what_is_remembered_of_a_text_is_what_is_read_from_it(text: str):
    assert stem_set(text) == set(stems(text)) == {gram for word in words(text) for gram in grams(word)}


def test_a_caller_may_change_the_stems_it_got():
    stems("two apples").append("pear")
    assert "pear" not in stems("two apples")


def test_an_hour_ends_no_sentence_before_its_day():
    assert sentences("Hand it in by 3:00 p.m. Thursday of week ten. Late ones count less.") == [
        "Hand it in by 3:00 p.m. Thursday of week ten.",
        "Late ones count less.",
    ]
    assert len(sentences("It opens at 9 a.m. Dogs stay outside.")) == 2


def test_a_chinese_name_beside_a_latin_one_makes_no_chinese_text():
    assert not writes_chinese("Lin Yue 林月 | Dr | Botany")
    assert writes_chinese("教务处 | K0.03 | registry@college.example")


def test_a_doubled_consonant_before_an_ending_goes():
    assert stem("subletting") == stem("sublet")
    assert stem("planned") == stem("plan")
    assert stem("billing") == stem("bill")
    assert stem("adding") == stem("add")


def test_a_degree_with_full_stops_is_the_same_word_without_them():
    assert stems("a Ph.D. in Botany") == stems("a PhD in Botany")
    assert stems("The end. Of it.") == ["the", "end", "of", "it"]
