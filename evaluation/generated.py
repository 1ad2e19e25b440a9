"""A made-up site of any size as page graphs, for measuring latency and load: no page of it means anything.

The default has the size of PolyU-Web (arXiv 2607.08269): 4,200 pages with links, 31,000 blocks, 29,000 entities,
38,000 relations, and topics. It is built like a catalogue: every page belongs to a department and holds courses with
codes, titles, units and prerequisites, people with e-mail addresses, and prose that names topics and what others
introduced. Some pages, departments and topics are hubs. The same seed gives the same site.
"""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, islice

from core.records import BlockRecord, EntityRecord, LinkRecord, Mention, PageGraph, PageRecord, Relation, TopicRecord
from evaluation.madeup import Tongue, code, department_name, make_questions, person_name, spread, topic_name

UNITS = 6
SITE_LINKS = 12
PAGE_LINKS = 18


@dataclass(frozen=True, slots=True)
class SiteSize:
    """How much to make; entities and relations are the site's, spread over its blocks."""

    pages: int = 4_200
    blocks: int = 31_000
    entities: int = 29_000
    relations: int = 38_000

    @property
    def departments(self) -> int:
        """About one in 240 entities."""
        return max(2, self.entities // 240)

    @property
    def topics(self) -> int:
        """One in 30 entities."""
        return max(1, self.entities // 30)

    @property
    def courses(self) -> int:
        """Three in ten."""
        return self.entities * 3 // 10

    @property
    def people(self) -> int:
        """One in four."""
        return self.entities // 4

    @property
    def named_values(self) -> int:
        """Titles and addresses: the rest, but for the units that courses share."""
        return self.entities - self.departments - self.topics - self.courses - self.people - UNITS

    @property
    def extras(self) -> int:
        """Relations beyond those that every course, person and value has: units, prerequisites, research."""
        return self.relations - self.courses - self.people - self.named_values


def generate_pages(site: str = "generated", size: SiteSize | None = None, seed: int = 7) -> Iterator[PageGraph]:
    """The pages one by one, ready for the graph writer; every relation has its block."""
    maker = _Maker(site, size or SiteSize(), random.Random(seed))
    return (maker.page(number) for number in range(maker.size.pages))


def generate_questions(count: int, mode: str = "hybrid", size: SiteSize | None = None, seed: int = 11) -> list[str]:
    """Questions that the made-up site's names and words can be asked, of the kind that a mode is for."""
    size = size or SiteSize()
    return make_questions(count, mode, size.departments, size.people, size.topics, seed)


@dataclass(slots=True)
class _Draft:
    """A page while it is made."""

    number: int
    department: int
    own: Sequence[str]
    blocks: list[BlockRecord] = field(default_factory=list)
    entities: dict[str, EntityRecord] = field(default_factory=dict)
    mentions: list[Mention] = field(default_factory=list)
    relations: list[Relation] = field(default_factory=list)


class _Maker:
    """Makes page after page; courses and people come in turn, so that all of them occur."""

    def __init__(self, site: str, size: SiteSize, chance: random.Random) -> None:
        self.size = size
        self._site, self._chance, self._tongue = site, chance, Tongue()
        self._fields = [self._tongue.field(number) for number in range(size.departments)]
        self._page_weights = list(accumulate(1 / (rank + 5) for rank in range(size.pages)))
        self._topic_weights = list(accumulate(1 / (rank + 5) for rank in range(size.topics)))
        subjects = size.courses + size.people
        self._subjects = iter(spread(subjects, max(size.blocks - size.pages, 1)))
        self._are_courses = iter(spread(size.courses, subjects))
        self._values = iter(spread(size.named_values, subjects))
        self._extras = iter(spread(size.extras, subjects))
        self._courses: dict[int, list[EntityRecord]] = defaultdict(list)
        self._people: list[EntityRecord] = []
        self._next_topic = 0

    def page(self, number: int) -> PageGraph:
        """The page of that number; pages come in their order."""
        department = number % self.size.departments
        draft = _Draft(number, department, self._fields[department])
        heading = self._tongue.title(self._chance, 4, draft.own)
        section = self._block(draft, "section", heading, (heading,), None)
        start, end = (round(place * self.size.blocks / self.size.pages) for place in (number, number + 1))
        for _ in range(max(end - start - 1, 1)):
            self._leaf(draft, heading, section.id)
        topics, about = self._keywords(draft)
        return PageGraph(
            page=self._page(draft, heading),
            blocks=tuple(draft.blocks),
            links=tuple(self._links(draft)),
            entities=tuple(draft.entities.values()),
            mentions=tuple(draft.mentions),
            relations=tuple(draft.relations),
            topics=topics,
            about=about,
        )

    def _leaf(self, draft: _Draft, heading: str, parent: str) -> None:
        count = next(self._subjects, 0)
        if not count:
            self._prose(draft, heading, parent)
        for _ in range(count):
            make = self._course if next(self._are_courses) else self._person
            make(draft, heading, parent)

    def _course(self, draft: _Draft, heading: str, parent: str) -> None:
        known = self._courses[draft.department]
        course = self._entity("course", code(draft.department, len(known)))
        title = self._tongue.title(self._chance, 3, draft.own)
        extra, units = next(self._extras), self._chance.randint(1, UNITS)
        most = extra if len(known) % 3 else extra - 1
        needed = self._chance.sample(known, max(min(len(known), most), 0))
        head = self._entity("department", department_name(draft.department))
        text = f"{course.name}. {title} ({units}). {self._words(draft, 30, 90)} Offered by the {head.name}."
        if needed:
            text += f" Prerequisites: {', '.join(one.name for one in needed)}."
        path = (heading, f"{course.name}. {title}")
        block = self._block(draft, "paragraph", text, path, parent)
        self._mention(draft, block, [course, head, *needed])
        self._relate(draft, block, head, course, "offers")
        if next(self._values):
            self._relate(draft, block, course, self._entity("value", f"{title} {len(known)}-{draft.number}"), "title")
        if extra > len(needed):
            self._relate(draft, block, course, self._entity("value", str(units)), "units")
        for one in needed:
            self._relate(draft, block, course, one, "requires")
        known.append(course)

    def _person(self, draft: _Draft, heading: str, parent: str) -> None:
        person = self._entity("person", person_name(len(self._people)))
        head = self._entity("department", department_name(draft.department))
        topics = [self._topic() for _ in range(next(self._extras))]
        email = f"{person.key.replace(' ', '.')}@{self._site}.example"
        text = f"{person.name}, Professor, {head.name}. {self._words(draft, 20, 60)} E-mail: {email}"
        if topics:
            text += f". Works on {', '.join(one.name for one in topics)}."
        block = self._block(draft, "paragraph", text, (heading, person.name), parent)
        self._mention(draft, block, [person, head, *topics])
        self._relate(draft, block, person, head, "member_of")
        if next(self._values):
            self._relate(draft, block, person, self._entity("value", email), "email")
        for one in topics:
            self._relate(draft, block, person, one, "researches")
        self._people.append(person)

    def _prose(self, draft: _Draft, heading: str, parent: str) -> None:
        named = [self._topic(), *self._known(self._people), *self._known(self._courses[draft.department])]
        text = " ".join(f"{self._words(draft, 10, 40)[:-1]} {one.name}." for one in named)
        path = (heading, self._tongue.title(self._chance, 3, draft.own))
        block = self._block(draft, "paragraph", f"{text} {self._words(draft, 10, 60)}", path, parent)
        self._mention(draft, block, named)

    def _known(self, entities: Sequence[EntityRecord]) -> list[EntityRecord]:
        """One of those that are there, the early ones rather; none of none."""
        return [entities[int(len(entities) * self._chance.random() ** 2)]] if entities else []

    def _topic(self) -> EntityRecord:
        """All topics in turn, then the common ones rather."""
        number, self._next_topic = self._next_topic, self._next_topic + 1
        if number >= self.size.topics:
            number = self._draw(self._topic_weights)
        return self._entity("research_topic", topic_name(number))

    def _entity(self, kind: str, name: str) -> EntityRecord:
        key = name.lower()
        return EntityRecord(f"{self._site}:{kind}:{key}", name, kind, key)

    def _mention(self, draft: _Draft, block: BlockRecord, entities: Iterable[EntityRecord]) -> None:
        for one in {one.id: one for one in entities}.values():
            draft.entities[one.id] = one
            start = block.text.index(one.name)
            draft.mentions.append(Mention(block.id, one.id, one.name, start, start + len(one.name)))

    def _relate(self, draft: _Draft, block: BlockRecord, head: EntityRecord, tail: EntityRecord, kind: str) -> None:
        draft.entities |= {head.id: head, tail.id: tail}
        draft.relations.append(Relation(head.id, tail.id, kind, block.id, "generated"))

    def _block(self, draft: _Draft, kind: str, text: str, path: tuple[str, ...], parent: str | None) -> BlockRecord:
        order = len(draft.blocks)
        key = _hash(f"{draft.number}/{order}/{text}")
        block = BlockRecord(
            id=f"{self._site}:{key}",
            page_url=self._url(draft.number),
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
        draft.blocks.append(block)
        return block

    def _page(self, draft: _Draft, heading: str) -> PageRecord:
        return PageRecord(
            site=self._site,
            url=self._url(draft.number),
            title=f"{heading} | {self._site.title()}",
            lang="en",
            status="ok",
            content_hash=_hash("".join(block.content_hash for block in draft.blocks)),
            fetched_at="2026-01-01T00:00:00+00:00",
            searchable="\n".join([heading, *(block.heading_path[-1] for block in draft.blocks)]),
            depth=min(draft.number, 3),
        )

    def _links(self, draft: _Draft) -> Iterator[LinkRecord]:
        """Links of the menu to the same pages everywhere, and of the text to pages near by and to hubs."""
        targets = dict.fromkeys(range(min(SITE_LINKS, self.size.pages)), "chrome")
        near = (draft.number + self._chance.randint(1, 40) for _ in range(PAGE_LINKS // 2))
        far = (self._draw(self._page_weights) for _ in range(PAGE_LINKS // 2))
        targets |= {place % self.size.pages: "main" for place in (*near, *far)}
        targets.pop(draft.number, None)
        return (LinkRecord(self._url(place), self._anchor(draft), region) for place, region in targets.items())

    def _anchor(self, draft: _Draft) -> str:
        """Two words that stand side by side in a block."""
        parts = self._chance.choice(draft.blocks[1:]).text.split()
        start = self._chance.randrange(len(parts) - 1)
        return " ".join(islice(parts, start, start + 2)).rstrip(".,")

    def _keywords(self, draft: _Draft) -> tuple[tuple[TopicRecord, ...], tuple[tuple[str, str], ...]]:
        """Two keyword topics, and the people and courses that are about them."""
        names = {self._tongue.title(self._chance, 1, draft.own[:5]).lower() for _ in range(2)}
        topics = [TopicRecord(f"{self._site}:keyword:{_hash(name)}", "keyword", 0, name) for name in sorted(names)]
        entities = [one for one in draft.entities.values() if one.type in {"person", "research_topic"}][:3]
        return tuple(topics), tuple((one.id, self._chance.choice(topics).id) for one in entities)

    def _words(self, draft: _Draft, least: int, most: int) -> str:
        return self._tongue.text(self._chance, self._chance.randint(least, most), draft.own)

    def _url(self, number: int) -> str:
        return f"https://{self._site}.example/page-{number}.html"

    def _draw(self, weights: Sequence[float]) -> int:
        return self._chance.choices(range(len(weights)), cum_weights=weights)[0]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
