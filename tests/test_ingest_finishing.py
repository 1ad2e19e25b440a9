"""A whole site on a real Neo4j: from the queue to resolved entities and topics, and back again without a trace."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from core.ledger import Ledger
from core.queue import PageQueue
from core.records import Snapshot
from core.settings import Settings
from core.snapshots import SnapshotStore
from graph.database import Database
from graph.schema import ensure_schema
from ingest.consistency import check_site
from ingest.service import IngestService
from tests.ingest_samples import ROOT, SITE, hash_embedders, see_graph

PAGES = {
    "departments/rivers": """<h1>Department of Rivers</h1><p>We study water and all that moves in it, every day.</p>
        <h2>Professors</h2><ul><li><a href="/people/ada-quill">Ada M. Quill</a></li><li>Bo Lee, PhD</li></ul>""",
    "people/ada-quill": """<h1>Dr Ada M. Quill</h1><p>Reader in rivers, who likes
        <a href="/topics/floods">Floods</a>.</p>
        <dl><dt>E-mail</dt><dd>ada@site.example</dd><dt>Room</dt><dd>R1.02</dd></dl>
        <h2>Teaching</h2><ul><li>ALG 101</li></ul>""",
    "courses/alg-101": """<h1>ALG 101 Water Plants</h1><p>What grows in slow rivers, and why it grows there.</p>
        <dl><dt>Credits</dt><dd>4</dd><dt>Prerequisites</dt><dd>BIO 100 and CHE 10 or CHE 20</dd></dl>""",
    "topics/floods": "<h1>Floods</h1><p>Too much water in too short a time, and what towns can do about it.</p>",
    "news/one": "<h1>News</h1><p>Ada M. Quill has won a prize for her work on ALG 101 and the river.</p>",
}


class Site:
    """A site that is put into the queue page by page."""

    def __init__(self, database: Database, settings: Settings) -> None:
        embedders = hash_embedders()
        ensure_schema(database, {"embedding": embedders.primary})
        home = settings.home
        self.database = database
        self.queue, self.ledger = PageQueue(home / "state.sqlite"), Ledger(home / "state.sqlite")
        self.snapshots = SnapshotStore(home / "snapshots")
        self.embedder = embedders.primary
        self.service = IngestService(
            database, embedders, replace_workers(settings), self.queue, self.snapshots, self.ledger
        )

    def put(self, name: str, body: str) -> None:
        """Queue one page."""
        html = f"<html lang=en><head><title>{name}</title></head><body><main>{body}</main></body></html>"
        when = datetime(2026, 3, 1, tzinfo=UTC)
        snapshot = Snapshot(SITE, ROOT + name, 200, html.encode(), when, {"content-type": "text/html; charset=utf-8"})
        self.queue.put(SITE, ROOT + name, "page", self.snapshots.put(snapshot))

    def take(self, **pages: str) -> None:
        """Take pages in and finish the site."""
        for name, body in pages.items():
            self.put(name, body)
        self.service.run()
        self.service.finish_site(SITE)

    def one(self, query: str, **params: object) -> object:
        """The single value that a query gives."""
        records = self.database.driver.execute_query(query, **params).records
        return records[0][0] if records else None


def replace_workers(settings: Settings) -> Settings:
    """The settings with one parsing process."""
    return settings.model_copy(update={"workers": 1})


@pytest.fixture
def site(database: Database, settings: Settings) -> Site:
    """The site with all its pages taken in."""
    made = Site(database, settings)
    made.take(**PAGES)
    return made


def test_a_site_is_taken_in_from_the_queue_to_the_topics(site: Site):
    assert site.one("MATCH (p:Page) WHERE p.status = 'ok' RETURN count(p)") == len(PAGES)
    assert site.one("MATCH (:Entity {name: 'ALG 101'})-[r:RELATES {type: 'units'}]->(v) RETURN v.name") == "4"
    assert site.one("MATCH (t:Topic {kind: 'community'}) RETURN count(t) > 0")
    assert site.one("MATCH (e:Entity {type: 'person'}) WHERE e.name = 'Ada M. Quill' RETURN count(e)") == 1
    assert check_site(site.database, SITE) == []


def test_alternatives_are_kept_apart_from_what_is_needed_anyway(site: Site):
    rows = site.database.driver.execute_query(
        "MATCH (:Entity {name: 'ALG 101'})-[r:RELATES {type: 'requires'}]->(t) RETURN t.name AS name, r.group AS group"
    ).records
    groups = {row["name"]: row["group"] for row in rows}
    assert groups["BIO 100"] == ""
    assert groups["CHE 10"] == groups["CHE 20"] != ""


def test_names_with_a_page_are_found_in_other_texts(site: Site):
    query = "MATCH (b:Block)-[m:MENTIONS]->(e:Entity {type: 'person'}) WHERE b.url = $url RETURN e.name"
    assert site.one(query, url=ROOT + "news/one") == "Ada M. Quill"


def test_a_person_is_about_the_topics_of_her_page(site: Site):
    query = "MATCH (:Entity {type: 'person'})-[r:RELATES {type: 'about'}]->(t:Topic) RETURN t.title"
    assert site.one(query) == "Floods"


def test_taking_the_same_pages_in_again_embeds_and_writes_nothing(site: Site):
    before, texts = see_graph(site.database), site.embedder.texts
    site.take(**PAGES)
    assert see_graph(site.database) == before
    assert site.embedder.texts == texts


def test_a_page_added_and_deleted_leaves_the_finished_graph_as_it_was(site: Site):
    before = see_graph(site.database)
    site.take(
        **{
            "people/bo-lee": "<h1>Prof. Bo Lee</h1><p>Likes mud and <a href='/topics/mud'>Mud flats</a>, and ALG 101.</p>"  # noqa: E501
        }
    )
    assert see_graph(site.database) != before
    site.queue.put(SITE, ROOT + "people/bo-lee", "gone")
    site.take()
    assert _without_notes(see_graph(site.database)) == _without_notes(before)


def _without_notes(graph: tuple[list[str], list[str]]) -> tuple[list[str], list[str]]:
    nodes, edges = graph
    return [node for node in nodes if "topics:" not in node], edges


def test_a_changed_fact_replaces_the_old_one(site: Site):
    site.take(**{"courses/alg-101": PAGES["courses/alg-101"].replace("<dd>4</dd>", "<dd>6</dd>")})
    query = "MATCH (:Entity {name: 'ALG 101'})-[:RELATES {type: 'units'}]->(v) RETURN collect(v.name)"
    assert site.one(query) == ["6"]
    assert site.one("MATCH (v:Entity {type: 'value', name: '4'}) RETURN count(v)") == 0


def test_a_split_entity_stays_split(site: Site):
    site.take(**{"news/two": "<h1>News</h1><p>We thank Dr Ada Quill for all that she told us of the river.</p>"})
    views = site.service.entities.list_entities(SITE, kind="person", text="Quill")
    raw, reason = views[0].parts[0]
    assert reason
    site.service.entities.split(SITE, raw)
    assert site.one("MATCH (e:Entity {id: $id}) RETURN count(e)", id=raw) == 1
    site.take(**PAGES)
    assert site.one("MATCH (e:Entity {id: $id}) RETURN count(e)", id=raw) == 1
    assert check_site(site.database, SITE) == []


def test_a_person_can_say_that_two_are_one_and_take_it_back(site: Site):
    before = see_graph(site.database)
    ada, bo = (
        view.id
        for view in sorted(site.service.entities.list_entities(SITE, kind="person"), key=lambda view: view.name)[:2]
    )
    kept = site.service.entities.merge(SITE, ada, bo)
    assert site.one("MATCH (e:Entity {type: 'person'}) RETURN count(e)") == 1
    site.service.entities.split(SITE, bo if kept == ada else ada)
    site.service.finish_site(SITE)
    assert {one for one in see_graph(site.database)[1] if "MENTIONS" in one} == {
        one for one in before[1] if "MENTIONS" in one
    }


def test_links_to_another_address_of_a_page_lead_to_it(site: Site):
    site.take(home="<h1>Home</h1><p>Read of <a href='/topics/floods?old=1'>floods and more</a> here, please.</p>")
    site.ledger.update(SITE, ROOT + "topics/floods?old=1", target=ROOT + "topics/floods")
    site.ledger.update(SITE, ROOT + "topics/floods", status="ok")
    site.service.finish_site(SITE)
    query = "MATCH (:Page {url: $url})-[l:HYPERLINK]->(p:Page) WHERE l.target IS NOT NULL RETURN p.url"
    assert site.one(query, url=ROOT + "home") == ROOT + "topics/floods"


SPELLINGS = (
    "/topics/%66loods",
    "/topics/floods;jsessionid=5B2F",
    "/topics/floods/",
    "/topics/floods?sid=9f8e7d6c5b4a3928#top",
)


def test_every_spelling_of_an_address_is_a_link_to_its_one_page(site: Site):
    links = "".join(f"<li><a href='{spelling}'>about {n} floods</a></li>" for n, spelling in enumerate(SPELLINGS))
    site.take(home=f"<h1>Home</h1><p>All that we know of water.</p><ul>{links}</ul>")
    ends = "MATCH (:Page {url: $url})-[l:HYPERLINK]->(p:Page) RETURN collect(DISTINCT p.url)"
    assert site.one(ends, url=ROOT + "home") == [ROOT + "topics/floods"]
    assert site.one("MATCH (p:Page {status: 'unseen'}) WHERE p.url CONTAINS 'loods' RETURN count(p)") == 0


def test_a_stub_under_another_spelling_hands_its_links_to_the_page_and_goes(site: Site):
    old = ROOT + "topics/%66loods;jsessionid=5B2F"
    site.database.driver.execute_query(
        "MATCH (p:Page {site: $site, url: $page}) CREATE (p)-[:HYPERLINK {anchor_text: 'water', region: 'main', "
        "count: 1}]->(:Page {site: $site, url: $old, status: 'unseen'})",
        site=SITE, page=ROOT + "news/one", old=old,
    )  # fmt: skip
    site.service.finish_site(SITE)
    ends = "MATCH (:Page {url: $url})-[l:HYPERLINK {anchor_text: 'water'}]->(p:Page) RETURN p.url"
    assert site.one(ends, url=ROOT + "news/one") == ROOT + "topics/floods"
    assert site.one("MATCH (p:Page {url: $old}) RETURN count(p)", old=old) == 0


def test_a_page_that_links_to_itself_in_other_words_has_no_link(site: Site):
    site.take(
        loop="<h1>Loop</h1><p>Go <a href='/loop/?sid=9f8e7d6c5b4a3928'>back to the top</a> of this very page.</p>"
    )
    assert site.one("MATCH (:Page {url: $url})-[l:HYPERLINK]->() RETURN count(l)", url=ROOT + "loop") == 0


def test_a_page_whose_snapshot_is_gone_costs_itself_alone(site: Site):
    site.queue.put(SITE, ROOT + "lost", "page", "demo/aa/none")
    site.put("topics/mud", "<h1>Mud</h1><p>Soft ground that is neither land nor water, twice a day.</p>")
    report = site.service.run()
    assert report.written == 1
    assert (report.failed, len(report.failures)) == (1, 1)
    assert "crawl its page again" in report.failures[0][1]
    assert site.ledger.get(SITE, ROOT + "lost").ingest_status == "failed"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "wrong", ["http://[bad", "http://[host]/page", "http://exam\u2100ple.org/", "http://a:b/", "http://u:p@[x/"]
)
def test_a_link_that_is_no_address_costs_itself_alone(site: Site, wrong: str):
    site.take(
        odd=f"<h1>Odd</h1><p>See <a href='{wrong}'>the other place</a> and <a href='topics/floods'>floods</a>.</p>"
    )
    assert site.ledger.get(SITE, ROOT + "odd").ingest_status == "written"  # type: ignore[union-attr]
    led = "MATCH (:Page {url: $url})-[:HYPERLINK]->(p) RETURN collect(p.url)"
    assert site.one(led, url=ROOT + "odd") == [ROOT + "topics/floods"]


def test_rebuilding_topics_of_one_graph_gives_the_same_topics(site: Site):
    before = see_graph(site.database)
    site.service.topics.rebuild(SITE)
    assert see_graph(site.database) == before


def test_every_summary_sentence_has_its_block(site: Site):
    rows = site.database.driver.execute_query(
        "MATCH (t:Topic {kind: 'community'}) RETURN t.summary AS s, t.sources AS b"
    ).records
    for row in rows:
        assert len(row["s"].split("\n") if row["s"] else []) == len(row["b"])
        assert all(
            site.one("MATCH (b:Block {id: $id}) RETURN count(b)", id=one) == 1
            for text in row["b"]
            for one in text.split()
        )


def test_a_text_on_every_page_counts_once(site: Site):
    notice = "<p>The tea room beside the old mill serves all who come by boat.</p>"
    site.take(**{name: f"{body}<h2>Tea</h2>{notice}" for name, body in PAGES.items()})
    kept = site.one("MATCH (b:Block) WHERE b.text CONTAINS 'tea room' AND b.embedding IS NOT NULL RETURN count(b)")
    marked = site.one("MATCH (b:Block {repeated: true}) WHERE b.main = 0.0 RETURN count(b)")
    assert (kept, marked) == (1, len(PAGES) - 1)
    site.take(**PAGES)
    assert site.one("MATCH (b:Block {repeated: true}) RETURN count(b)") == 0


def test_blocks_that_name_the_same_four_things_are_bound_while_they_do(site: Site):
    names = "Ada M. Quill, ALG 101, BIO 100 and CHE 10"
    text = f"<h1>Week</h1><p>This week we read of {names} once more, and with care.</p>"
    site.take(**{"week/one": text, "week/two": text.replace("This", "Last")})
    query = "MATCH (a:Block)-[r:RELATES {type: 'shares'}]->(b:Block) RETURN min(r.shared)"
    assert site.one(query) == 4
    site.queue.put(SITE, ROOT + "week/two", "gone")
    site.take()
    assert site.one(query) is None
    assert check_site(site.database, SITE) == []


def test_a_keyword_topic_is_titled_as_most_pages_write_it(site: Site):
    link = '<a href="/topics/floods">FLOODS</a>'
    body = "<h1>Dr {name}</h1><p>Speaks of {link} at length, and of little else, as it seems.</p>"
    people = {f"people/{name[:2]}": body.format(name=name, link=link) for name in ("Bo Lee", "Cy Ng", "Di Ott")}
    query = (
        "MATCH (t:Topic {kind: 'keyword'})<-[r:RELATES]-() WITH t.title AS title, min(right(r.text, 6)) AS text "
        "RETURN title + ' ' + text"
    )
    site.take(**people)
    assert site.one(query) == "FLOODS FLOODS"
    for name in people:
        site.queue.put(SITE, ROOT + name, "gone")
    site.take()
    assert site.one(query) == "Floods Floods"
