"""A forgotten entity is never written again: not by a changed page, a new spelling, a language model or a race."""

from __future__ import annotations

from dataclasses import replace

import pytest

from core.records import Mention
from core.settings import Settings
from graph.database import Database
from ingest.consistency import check_site
from ingest.forgotten import Forgotten, without
from ingest.service import IngestService
from tests.ingest_samples import SITE, hash_embedders, make_page, make_vectors, see_graph
from tests.test_ingest_entities_llm import CannedModel
from tests.test_ingest_finishing import PAGES, Site, replace_workers

ADA = f"{SITE}:person:ada m quill"
BO = f"{SITE}:person:bo lee"
NAMED = """MATCH (e:Entity) WHERE e.site = $site AND (toLower(e.name) CONTAINS $name OR any(alias IN e.aliases
    WHERE toLower(alias) CONTAINS $name)) RETURN count(e)"""
FACTS = "MATCH (:Entity)-[r:RELATES]->() WHERE toLower(r.text) CONTAINS $name RETURN count(r)"
SAYS_HER = (
    '{"entities": [{"name": "Ada M. Quill", "type": "person"}, {"name": "ALG 101", "type": "course"}],'
    ' "relations": [{"source": "Ada M. Quill", "type": "teaches", "target": "ALG 101"}]}'
)
SAYS_GROUP = SAYS_HER.replace('"person"', '"group"')


@pytest.fixture
def site(database: Database, settings: Settings) -> Site:
    """The site with all its pages taken in."""
    made = Site(database, settings)
    made.take(**PAGES)
    return made


def ids_of(site: Site, name: str) -> list[str]:
    """Ids of the entities of a name, as the command finds them."""
    return [row["id"] for row in site.database.read("explore/api_entities_named", site=SITE, name=name)]


def forget(site: Site, name: str) -> int:
    """Forget by name and finish, as the command does."""
    removed = site.service.forget(SITE, ids_of(site, name))
    site.service.finish_site(SITE)
    return removed


def assert_gone(site: Site, name: str) -> None:
    """No entity, no fact, no loose end of a name."""
    assert site.one(NAMED, site=SITE, name=name) == 0
    assert site.one(FACTS, name=name) == 0
    assert check_site(site.database, SITE) == []


def test_a_forgotten_person_goes_with_all_that_was_known_of_her(site: Site):
    assert site.one("MATCH (e:Entity {name: 'ada@site.example'}) RETURN count(e)") == 1
    assert forget(site, "Ada M. Quill") == 1
    assert_gone(site, "quill")
    assert site.one("MATCH (e:Entity {name: 'ada@site.example'}) RETURN count(e)") == 0
    assert site.one(NAMED, site=SITE, name="bo lee") == 1


def test_a_changed_page_does_not_bring_a_forgotten_person_back(site: Site):
    forget(site, "Ada M. Quill")
    changed = {name: body.replace("</p>", " Changed since.</p>") for name, body in PAGES.items()}
    site.take(**changed, staff="<h1>Staff</h1><ul><li>Prof. Ada M. Quill, ada@site.example</li></ul>")
    assert_gone(site, "quill")
    assert site.one("MATCH (b:Block) WHERE b.text CONTAINS 'Quill' AND b.text CONTAINS 'Changed' RETURN count(b) > 0")


def test_another_service_knows_what_was_forgotten(site: Site, settings: Settings):
    forget(site, "Ada M. Quill")
    site.service = IngestService(
        site.database, hash_embedders(), replace_workers(settings), site.queue, site.snapshots, site.ledger
    )
    site.take(**{"people/ada-quill": PAGES["people/ada-quill"].replace("Reader", "Professor")})
    assert_gone(site, "quill")


def test_new_spellings_of_a_forgotten_person_are_forgotten_with_her(site: Site):
    forget(site, "Ada M. Quill")
    shorter = PAGES["departments/rivers"].replace("Ada M. Quill", "Prof. A. M. Quill")
    staff = "<h1>Staff</h1><h2>Professors</h2><ul><li>Ada Quill, PhD</li><li>Cy Marsh, PhD</li></ul>"
    site.take(**{"departments/rivers": shorter, "staff": staff})
    assert_gone(site, "quill")
    assert site.one(NAMED, site=SITE, name="cy marsh") == 1
    assert {f"{SITE}:person:a m quill", f"{SITE}:person:ada quill"} <= set(
        site.database.read("ingest/read_forgotten", site=SITE)[0]["ids"]
    )


