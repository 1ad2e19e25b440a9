"""Slips of the pen are read as words of the site, and nothing else is."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from models.known import knows_word
from retrieval.respelling import Reading, find_others, find_suspects, mend, nearest, respell
from retrieval.sites import SiteFacts
from tests.ingest_samples import hash_embedders

KNOWN = frozenset({"which", "class", "make", "minor", "film", "study", "ask", "course", "room", "library", "for"})
SITE = SiteFacts("uni", {"en": 9}, everywhere=9)


class Names:
    """Stands in for the database: the names that are spelt nearly as a word, and the words that stand in blocks."""

    def __init__(
        self, names: list[str], known: frozenset[str] = frozenset(), told: frozenset[str] = frozenset()
    ) -> None:
        self.names, self.known, self.told, self.asked = names, known, told, 0

    async def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        self.asked += 1
        words = [word["word"] for word in parameters["ask"]["words"]]
        others = {word["word"]: word["others"] for word in parameters["ask"]["words"]}
        return [
            {
                "rows": [
                    {
                        "word": word,
                        "known": word in self.known,
                        "names": self.names,
                        "others": [{"word": one, "blocks": 3} for one in others[word] if one in self.told],
                    }
                    for word in words
                ]
            }
        ]


async def read(question: str, names: Names) -> Reading:
    return await respell(names, SITE, question, KNOWN.__contains__)


@pytest.mark.parametrize(
    ("question", "suspects"),
    [
        ("which classes make up the acounting minor?", ["acounting"]),
        ("ask for the flim studies minor", ["flim"]),
        ("which courses in the library?", []),
        ("Whom to ask for Qwertz?", []),
        ("ask for CSEE at cs@uni.example or /flim/acounting", []),
    ],
)
def test_only_plain_words_that_nobody_knows_are_suspected(question: str, suspects: list[str]):
    assert find_suspects(question, KNOWN.__contains__) == suspects


@pytest.mark.parametrize(
    ("word", "name", "meant"),
    [
        ("flim", "Film Studies Minor", "film"),
        ("acounting", "Minor in Accounting", "accounting"),
        ("linguisitcs", "Linguistics", "linguistics"),
        ("harp", "Hard Rock Geology", "hard"),
        ("bicycles", "Biochemistry", ""),
        ("flim", "Swim Centre", ""),
        ("nurzing", "Nursery", ""),
    ],
)
def test_the_nearest_word_of_the_names_is_meant(word: str, name: str, meant: str):
    assert nearest(word, [name]) == meant


@given(st.text("abcdef", min_size=4, max_size=12), st.lists(st.text("abcdef ", max_size=30), max_size=6))
def test_what_is_meant_begins_alike_and_differs_by_two_slips_at_most(word: str, names: list[str]):
    meant = nearest(word, names)
    assert not meant or (meant[0] == word[0] and 0 < OSA.distance(word, meant) <= (2 if len(word) >= 8 else 1))


async def test_a_slip_is_read_as_the_word_of_the_site_and_said():
    found = await read("which classes make up the acounting minor?", Names(["Accounting Minor"]))
    assert found == Reading("which classes make up the accounting minor?", (("acounting", "accounting"),))


async def test_a_word_that_stands_on_the_site_is_no_slip():
    question = "which room for acounting?"
    assert await read(question, Names(["Accounting"], frozenset({"acounting"}))) == Reading(question)


async def test_a_question_of_known_words_asks_the_database_nothing():
    names = Names(["Accounting"])
    assert (await read("which courses make up the minor?", names)).changed == ()
    assert names.asked == 0


def test_an_embedder_without_a_vocabulary_knows_every_word():
    assert knows_word(hash_embedders().primary, "acounting")


async def test_a_slip_is_read_as_a_known_word_that_stands_on_the_site():
    found = await read("which romo for the film?", Names([], told=frozenset({"room"})))
    assert found.text == "which room for the film?"
    named = await read("which romo for the film?", Names(["Roma House"], told=frozenset({"room"})))
    assert named.text == "which roma for the film?"


async def test_a_slip_of_the_only_word_that_is_known_needs_no_site():
    assert (await read("which librray?", Names([]))).text == "which library?"
    assert (await read("which zzgrq?", Names([]))).text == "which zzgrq?"


def test_words_that_are_often_written_wrong_are_read_aright():
    assert mend("wich adress has the libary?") == "which address has the library?"
    assert mend("Ask at adress@uni.example or /adress") == "Ask at adress@uni.example or /adress"


@given(st.text("abcdefgh", min_size=4, max_size=10))
def test_other_words_are_known_and_differ_by_one_slip(word: str):
    known = frozenset({"bade", "cafe", "head", "bead", "ache", "deaf", "face"})
    for other in find_others(word, known.__contains__):
        assert other in known or other.removesuffix("s") in known
        assert OSA.distance(word, other) == 1
