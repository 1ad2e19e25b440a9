"""Two-hop answers: which blocks are the own ones of what a relation leads to."""

from __future__ import annotations

from core.records import Evidence, PathStep
from retrieval.analysis import analyse
from retrieval.answers.hops import find_targets
from retrieval.sites import SiteFacts
from retrieval.vocabulary import read_wording
from tests.retrieval_samples import item

ASKED = "One course in the prerequisites of MAP 20 belongs to another department's listing. What is its title?"
SITE = SiteFacts("college", relations={"requires": 9, "offers": 4})


def step(source: str, edge: str, target: str, kind: str = "course") -> PathStep:
    return PathStep(source=source, edge=edge, target=target, source_kind="course", target_kind=kind)


def reached(name: str, url: str, heading: str = "", defines: float = 1.0) -> Evidence:
    path = (step("MAP 20", "requires", name), step(name, "mentioned in", url, "block"))
    found = item(f"About {name} in {url}.", url=url, heading_path=(heading or f"{name}. Lines",), path=path)
    return found.model_copy(update={"scores": {"defines": defines}})


def targets(*pool: Evidence) -> list[str]:
    wording = read_wording(ASKED, SITE)
    return [found.heading_path[-1] for found in find_targets(analyse(ASKED), wording, SITE, pool)]


def test_what_stands_on_the_page_of_the_named_thing_is_not_elsewhere():
    own = item("About MAP 20.", url="maps", heading_path=("MAP 20. Charts (4)",))
    assert targets(reached("MAP 10", "maps"), reached("GEO 5", "rocks"), own) == ["GEO 5. Lines"]


def test_a_longer_code_is_not_the_named_thing():
    longer = item("About MAP 201.", url="rocks", heading_path=("MAP 201. Old Charts",))
    own = item("About MAP 20.", url="maps", heading_path=("MAP 20. Charts (4)",))
    assert targets(reached("MAP 10", "maps"), reached("GEO 5", "rocks"), longer, own) == ["GEO 5. Lines"]


def test_a_block_that_only_mentions_what_is_reached_gives_way_to_its_own():
    other = reached("GEO 5", "rocks", "GEO 90. Caves", defines=0.0)
    assert targets(other, reached("GEO 5", "rocks")) == ["GEO 5. Lines"]
