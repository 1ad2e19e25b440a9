"""A made-up site of any size as page graphs, for measuring latency and load: no page of it means anything.

The default has the size of PolyU-Web (arXiv 2607.08269): 4,200 pages with links, 31,000 blocks, 29,000 entities,
38,000 relations, and topics. Words and entities are drawn with falling frequencies, so that there are common words,
hub pages and hub entities as on a real site. The same seed gives the same site.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from core.records import BlockRecord, EntityRecord, LinkRecord, Mention, PageGraph, PageRecord, Relation, TopicRecord
from models.batches import normalise
from models.protocols import Vectors

TYPES = ("person", "course", "department", "programme", "topic")
RELATIONS = ("teaches", "member_of", "prerequisite", "offers", "works_on")
SYLLABLES = (
    "ba",
    "co",
    "da",
    "fe",
    "gu",
    "ha",
    "ji",
    "ka",
    "lo",
    "mi",
    "ne",
    "pa",
    "qui",
    "ro",
    "sa",
    "te",
    "vu",
    "zo",
)
WORDS = 20_000
SITE_LINKS = 12
PAGE_LINKS = 18
MENTIONS = 3
TOPICS_OF_SITE = 600


@dataclass(frozen=True, slots=True)
class SiteSize:
    """How much to make; entities and relations are the site's, spread over its blocks."""

    pages: int = 4_200
    blocks: int = 31_000
    entities: int = 29_000
    relations: int = 38_000


def generate_pages(site: str = "generated", size: SiteSize | None = None, seed: int = 7) -> Iterator[PageGraph]:
    """The pages one by one, ready for the graph writer; every entity is mentioned and every relation has its block."""
    maker = _Maker(site, size or SiteSize(), random.Random(seed))
    return (maker.page(number) for number in range(maker.size.pages))


def generate_questions(count: int, seed: int = 11) -> list[str]:
    """Questions over the made-up words, in turn of the kinds that modes A, B, C and the list statements take."""
    chance = random.Random(seed)
    words = [_word(number) for number in range(400)]
    forms = (
        "What is the {0} {1} of {2}?",
        "What is the difference between {0} {1} and {2}?",
        "Which professors work on {0} {1}?",
        "How many courses are about {0}?",
        "Where do I find {0} {1} {2} {3}?",
    )
    return [forms[number % len(forms)].format(*chance.sample(words, 4)) for number in range(count)]


