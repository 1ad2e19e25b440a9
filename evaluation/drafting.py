"""Drafts of questions from a site's own graph, each with its right answer, for a person to accept or reject.

Gold comes from structure: an attribute is a lookup, two of one kind a comparison, one after another a follow-up; all
tails of a relation are a list; an attribute of what a relation leads to is two hops; a community is a question about
the whole; an attribute that others of the type have and this one lacks, or a code that does not exist, has no answer.
Only facts that their block says in so many words are taken. The same graph and seed give the same drafts.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from importlib.resources import files
from itertools import zip_longest
from typing import Any

import yaml

from evaluation.texts import holds
from graph import Database
from retrieval.texts import language

VALUE = "value"
MOST_FACTS = 60_000
MOST_TOPICS = 200
LIST_SIZES = range(3, 16)
HEADS = 20
KINDS = ("lookup", "list", "two-hop", "comparison", "follow-up", "unanswerable", "global", "everyday")
_CODE = re.compile(r"(.*?)(\d{1,4})([A-Z]?)$")


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact of the graph and the block that states it."""

    head: str
    name: str
    type: str
    relation: str
    tail: str
    tail_name: str
    tail_type: str
    id: str
    url: str
    text: str

    @property
    def said(self) -> bool:
        """Whether the block says the tail in so many words."""
        return _says(self.text, self.tail_name)


@lru_cache(maxsize=100_000)
def _says(text: str, words: str) -> bool:
    return holds(text, words)


@dataclass(frozen=True, slots=True)
class Draft:
    """A question in the form of a dataset's row, and what a person decides by: the path and the blocks in words."""

    row: dict[str, Any]
    path: str
    blocks: tuple[tuple[str, str], ...] = ()

    @property
    def id(self) -> str:
        """The same for the same question and answer."""
        return str(self.row["id"])


@dataclass(frozen=True, slots=True)
class Facts:
    """All facts of a site, arranged for drafting: attributes and relations by the thing they are of.

    `heads` are the things to ask about: all, or a part of a large site.
    """

    facts: Sequence[Fact]
    topics: Sequence[Mapping[str, Any]] = ()
    heads: tuple[str, ...] = ()
    attributes: dict[str, dict[str, list[Fact]]] = field(init=False)
    relations: dict[str, dict[str, list[Fact]]] = field(init=False)

    def __post_init__(self) -> None:
        kinds: tuple[dict[str, dict[str, list[Fact]]], ...] = (
            defaultdict(lambda: defaultdict(list)),
            defaultdict(lambda: defaultdict(list)),
        )
        for fact in self.facts:
            kinds[fact.tail_type != VALUE][fact.head][fact.relation].append(fact)
        object.__setattr__(self, "attributes", dict(kinds[0]))
        object.__setattr__(self, "relations", dict(kinds[1]))
        if not self.heads:
            object.__setattr__(self, "heads", tuple(dict.fromkeys(fact.head for fact in self.facts)))

    def sole(self, head: str) -> dict[str, Fact]:
        """The attributes of a thing that have one value, which its block says."""
        return {
            name: facts[0] for name, facts in self.attributes.get(head, {}).items() if len(facts) == 1 and facts[0].said
        }


def read_facts(database: Database, site: str) -> Facts:
    """What drafts are made of."""
    rows = database.read("evaluation/draft_facts", site=site, limit=MOST_FACTS)
    topics = database.read("evaluation/draft_topics", site=site, limit=MOST_TOPICS)
    return Facts([Fact(**row) for row in rows], topics)


def draft_questions(facts: Facts, count: int, seed: int = 7) -> list[Draft]:
    """So many drafts, the kinds taking turns, as far as the graph has them."""
    chance = random.Random(seed)
    if len(facts.heads) > count * HEADS:
        facts = replace(facts, heads=tuple(chance.sample(facts.heads, count * HEADS)))
    made = [_shuffled(maker(facts, random.Random(seed)), chance) for maker in MAKERS.values()]
    turns = (draft for row in zip_longest(*made) for draft in row if draft is not None)
    unique = {draft.id: draft for draft in turns}
    return list(unique.values())[:count]


