"""The made-up site: its size, that it hangs together, and that a seed repeats it."""

from __future__ import annotations

import re

import numpy as np
import pytest

from core.records import PageGraph
from evaluation.generated import SiteSize, generate_pages, generate_questions
from evaluation.latency import MODES
from evaluation.standin import StandInEmbedder
from models.late import compare
from tests.ingest_samples import HashEmbedder

SMALL = SiteSize(pages=60, blocks=450, entities=300, relations=400)


@pytest.fixture(scope="module")
def pages() -> list[PageGraph]:
    return list(generate_pages(size=SMALL))


def test_the_numbers_asked_for_come_out(pages: list[PageGraph]):
    assert len(pages) == 60
    assert sum(len(page.blocks) for page in pages) == 450
    assert len({entity.id for page in pages for entity in page.entities}) == 300
    facts = [(one.head, one.type, one.tail) for page in pages for one in page.relations]
    assert len(facts) == len(set(facts)) == 400
    assert len({topic.id for page in pages for topic in page.topics}) >= 5


def test_every_mention_names_a_block_and_an_entity_of_its_page(pages: list[PageGraph]):
    for page in pages:
        blocks = {block.id: block for block in page.blocks}
        entities = {entity.id for entity in page.entities}
        for mention in page.mentions:
            assert mention.entity_id in entities
            assert blocks[mention.block_id].text[mention.start : mention.end] == mention.surface


def test_every_relation_has_its_block_and_both_ends(pages: list[PageGraph]):
    for page in pages:
        entities = {entity.id for entity in page.entities}
        blocks = {block.id for block in page.blocks}
        assert all(
            {relation.head, relation.tail} <= entities and relation.source in blocks for relation in page.relations
        )


def test_links_lead_to_pages_of_the_site_and_never_to_itself(pages: list[PageGraph]):
    urls = {page.page.url for page in pages}
    for page in pages:
        targets = [link.target for link in page.links]
        assert set(targets) <= urls - {page.page.url}
        assert len(targets) == len(set(targets))


def test_block_ids_are_unique_over_the_site(pages: list[PageGraph]):
    ids = [block.id for page in pages for block in page.blocks]
    assert len(ids) == len(set(ids))


def test_the_same_seed_gives_the_same_site():
    assert list(generate_pages(size=SMALL, seed=3)) == list(generate_pages(size=SMALL, seed=3))
    assert list(generate_pages(size=SMALL, seed=3)) != list(generate_pages(size=SMALL, seed=4))


def test_some_pages_and_entities_are_hubs(pages: list[PageGraph]):
    incoming: dict[str, int] = {}
    for page in pages:
        for link in page.links:
            incoming[link.target] = incoming.get(link.target, 0) + 1
    assert max(incoming.values()) >= 0.9 * len(pages)


@pytest.mark.parametrize("mode", MODES)
def test_questions_repeat_with_their_seed(mode: str):
    assert generate_questions(10, mode) == generate_questions(10, mode)
    assert len(set(generate_questions(50, mode))) >= 30


def test_questions_name_what_the_site_has(pages: list[PageGraph]):
    text = "\n".join(block.text for page in pages for block in page.blocks)
    asked = [question for mode in MODES for question in generate_questions(40, mode, SMALL)]
    names = {name for question in asked for name in re.findall(r"Department of \w+ \w+|[A-Z]{2}TI \d+", question)}
    assert names
    assert all(name in text for name in names)


def test_links_are_told_by_words_of_their_page(pages: list[PageGraph]):
    for page in pages:
        whole = " ".join(block.text for block in page.blocks)
        assert all(link.anchor_text in whole for link in page.links)


def test_courses_have_codes_and_values_and_people_belong_to_a_department(pages: list[PageGraph]):
    kinds = {relation.type for page in pages for relation in page.relations}
    assert kinds == {"offers", "title", "units", "requires", "member_of", "email", "researches"}
    courses = [one for page in pages for one in page.entities if one.type == "course"]
    assert all(re.fullmatch(r"[a-z]{4} \d{3}", course.key) for course in courses)


def test_stand_in_vectors_are_unit_vectors_and_repeat():
    embedder = StandInEmbedder(size=32)
    vectors = embedder.embed_passages(["one", "two", "one"])
    assert vectors.shape == (3, 32)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)
    assert np.array_equal(vectors[0], vectors[2])
    assert embedder.embed_passages([]).shape == (0, 32)


def test_stand_in_vectors_are_nearer_the_more_words_texts_share():
    made = StandInEmbedder().embed_passages(["red apples fall early", "red apples fall late", "ships sail at night"])
    assert made[0] @ made[1] > made[0] @ made[2] + 0.1
    assert 0.4 < made[0] @ made[2] < 0.7


def test_a_question_is_embedded_by_the_real_model_too_but_its_vector_is_the_stand_in_s():
    real = HashEmbedder("real", 16)
    embedder = StandInEmbedder(real)
    assert (embedder.name, embedder.size) == ("real", 16)
    assert np.array_equal(embedder.embed_questions(["one"]), embedder.embed_passages(["one"]))
    assert real.texts == 1


def test_tokens_made_up_are_met_by_the_same_words():
    embedder = StandInEmbedder()
    vector, tokens = embedder.embed_question_tokens("red apples")
    vectors, packed = embedder.embed_passage_tokens(["ships sail at night", "red apples fall early"])
    assert (vector.shape, vectors.shape) == ((384,), (2, 384))
    assert tokens is not None
    likeness = compare(tokens, packed)
    assert likeness[1] is not None
    assert likeness[1] > 0.99 > (likeness[0] or 0.0)