class _Maker:
    """Draws what a page says; entities are handed out in turn first, so that all of them occur."""

    def __init__(self, site: str, size: SiteSize, chance: random.Random) -> None:
        self.size = size
        self._site = site
        self._chance = chance
        self._words = [_word(number) for number in range(WORDS)]
        self._word_weights = list(accumulate(1 / (rank + 3) for rank in range(WORDS)))
        self._entity_weights = list(accumulate(1 / (rank + 20) for rank in range(size.entities)))
        self._page_weights = list(accumulate(1 / (rank + 5) for rank in range(size.pages)))
        self._next_entity = 0

    def page(self, number: int) -> PageGraph:
        blocks = self._blocks(number)
        leaves = [block for block in blocks if block.leaf]
        mentions = [mention for block in leaves for mention in self._mentions(block)]
        entities = {mention.entity_id: self._entity(mention.entity_id) for mention in mentions}
        relations = self._relations(number, mentions)
        topics, about = self._topics(sorted(entities))
        return PageGraph(
            page=self._page(number, blocks),
            blocks=tuple(blocks),
            links=tuple(self._links(number)),
            entities=tuple(entities.values()),
            mentions=tuple(mentions),
            relations=tuple(relations),
            topics=topics,
            about=about,
        )

    def _page(self, number: int, blocks: Sequence[BlockRecord]) -> PageRecord:
        title = blocks[0].text
        return PageRecord(
            site=self._site,
            url=self._url(number),
            title=title,
            lang="en",
            status="ok",
            content_hash=_hash("".join(block.content_hash for block in blocks)),
            fetched_at="2026-01-01T00:00:00+00:00",
            searchable="\n".join([title, *(block.heading_path[-1] for block in blocks)]),
            depth=min(number, 3),
        )

    def _blocks(self, number: int) -> list[BlockRecord]:
        """One section and its leaves; the numbers of leaves add up to the size asked for."""
        start, end = (round(place * self.size.blocks / self.size.pages) for place in (number, number + 1))
        heading = self._text(4).capitalize()
        section = self._block(number, 0, "section", heading, (heading,), None)
        leaves = max(end - start - 1, 1)
        paths = [(heading, self._text(3).capitalize()) for _ in range(leaves)]
        texts = [self._text(self._chance.randint(30, 150)) for _ in range(leaves)]
        return [section] + [
            self._block(number, order, "paragraph", text, path, section.id)
            for order, (text, path) in enumerate(zip(texts, paths, strict=True), 1)
        ]

    def _block(
        self, page: int, order: int, kind: str, text: str, path: tuple[str, ...], parent: str | None
    ) -> BlockRecord:
        key = _hash(f"{page}/{order}/{text}")
        return BlockRecord(
            id=f"{self._site}:{key}",
            page_url=self._url(page),
            kind=kind,
            text=text,
            markdown=text,
            heading_path=path,
            parent=parent,
            order=order,
            words=len(text.split()),
            main=1.0,
            leaf=kind != "section",
            content_hash=key,
            lang="en",
            searchable=" > ".join(path) + "\n" + text,
        )

    def _mentions(self, block: BlockRecord) -> Iterator[Mention]:
        for place in range(MENTIONS):
            if self._next_entity < self.size.entities and place < 2:
                rank, self._next_entity = self._next_entity, self._next_entity + 1
            else:
                rank = self._draw(self._entity_weights)
            start = min(place * 7, max(len(block.text) - 7, 0))
            yield Mention(block.id, self._entity_id(rank), block.text[start : start + 6], start, start + 6)

    def _relations(self, number: int, mentions: Sequence[Mention]) -> Iterator[Relation]:
        start, end = (round(place * self.size.relations / self.size.pages) for place in (number, number + 1))
        for _ in range(end - start):
            head = self._chance.choice(mentions)
            same = [
                other for other in mentions if other.block_id == head.block_id and other.entity_id != head.entity_id
            ]
            if same:
                tail = self._chance.choice(same)
                yield Relation(
                    head.entity_id, tail.entity_id, self._chance.choice(RELATIONS), head.block_id, "generated"
                )

    def _topics(self, entities: Sequence[str]) -> tuple[tuple[TopicRecord, ...], tuple[tuple[str, str], ...]]:
        ranks = {self._draw(self._word_weights) % TOPICS_OF_SITE for _ in range(2)}
        names = {rank: f"{self._words[rank]} {self._words[rank + 1]}" for rank in sorted(ranks)}
        topics = {
            rank: TopicRecord(f"{self._site}:keyword:{_hash(name)}", "keyword", 0, name) for rank, name in names.items()
        }
        about = tuple((entity, topics[self._chance.choice(sorted(ranks))].id) for entity in entities[:3])
        return tuple(topics.values()), about

    def _links(self, number: int) -> Iterator[LinkRecord]:
        targets = dict.fromkeys(range(min(SITE_LINKS, self.size.pages)), "chrome")
        near = (number + self._chance.randint(1, 40) for _ in range(PAGE_LINKS // 2))
        far = (self._draw(self._page_weights) for _ in range(PAGE_LINKS // 2))
        targets |= {place % self.size.pages: "main" for place in (*near, *far)}
        targets.pop(number, None)
        return (LinkRecord(self._url(place), self._text(2), region) for place, region in targets.items())

    def _entity_id(self, rank: int) -> str:
        return f"{self._site}:{TYPES[rank % len(TYPES)]}:{_name(rank).lower().replace(' ', '-')}"

    def _entity(self, entity_id: str) -> EntityRecord:
        _, type_, key = entity_id.split(":", 2)
        return EntityRecord(entity_id, key.replace("-", " ").title(), type_, key)

    def _url(self, number: int) -> str:
        return f"https://{self._site}.example/page-{number}.html"

    def _text(self, words: int) -> str:
        return " ".join(self._chance.choices(self._words, cum_weights=self._word_weights, k=words))

    def _draw(self, weights: Sequence[float]) -> int:
        return self._chance.choices(range(len(weights)), cum_weights=weights)[0]


class StandInEmbedder:
    """Vectors of the right shape that mean nothing, for graphs whose texts mean nothing: a seeded draw around one of
    200 centres a text. It bears the name of the embedder whose size it has, so that a graph accepts it; measuring
    only.
    """

    languages = ("en",)

    def __init__(self, name: str = "bge-small-en-v1.5", size: int = 384, centres: int = 200) -> None:
        self.name = name
        self.size = size
        self._centres = np.random.default_rng(5).standard_normal((centres, size)).astype(np.float32)

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """Unit vectors, shape (number of texts, size); equal texts have equal vectors."""
        return normalise(
            np.stack([self._draw(text) for text in texts]) if texts else np.zeros((0, self.size), np.float32)
        )

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """The same as for passages."""
        return self.embed_passages(texts)

    def _draw(self, text: str) -> Vectors:
        seed = int(_hash(text), 16)
        chance = np.random.default_rng(seed)
        noise = chance.standard_normal(self.size).astype(np.float32)
        return np.asarray(self._centres[seed % len(self._centres)] + 0.8 * noise, dtype=np.float32)


def _word(number: int) -> str:
    """A made-up word, different for every number."""
    word = ""
    number += len(SYLLABLES)
    while number:
        number, rest = divmod(number, len(SYLLABLES))
        word = SYLLABLES[rest] + word
    return word


def _name(rank: int) -> str:
    return f"{_word(rank * 7 + 1)} {_word(rank)}"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
