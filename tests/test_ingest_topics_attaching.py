"""Communities in a real Neo4j, kept in step with pages that come and go: only what is touched is read and written."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.records import PageGraph
from graph.database import Database
from graph.schema import ensure_schema
from ingest.embedding import VectorMaker
from ingest.topics.building import TopicBuilder, TopicReport
from ingest.writer import GraphWriter
from tests.ingest_samples import ROOT, SITE, hash_embedders, make_page, make_vectors, see_graph

SUBJECTS = {
    "rivers": "river water flood bank stream bridge delta",
    "stars": "star light orbit planet comet telescope night",
    "bread": "bread flour oven yeast crust salt baker",
    "songs": "song choir voice melody verse chorus singer",
}
PEOPLE = {"rivers": "Ada Quill", "stars": "Bo Lee", "bread": "Cy Ng", "songs": "Di Ott"}
PAGES, BLOCKS = 3, 4
Graph = tuple[list[str], list[str]]


def make_subject(subject: str, number: int, others: tuple[str, ...] = ()) -> PageGraph:
    """A page about a subject that names its person, and the persons of other subjects."""
    words = SUBJECTS[subject].split()
    named = [PEOPLE[subject], *(PEOPLE[one] for one in others)]
    texts = [
        f"Of {words[(number + place) % 7]} and {words[(number + place + 2) % 7]}, part {number} {place}. "
        f"{' and '.join(named)} wrote of {SUBJECTS[subject]}."
        for place in range(BLOCKS)
    ]
    return make_page(f"{subject}{number}", texts, [(name, f"{subject} writer") for name in named])


class Site:
    """A site whose communities are brought in step by hand."""

    def __init__(self, database: Database) -> None:
        embedders = hash_embedders()
        ensure_schema(database, {"embedding": embedders.primary})
        self.database, self.topics = database, TopicBuilder(database)
        self.writer, self.vectors = GraphWriter(database), VectorMaker(database, embedders)

    def put(self, *pages: PageGraph) -> TopicReport:
        """Write pages and bring the communities in step."""
        self.writer.write_all([(page, make_vectors(page)) for page in pages])
        return self.settle()

    def retire(self, *names: str) -> TopicReport:
        """Take pages out and bring the communities in step."""
        for name in names:
            self.writer.retire(SITE, ROOT + name)
        return self.settle()

    def settle(self) -> TopicReport:
        """Fill in vectors and bring the communities in step."""
        self.vectors.fill(SITE, lambda step, done, total: None)
        report = self.topics.update(SITE)
        self.vectors.fill(SITE, lambda step, done, total: None)
        return report

    def see(self) -> Graph:
        """The whole graph, but for the count of what came and went."""
        nodes, edges = see_graph(self.database)
        return [node for node in nodes if "topics:" not in node], edges

    def rows(self, query: str, **params: Any) -> list[Any]:
        """The first column of what a query gives."""
        return [record[0] for record in self.database.driver.execute_query(query, params).records]

    def community_of(self, text: str) -> str:
        """The lowest community of the blocks whose text holds some words."""
        query = "MATCH (t:Topic)-[:CONTAINS]->(b:Block) WHERE b.text CONTAINS $text RETURN DISTINCT t.id"
        found = self.rows(query, text=text)
        assert len(found) == 1
        return str(found[0])


@pytest.fixture
def site(database: Database) -> Site:
    """A site of four subjects, its communities built."""
    made = Site(database)
    made.put(*(make_subject(subject, number) for subject in SUBJECTS for number in range(PAGES)))
    return made


MEMBERS = "MATCH (t:Topic {id: $id})-[:CONTAINS]->(m) RETURN m.id ORDER BY m.id"
STANDING = "MATCH (t:Topic {kind: 'community'}) RETURN t.id + t.title + t.summary ORDER BY t.id"


def test_there_are_communities_to_attach_to(site: Site):
    assert len(site.rows("MATCH (t:Topic {kind: 'community', level: 1}) RETURN t.id")) >= len(SUBJECTS)


def test_a_new_block_joins_the_community_most_like_it(site: Site):
    report = site.put(make_subject("bread", 50))
    assert report.attached == BLOCKS
    homes = site.rows(
        "MATCH (b:Block), (t:Topic {level: 1}) WHERE b.url ENDS WITH 'bread50' AND t.kind = 'community' "
        "WITH b, t ORDER BY vector.similarity.cosine(b.embedding, t.centre) DESC WITH b, collect(t)[0] AS best "
        "RETURN EXISTS { (best)-[:CONTAINS]->(b) }"
    )
    assert homes == [True] * BLOCKS


def test_what_is_not_touched_keeps_its_title_summary_and_vector(site: Site):
    before = set(site.see()[0])
    site.put(make_subject("bread", 50))
    changed = [node for node in set(site.see()[0]) - before if "'Topic'" in node]
    assert changed
    its = "MATCH (b:Block) WHERE b.url ENDS WITH 'bread50' "
    touched = site.rows(its + "MATCH (t:Topic {level: 1})-[:CONTAINS]->(b) RETURN t.id")
    touched += site.rows(its + "MATCH (t:Topic {level: 1})-[:CONTAINS]->(:Entity)<-[:MENTIONS]-(b) RETURN t.id")
    touched += site.rows("UNWIND $ids AS id MATCH (p:Topic)-[:CONTAINS*]->(:Topic {id: id}) RETURN p.id", ids=touched)
    assert all(any(f"'{name}'" in node for name in touched) for node in changed)


def test_attachment_reads_no_vector_of_what_is_there(site: Site, monkeypatch: pytest.MonkeyPatch):
    page = make_subject("bread", 50)
    site.writer.write(page, make_vectors(page))
    read, given, asked = site.database.read, [], []

    def watch(name: str, /, **params: Any) -> list[dict[str, Any]]:
        rows = read(name, **params)
        given.extend(row["id"] for row in rows if row.get("vector"))
        asked.append(name)
        members = [one for row in rows if isinstance(row.get("members"), list) for one in row["members"]]
        found = [one for row in rows for page in row.get("pages", ()) for one in page[-1]]
        named = [one for row in rows for one in row.get("entities", ())]
        given.extend(one[0] for one in (*members, *found, *named) if one[-1])
        return rows

    monkeypatch.setattr(site.database, "read", watch)
    site.topics.update(SITE)
    assert sorted(given) == sorted(block.id for block in page.blocks)
    assert asked[:3] == ["ingest/standing_communities", "ingest/due_blocks", "ingest/due_entities"]
    assert not {"ingest/topic_blocks", "ingest/topic_entities", "ingest/topic_mentions"} & set(asked)


def test_few_new_members_are_linked_and_change_no_summary(site: Site):
    before = site.rows(STANDING)
    report = site.put(make_subject("bread", 50))
    assert (report.attached, report.rewritten) == (BLOCKS, 0)
    assert site.rows(STANDING) == before
    assert report.drift > 0


def test_a_community_that_grew_by_half_is_summarised_anew_of_all_its_members(site: Site):
    before = site.see()
    texts = [f"Cy Ng wrote of {SUBJECTS['bread']}, {place}." for place in range(3 * PAGES * BLOCKS)]
    cited = "MATCH (t:Topic {level: 1}) WHERE any(one IN t.sources WHERE one IN $ids) RETURN t.id"
    few, many = make_page("few", texts[:2]), make_page("many", texts[2:])
    ids = [block.id for block in (*few.blocks, *many.blocks)]
    site.put(few)
    assert site.rows(cited, ids=ids) == []
    assert site.put(many).rewritten > 0
    assert len(site.rows(cited, ids=ids[:2])) == 1
    site.retire("many")
    assert site.rows(cited, ids=ids) == []
    site.retire("few")
    assert site.see() == before


def test_what_a_community_was_built_with_comes_back_to_it(site: Site):
    before = site.see()
    cited = site.rows("MATCH (t:Topic {level: 1}) UNWIND t.sources AS source RETURN DISTINCT split(source, ' ')[0]")
    (name,) = site.rows("MATCH (b:Block {id: $id}) RETURN split(b.url, '/')[-1]", id=cited[0])
    site.retire(name)
    assert site.see() != before
    site.put(make_subject(name[:-1], int(name[-1])))
    assert site.see() == before


def test_a_summary_is_made_anew_when_a_block_that_it_cites_goes(site: Site):
    cited = site.rows("MATCH (t:Topic {level: 1}) UNWIND t.sources AS source RETURN DISTINCT split(source, ' ')[0]")
    (name,) = site.rows("MATCH (b:Block {id: $id}) RETURN split(b.url, '/')[-1]", id=cited[0])
    site.retire(name)
    left = site.rows("MATCH (t:Topic) UNWIND t.sources AS source RETURN DISTINCT split(source, ' ')[0]")
    assert cited[0] not in left
    assert site.rows("UNWIND $ids AS id MATCH (b:Block {id: id}) RETURN b.id", ids=left) == left


def test_what_came_while_communities_were_settled_is_taken_in_the_next_time(
    site: Site, monkeypatch: pytest.MonkeyPatch
):
    page = make_subject("bread", 50)
    site.writer.write(page, make_vectors(page))
    later = make_page(
        "bread50", ["Of yeast and crust, quite another part. Cy Ng wrote of bread flour oven yeast crust."]
    )
    transaction = site.database.transaction

    def interrupt(work: Any) -> Any:
        monkeypatch.setattr(site.database, "transaction", transaction)
        site.writer.write(later, make_vectors(later))
        return transaction(work)

    monkeypatch.setattr(site.database, "transaction", interrupt)
    site.topics.update(SITE)
    assert site.rows("MATCH (p:Page) WHERE p.due IS NOT NULL RETURN p.url") == [ROOT + "bread50"]
    site.settle()
    assert site.community_of("quite another part")
    assert site.rows("MATCH (p:Page) WHERE p.due IS NOT NULL RETURN p.url") == []


def test_pages_that_come_and_go_leave_the_communities_as_they_were(site: Site):
    before = site.see()
    site.put(make_subject("bread", 50), make_subject("stars", 50, ("rivers",)))
    assert site.see() != before
    site.retire("bread50", "stars50")
    assert site.see() == before


coming = st.tuples(
    st.sampled_from(list(SUBJECTS)), st.integers(50, 52), st.lists(st.sampled_from(list(SUBJECTS)), max_size=2)
)
steps = st.lists(st.lists(st.tuples(coming, st.booleans()), min_size=1, max_size=3), min_size=1, max_size=4)


@settings(
    max_examples=6,
    deadline=None,
    derandomize=True,
    suppress_health_check=(HealthCheck.function_scoped_fixture, HealthCheck.too_slow),
)
@given(steps=steps)
def test_any_coming_and_going_leaves_the_communities_as_they_were(
    site: Site, steps: list[list[tuple[tuple[str, int, list[str]], bool]]]
):
    before = site.see()
    here: set[str] = set()
    for step in steps:
        for (subject, number, others), comes in step:
            name = f"{subject}{number}"
            if comes:
                page = make_subject(subject, number, tuple(one for one in sorted(set(others)) if one != subject))
                site.writer.write(page, make_vectors(page))
                here.add(name)
            else:
                site.writer.retire(SITE, ROOT + name)
                here.discard(name)
        site.settle()
    site.retire(*sorted(here))
    assert site.see() == before


def test_a_community_whose_members_are_all_gone_goes_with_those_above_it(site: Site):
    site.retire(*(f"{subject}{number}" for subject in SUBJECTS for number in range(PAGES) if subject != "songs"))
    site.retire(*(f"songs{number}" for number in range(PAGES)))
    assert site.rows("MATCH (t:Topic {kind: 'community'}) RETURN t.id") == []


def test_a_block_under_another_heading_stays_where_it_is_and_changes_the_title(site: Site):
    page = make_subject("bread", 0)
    home = site.community_of("part 0 0. Cy Ng")
    members = site.rows(MEMBERS, id=home)
    for number in range(PAGES):
        page = make_subject("bread", number)
        blocks = tuple(
            replace(block, heading_path=("Baking",), content_hash=f"new {number} {place}")
            for place, block in enumerate(page.blocks)
        )
        site.writer.write(replace(page, blocks=blocks), make_vectors(page))
    report = site.settle()
    assert report.attached == 0
    assert site.rows(MEMBERS, id=home) == members
    assert site.rows("MATCH (t:Topic {id: $id}) RETURN split(t.title, ':')[0]", id=home) == ["Baking"]
    assert site.settle().rewritten == 0


def test_a_block_that_counts_as_no_content_any_more_leaves_its_community(site: Site):
    home = site.community_of("part 0 0. Cy Ng")
    page = make_subject("bread", 0)
    gone = page.blocks[0].id
    blocks = (replace(page.blocks[0], main=0.1), *page.blocks[1:])
    assert gone in site.rows(MEMBERS, id=home)
    site.put(replace(page, blocks=blocks))
    assert gone not in site.rows(MEMBERS, id=home)
    assert all(gone not in one for one in site.rows("MATCH (t:Topic) UNWIND t.sources AS source RETURN source"))


def test_a_block_that_is_marked_as_repeated_leaves_its_community(site: Site):
    home = site.community_of("part 0 0. Cy Ng")
    (gone,) = site.rows("MATCH (b:Block) WHERE b.text CONTAINS 'part 0 0. Cy Ng' RETURN b.id")
    site.database.write("ingest/mark_repeated", rows=[{"id": gone, "main": 1.0}])
    site.settle()
    assert gone not in site.rows(MEMBERS, id=home)
    assert all(gone not in one for one in site.rows("MATCH (t:Topic) UNWIND t.sources AS source RETURN source"))


def test_communities_of_an_older_version_are_brought_in_step_and_keep_their_ids(site: Site):
    before = site.see()
    site.rows("MATCH (t:Topic) REMOVE t.centre, t.size RETURN t.id")
    site.rows("MATCH (:Topic)-[c:CONTAINS]->() REMOVE c.closeness, c.made_of, c.mentions RETURN 1")
    site.settle()
    assert site.see() == before
    site.put(make_subject("bread", 50))
    site.retire("bread50")
    assert site.see() == before


def test_centres_of_another_model_are_made_anew(site: Site):
    before = site.see()
    site.rows("MATCH (t:Topic {level: 1}) SET t.centre = [x IN t.centre | 1.0] RETURN t.id")
    site.rows("MATCH (m:Meta) WHERE m.key STARTS WITH 'topics:' SET m.embedder = 'another' RETURN m.key")
    site.settle()
    assert site.see() == before


def test_nothing_new_is_nothing_written(site: Site):
    before = site.rows(STANDING)
    report = site.settle()
    assert (report.attached, report.rewritten) == (0, 0)
    assert site.rows(STANDING) == before


def test_what_came_and_went_adds_up_to_a_proposal_to_build_anew(site: Site):
    assert not site.put(make_subject("bread", 50)).rebuild
    report = site.put(*(make_subject("stars", number) for number in range(60, 66)))
    assert report.rebuild
    assert report.drift > 0.2
    site.topics.rebuild(SITE)
    assert site.settle().drift == 0
