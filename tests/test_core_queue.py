"""The durable queue: order, leases, retries, and processes that die."""

from __future__ import annotations

import multiprocessing
import os
from pathlib import Path

import pytest

from core.queue import FAIR, HEAVY_BYTES, MAX_ATTEMPTS, SCHEMA, PageQueue
from core.state import State


@pytest.fixture
def queue(tmp_path: Path) -> PageQueue:
    return PageQueue(tmp_path / "state.sqlite")


def test_items_come_out_in_the_order_they_were_put(queue: PageQueue):
    for name in "abc":
        queue.put("site", name, "page", f"key-{name}")
    assert [(item.url, item.kind, item.snapshot) for item in queue.claim(2)] == [
        ("a", "page", "key-a"),
        ("b", "page", "key-b"),
    ]
    assert [item.url for item in queue.claim(5)] == ["c"]


def test_a_done_item_is_gone_and_a_claimed_one_still_counts(queue: PageQueue):
    queue.put("site", "a", "page")
    item = queue.claim()[0]
    assert queue.depth() == 1
    queue.done(item)
    assert (queue.depth(), queue.claim()) == (0, [])


def test_a_waiting_item_is_replaced_by_a_newer_one_of_its_page(queue: PageQueue):
    queue.put("site", "a", "page", "old")
    queue.put("site", "b", "page")
    queue.put("site", "a", "gone")
    assert [(item.url, item.kind) for item in queue.claim(5)] == [("b", "page"), ("a", "gone")]


def test_a_page_is_handled_by_one_worker_at_a_time(queue: PageQueue):
    queue.put("site", "a", "page", "old")
    first = queue.claim()[0]
    queue.put("site", "a", "page", "new")
    assert queue.claim() == []
    queue.done(first)
    assert [item.snapshot for item in queue.claim()] == ["new"]


def test_a_failing_item_is_tried_again_and_then_parked_with_its_reason(queue: PageQueue):
    queue.put("site", "a", "page")
    for attempt in range(MAX_ATTEMPTS):
        item = queue.claim()[0]
        assert item.attempts == attempt
        assert queue.failed(item, f"reason {attempt}") == (attempt + 1 == MAX_ATTEMPTS)
    assert queue.claim() == []
    assert queue.depth() == 0
    assert [(item.url, reason) for item, reason in queue.parked("site")] == [("a", f"reason {MAX_ATTEMPTS - 1}")]


def test_a_parked_page_that_is_put_again_is_tried_again(queue: PageQueue):
    queue.put("site", "a", "page")
    for _ in range(MAX_ATTEMPTS):
        queue.failed(queue.claim()[0], "broken")
    queue.put("site", "a", "page", "new")
    assert queue.parked() == []
    assert queue.claim()[0].attempts == 0


def test_released_items_come_back_untouched(queue: PageQueue):
    queue.put("site", "a", "page")
    queue.release(queue.claim())
    assert queue.claim()[0].attempts == 0


def test_depth_counts_by_site(queue: PageQueue):
    queue.put("one", "a", "page")
    queue.put("two", "a", "page")
    queue.put("two", "b", "gone")
    assert (queue.depth("one"), queue.depth("two"), queue.depth()) == (1, 2, 3)
    assert queue.delete_site("two") == 2
    assert queue.forget("one", "a") == 1
    assert queue.depth() == 0


def _claim_and_die(path: Path) -> None:
    PageQueue(path).claim(10)
    os.kill(os.getpid(), 9)


def test_what_a_killed_process_had_claimed_comes_back_at_once(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    queue = PageQueue(path)
    queue.put("site", "a", "page")
    child = multiprocessing.get_context("forkserver").Process(target=_claim_and_die, args=(path,))
    child.start()
    child.join()
    assert [item.url for item in queue.claim()] == ["a"]


def test_a_lease_that_runs_out_comes_back(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    slow = PageQueue(path, lease_seconds=-1.0)
    slow.put("site", "a", "page")
    slow.claim()
    assert [item.url for item in PageQueue(path).claim()] == ["a"]


def test_a_slow_worker_keeps_what_it_has_in_hand(tmp_path: Path):
    slow = PageQueue(tmp_path / "state.sqlite", lease_seconds=-1.0)
    slow.put("site", "a", "page")
    slow.put("site", "b", "page")
    assert [item.url for item in slow.claim(1)] == ["a"]
    assert [item.url for item in slow.claim(5)] == ["b"]
    assert slow.claim(5) == []


def test_a_claim_renews_the_leases_of_the_one_who_claims(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    worker = PageQueue(path, lease_seconds=-1.0)
    worker.put("site", "a", "page")
    worker.claim()
    worker._lease_seconds = 600.0
    worker.claim()
    assert PageQueue(path).claim() == []


def _work(path: Path, taken: Path) -> None:
    queue = PageQueue(path)
    with taken.open("w", encoding="utf-8") as file:
        while items := queue.claim(3):
            for item in items:
                file.write(f"{item.url}\n")
                queue.done(item)


def test_several_processes_share_the_work_without_doubles(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    queue = PageQueue(path)
    for number in range(60):
        queue.put("site", f"page{number}", "page")
    context = multiprocessing.get_context("forkserver")
    workers = [context.Process(target=_work, args=(path, tmp_path / f"{n}.txt")) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    taken = [line for n in range(3) for line in (tmp_path / f"{n}.txt").read_text().split()]
    assert sorted(taken) == sorted(f"page{number}" for number in range(60))


def test_it_is_all_there_after_closing(tmp_path: Path):
    path = tmp_path / "state.sqlite"
    queue = PageQueue(path)
    queue.put("site", "a", "page", "key")
    queue.close()
    assert PageQueue(path).claim()[0].snapshot == "key"


def test_a_crawl_takes_the_pages_of_its_own_site_and_leaves_those_of_others(queue: PageQueue):
    for site, name in (("far", "1"), ("near", "2"), ("far", "3"), ("near", "4")):
        queue.put(site, name, "page")
    queue.put("far", "huge", "page", size=HEAVY_BYTES + 1)
    assert [item.url for item in queue.claim(3, "near")] == ["2", "4"]
    assert [item.url for _ in range(FAIR + 1) for item in queue.claim(3, "near")] == []
    assert [item.url for item in queue.claim(3)] == ["1", "3"]


def test_a_huge_page_is_claimed_alone_after_all_others_and_one_at_a_time(queue: PageQueue):
    queue.put("near", "huge", "page", size=HEAVY_BYTES + 1)
    queue.put("near", "vast", "page", size=HEAVY_BYTES + 1)
    queue.put("far", "small", "page", size=100)
    assert [item.url for item in queue.claim(5)] == ["small"]
    first = queue.claim(5)
    assert ([item.url for item in first], queue.claim(5)) == (["huge"], [])
    queue.done(first[0])
    assert [item.url for item in queue.claim(5)] == ["vast"]


def test_a_huge_page_is_taken_in_although_small_ones_never_end(queue: PageQueue):
    queue.put("far", "huge", "page", size=HEAVY_BYTES + 1)
    claimed = []
    for number in range(FAIR):
        queue.put("near", f"small-{number}", "page")
        claimed += queue.claim(1)
    assert claimed[-1].url == "huge"


def test_a_queue_of_an_older_version_is_read_on(tmp_path: Path):
    state = State(tmp_path / "state.sqlite")
    state.create((SCHEMA[0].replace("size INTEGER NOT NULL DEFAULT 0", "old INTEGER"),))
    state.write("INSERT INTO queue (site, url, kind) VALUES ('site', 'a', 'page')")
    assert [item.url for item in PageQueue(state).claim()] == ["a"]
    state.close()