def test_what_a_person_merged_by_hand_is_forgotten_together(site: Site):
    one, other = ids_of(site, "Ada M. Quill")[0], ids_of(site, "Bo Lee")[0]
    site.service.entities.merge(SITE, one, other)
    forget(site, "Ada M. Quill")
    site.take(**{name: body.replace("</p>", " Changed.</p>") for name, body in PAGES.items()})
    assert_gone(site, "quill")
    assert_gone(site, "bo lee")


@pytest.mark.parametrize("answer", [SAYS_HER, SAYS_GROUP])
def test_a_language_model_does_not_bring_a_forgotten_person_back(site: Site, settings: Settings, answer: str):
    forget(site, "Ada M. Quill")
    model = CannedModel(answer)
    asked = replace_workers(settings).model_copy(update={"extraction": "both"})
    site.service = IngestService(
        site.database, hash_embedders(), asked, site.queue, site.snapshots, site.ledger, llm=model
    )
    site.take(**{"news/one": PAGES["news/one"].replace("the river", "the long river")})
    assert model.calls > 0
    assert_gone(site, "quill")


def test_what_was_written_meanwhile_goes_when_the_site_is_finished(site: Site):
    forget(site, "Ada M. Quill")
    site.service.entities._writer.forgotten = {}  # as in another process that had not read the list yet
    page = make_page("late", ["Ada M. Quill leads Rivers."], [("Ada M. Quill", "head")])
    site.service.entities._writer.write(page, make_vectors(page))
    assert site.one(NAMED, site=SITE, name="quill") == 1
    site.service.finish_site(SITE)
    assert_gone(site, "quill")


def test_finishing_again_after_forgetting_changes_nothing(site: Site):
    forget(site, "Ada M. Quill")
    before = see_graph(site.database)
    site.service.finish_site(SITE)
    assert see_graph(site.database) == before


def test_nothing_is_left_out_of_a_page_while_nothing_is_forgotten():
    page = make_page("one", ["Ada Quill is here."], [("Ada Quill", "reader")])
    assert without(page, None, {}) is page
    assert without(page, Forgotten(SITE), {}) is page


def test_only_the_forgotten_person_and_her_facts_leave_a_page():
    people = [("Ada Quill", "reader"), ("Bo Lee", "reader")]
    page = make_page("one", ["Ada Quill and Bo Lee are here."], people, topics=[("Bo Lee", "Ada Quill")])
    left = without(page, Forgotten(SITE, frozenset({f"{SITE}:person:ada quill"})), {})
    assert {one.name for one in left.entities} == {"Bo Lee", "reader", "Rivers"}
    assert {one.head for one in left.relations} == {BO}
    assert left.topics == ()
    assert left.blocks == page.blocks


def test_a_spelling_that_was_merged_into_a_forgotten_entity_leaves_with_it():
    page = make_page("one", ["A. Quill is here."], [("A. Quill", "reader")])
    left = without(page, Forgotten(SITE, frozenset({ADA})), {f"{SITE}:person:a quill": ADA})
    assert {one.entity_id for one in left.mentions} == {f"{SITE}:department:rivers"}
    assert left.relations == ()


def test_mentions_of_others_stay():
    page = make_page("one", ["Bo Lee is here."], [("Bo Lee", "reader")])
    odd = replace(page, mentions=(*page.mentions, Mention(page.blocks[0].id, BO, "Lee", 3, 6)))
    assert without(odd, Forgotten(SITE, frozenset({ADA})), {}) == odd


@pytest.mark.parametrize(
    ("ident", "kind", "name", "covered"),
    [
        ("person:ada quill", "person", "Ada Quill", True),
        ("person:ada quill@12345678", "person", "Ada Quill", False),
        ("group:ada quill", "group", "Ada Quill", True),
        ("group:dr ada quill", "group", "Dr Ada Quill", True),
        ("group:ada quill lab", "group", "Ada Quill Lab", False),
        ("value:Ada Quill", "value", "Ada Quill", True),
        ("value:ask Ada Quill, R1", "value", "ask Ada Quill, R1", True),
        ("value:ask Ada Quilley", "value", "ask Ada Quilley", False),
        ("value:R1.02", "value", "R1.02", False),
        ("value:沙田河教授", "value", "沙田河教授", True),
        ("value:沙田", "value", "沙田", False),
    ],
)
def test_a_thing_is_covered_by_its_id_or_by_its_name_under_another_type(
    ident: str, kind: str, name: str, covered: bool
):
    forgotten = Forgotten(SITE, frozenset({f"{SITE}:person:ada quill", f"{SITE}:person:沙田河"}))
    assert forgotten.covers(f"{SITE}:{ident}", kind, name) is covered
