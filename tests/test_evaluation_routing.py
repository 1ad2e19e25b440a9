"""The router measured alone: a mode a question, totals by half and language."""

from __future__ import annotations

from core.records import Turn
from evaluation.metrics import score_reply
from evaluation.records import GoldQuestion, Place
from evaluation.routing import RouterSystem
from retrieval.router import RouteClassifier
from tests.ingest_samples import HashEmbedder


async def test_a_question_gets_the_mode_that_a_rule_or_an_example_gives_and_else_a_plain_fact():
    embedder = HashEmbedder(size=256)
    system = RouterSystem(embedder, RouteClassifier(embedder))
    asked = {
        "Compare the two halls": "B",
        "people working on robotics": "C",
        "the maximum number of transfer credits": "A",
        "列出所有的硕士项目": "list",
    }
    for text, mode in asked.items():
        question = GoldQuestion("1", text, "", mode=mode)
        reply = await system.ask(question)
        assert reply.mode == mode
        assert score_reply(question, reply) == {"route": 1.0}
        assert system.locate(question) == Place()


async def test_a_follow_up_is_routed_as_the_whole_question_that_it_stands_for():
    embedder = HashEmbedder(size=256)
    system = RouterSystem(embedder, RouteClassifier(embedder))
    before = Turn(question="How many courses does the music department offer in spring?", answer="Twelve.")
    reply = await system.ask(GoldQuestion("1", "And in winter?", "", history=(before,)))
    assert reply.mode == "list"
