from __future__ import annotations

from retrieval.analysis import analyse
from retrieval.answers.reaching import reach
from retrieval.relevance import Relevance
from tests.retrieval_samples import item

ABOUT = item(
    "Eighteen months, 90 credits.", title="MA Weaving", heading_path=("MA Weaving",), url="https://a.example/ma"
)
MONEY = item(
    "Weavers may ask for a grant.", title="MA Weaving", heading_path=("MA Weaving", "Money"), url="https://a.example/ma"
)
DATES = item(
    "Who | Apply by\nMA Weaving | 15 April\nMA Pottery | 1 May",
    kind="table",
    title="Applying",
    heading_path=("Deadlines for applications",),
    url="https://a.example/apply",
)


def reached(question: str) -> list[str]:
    analysis = analyse(question)
    blocks = [ABOUT, MONEY, DATES]
    relevance = Relevance(analysis, [" ".join([one.title, *one.heading_path, one.text]) for one in blocks])
    return [one.url.rpartition("/")[2] for one in reach(analysis, relevance, [ABOUT, MONEY], blocks)]


def test_the_block_that_alone_holds_the_date_comes_second_and_the_last_gives_way():
    assert reached("When is the deadline for applications for the MA Weaving?") == ["ma", "apply"]


def test_nothing_comes_in_where_the_evidence_answers_or_no_candidate_does():
    assert reached("How many credits is the MA Weaving?") == ["ma", "ma"]
    assert reached("When is the deadline for applications for the MA Joinery?") == ["ma", "ma"]
    assert reached("What is the MA Weaving?") == ["ma", "ma"]