def _shuffled(drafts: Iterator[Draft], chance: random.Random) -> list[Draft]:
    found = list(drafts)
    chance.shuffle(found)
    return found


def draft_lookups(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """One attribute of one thing."""
    for head in facts.heads:
        for fact in facts.sole(head).values():
            yield make_draft("lookup", _say("lookup", fact, chance), [fact])


def draft_comparisons(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """The same attribute of two things of one type, with different values."""
    pools: dict[tuple[str, str], list[Fact]] = defaultdict(list)
    for head in facts.heads:
        for name, fact in facts.sole(head).items():
            pools[fact.type, name].append(fact)
    for pool in pools.values():
        chance.shuffle(pool)
        for one, other in zip(pool[::2], pool[1::2], strict=False):
            if one.tail_name != other.tail_name and language(one.name) == language(other.name):
                yield make_draft("comparison", _say("comparison", one, chance, other=other.name), [one, other])


def draft_follow_ups(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """A second attribute, asked after the first."""
    for head in facts.heads:
        known = list(facts.sole(head).values())
        if len(known) >= 2:
            first, second = chance.sample(known, 2)
            history = [
                {"role": "user", "content": _say("lookup", first, chance)},
                {"role": "assistant", "content": first.tail_name},
            ]
            yield make_draft("follow-up", _say("follow_up", second, chance), [second], history=history)


def draft_lists(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """All that one thing has one relation to."""
    for head in facts.heads:
        for group in facts.relations.get(head, {}).values():
            if len(group) in LIST_SIZES and all(fact.said for fact in group):
                text = _say("list", group[0], chance, relation=_relation(group[0], "many"))
                yield make_draft("list", text, group, exact=[fact.tail_name for fact in group])


def draft_two_hops(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """An attribute of the one thing that a relation leads to."""
    for head in facts.heads:
        for group in facts.relations.get(head, {}).values():
            known = facts.sole(group[0].tail) if len(group) == 1 and group[0].said else {}
            for second in list(known.values())[:1]:
                text = _say("two_hop", second, chance, relation=_relation(group[0], "one"), middle=second.type)
                yield make_draft("two-hop", text, [second, group[0]])


def draft_unanswerables(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """What the site does not say: an attribute that this thing lacks, or one of a code that does not exist."""
    names = {fact.name for fact in facts.facts} | {fact.tail_name for fact in facts.facts}
    shared = _common_attributes(facts)
    for head in facts.heads:
        attributes, known = facts.attributes.get(head, {}), facts.sole(head)
        if not known:
            continue
        fact = next(iter(known.values()))
        other = _other_code(fact.name, names)
        if other:
            asked = _say("lookup", fact, chance, name=other)
            yield make_draft("unanswerable", asked, [], path=f"{other} is nowhere in the graph")
        for name in sorted(shared[fact.type] - attributes.keys())[:1]:
            asked = _say("lookup", fact, chance, what=_word(language(fact.name), name))
            path = f"{fact.name} has no {name} in the graph; others of its type have"
            yield make_draft("unanswerable", asked, [], path=path, blocks=((fact.url, fact.text),))


def draft_globals(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """What a community of the graph is about, with the pages that its summary rests on."""
    for topic in facts.topics:
        tongue = _wording(language(topic["title"]))
        text = chance.choice(tongue["global"]).format(name=topic["title"])
        blocks = ((topic["urls"][0], topic["summary"]),)
        yield make_draft(
            "global", text, [], path=f"community {topic['title']}", blocks=blocks, gold_pages=topic["urls"]
        )


def draft_everyday(facts: Facts, chance: random.Random) -> Iterator[Draft]:
    """What people ask of a person or a unit, in the words they use: who it is, where it belongs, how it is reached."""
    for head in facts.heads:
        for group in (*facts.attributes.get(head, {}).values(), *facts.relations.get(head, {}).values()):
            forms = _wording(language(group[0].name))["everyday"].get(group[0].relation, {}).get(group[0].type)
            if forms and all(fact.said for fact in group):
                answers = list(dict.fromkeys(fact.tail_name for fact in group))
                yield make_draft("everyday", chance.choice(forms).format(name=group[0].name), group, accept=answers)


MAKERS: Mapping[str, Callable[[Facts, random.Random], Iterator[Draft]]] = dict(
    zip(
        KINDS,
        (draft_lookups, draft_lists, draft_two_hops, draft_comparisons, draft_follow_ups, draft_unanswerables,
         draft_globals, draft_everyday),
        strict=True,
    )
)  # fmt: skip


def make_draft(
    kind: str,
    text: str,
    facts: Sequence[Fact],
    *,
    path: str = "",
    blocks: tuple[tuple[str, str], ...] = (),
    **more: Any,
) -> Draft:
    """A draft in the form of a dataset's row; its right answer is that of the facts."""
    answers = list(dict.fromkeys(fact.tail_name for fact in facts))
    row: dict[str, Any] = {"question": text, "kind": kind, "lang": language(text)}
    row["answerable"] = kind != "unanswerable"
    row["answer"] = "; ".join(answers[:1] if kind == "two-hop" else answers)
    if kind == "comparison":
        row["items"] = answers
    elif answers and "exact" not in more:
        row["accept"] = answers[:1]
    row["pages"] = list(dict.fromkeys(fact.url for fact in facts))
    row |= more
    digest = hashlib.sha256(f"{text}\0{row['answer']}\0{row.get('history')}".encode()).hexdigest()[:10]
    steps = "; ".join(f"{fact.name} —{fact.relation}→ {fact.tail_name}" for fact in reversed(facts))
    shown = blocks or tuple(dict.fromkeys((fact.url, fact.text) for fact in facts))
    return Draft({"id": f"{kind}-{digest}", **row}, path or steps, shown)


def _say(form: str, fact: Fact, chance: random.Random, **given: str) -> str:
    tongue = language(fact.name)
    known = {"name": fact.name, "what": _word(tongue, fact.relation)}
    return str(chance.choice(_wording(tongue)[form])).format(**{**known, **given})


def _relation(fact: Fact, form: str) -> str:
    """A relation in words: of the one thing that it leads to, or as a question for all of them."""
    tongue = language(fact.name)
    words = _wording(tongue)["relations"]
    template = words.get(fact.relation, words["other"])[form]
    return str(template).format(name=fact.name, middle=fact.tail_type, what=_word(tongue, fact.relation))


def _word(tongue: str, name: str) -> str:
    return str(_wording(tongue)["words"].get(name, name.replace("_", " ")))


def _common_attributes(facts: Facts) -> dict[str, set[str]]:
    """The attributes that at least a third of a type's things have."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    totals: dict[str, int] = defaultdict(int)
    for attributes in facts.attributes.values():
        kind = next(iter(attributes.values()))[0].type
        totals[kind] += 1
        for name in attributes:
            counts[kind][name] += 1
    common = {kind: {name for name, n in found.items() if 3 * n >= totals[kind]} for kind, found in counts.items()}
    return defaultdict(set, common)


def _other_code(name: str, names: set[str]) -> str:
    """A code of the same form that nothing in the graph has; empty for what is no code."""
    match = _CODE.fullmatch(name)
    if match is None or not match[1].strip():
        return ""
    for step in (7, 13, 29, 41, 77):
        other = f"{match[1]}{int(match[2]) + step}"
        if not any(known.startswith(other) for known in names):
            return other
    return ""


@cache
def _read_wordings() -> dict[str, Any]:
    return dict(yaml.safe_load(files("evaluation").joinpath("drafts.yaml").read_text(encoding="utf-8")))


def _wording(tongue: str) -> dict[str, Any]:
    wordings = _read_wordings()
    return dict(wordings.get(tongue, wordings["en"]))
