"""Places in addresses that make no difference are found by what they lead to."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random

import pytest

from crawler.sameness import Sameness
from tests.sites.crawls import Crawls
from tests.sites.server import Asked, Reply, missing, moved, page, serve
from tests.sites.words import WORDS, babble

HOST = "http://campus.example"


@pytest.fixture
def crawls(tmp_path: Path) -> Crawls:
    return Crawls(tmp_path)


def session_site(form: str, *, start: str = "") -> Callable[[Asked], Reply]:
    """Five pages under a new id at every link, in a form such as `/{}/{}`: the id and the page."""
    ids = count(1)
    pattern = re.compile(re.escape(form).replace(r"\{id\}", r"\w+").replace(r"\{page\}", "([a-e])"))

    def link(name: str) -> str:
        return form.replace("{id}", sha256(str(next(ids)).encode()).hexdigest()[:24]).replace("{page}", name)

    def site(asked: Asked) -> Reply:
        found = pattern.fullmatch(asked.target)
        if asked.target != "/" and not found:
            return missing()
        name = found[1] if found else "home"
        return page(
            f"Page {name}", *(link(other) for other in "abcde"), text=f"The text of {WORDS[ord(name[0]) % 11]}."
        )

    return site


@pytest.mark.parametrize(
    "form",
    [
        "/{id}/{page}",
        "/s-{id}/{page}",
        "/s/{id}/{page}",
        "/app/{id}/x/{page}",
        "/{page}?t={id}",
        "/in/{page}?v=1&u={id}",
    ],
)
def test_ids_anywhere_in_an_address_are_found_to_make_no_difference(crawls: Crawls, form: str):
    with serve(session_site(form)) as server:
        summary = crawls.run(server.url, max_pages=600)
    assert summary.finished
    assert summary.fetched < 150
    titles = {row.title for row in crawls.rows().values() if row.snapshot}
    assert titles == {f"Page {name}" for name in ["home", *"abcde"]}
    assert summary.capped


def test_an_id_in_a_parameter_of_any_name_cuts_no_folder_of_a_site_off(crawls: Crawls):
    ids = count(1)

    def site(asked: Asked) -> Reply:
        name = asked.path.removeprefix("/item/")
        if asked.path != "/" and not (name.isdigit() and int(name) < 90):
            return missing()
        near = range(90) if asked.path == "/" else [(int(name) + step) % 90 for step in range(1, 15)]
        links = (f"/item/{n}?x={sha256(str(next(ids)).encode()).hexdigest()[:32]}" for n in near)
        return page(f"Page {name}", *links, text=f"Of {name}: {babble(Random(name), 8)}.")

    with serve(site) as server:
        summary = crawls.run(server.url, concurrency=1)
        again = crawls.run(server.url, concurrency=1)
    assert {row.title for row in crawls.rows().values() if row.snapshot} == {"Page /"} | {
        f"Page {n}" for n in range(90)
    }
    assert [line.partition(" capped")[0] for line in summary.capped] == ["prefix ?x=*"]
    assert summary.fetched < 300
    assert again.new == 0


def test_machine_made_values_that_name_things_stay_apart():
    sameness = Sameness()
    for number in range(60):
        value = sha256(str(number).encode()).hexdigest()[:32]
        for path in ("/thing", "/notes", "/owner"):
            here = f"{HOST}{path}?of={value}"
            sameness.lead(here, f"{HOST}/list?from={number}")
            sameness.see(here, f"Text of {path} {number}" if path == "/thing" else "Nothing yet.")
    fresh = sha256(b"new").hexdigest()[:32]
    assert sameness.covers(f"{HOST}/thing?of={fresh}") == ""


def test_a_page_that_only_a_later_id_leads_to_is_not_lost():
    sameness = Sameness()
    for number in range(40):
        sameness.lead(f"{HOST}/s{number + 1}/a", f"{HOST}/s{number}/a")
        sameness.see(f"{HOST}/s{number}/a", "text of a")
    assert sameness.covers(f"{HOST}/s99/a") == "/*/"
    assert sameness.covers(f"{HOST}/s99/b") == ""


def test_pages_that_share_a_text_but_not_their_neighbours_stay_apart():
    sameness = Sameness()
    for number in range(40):
        sameness.lead(f"{HOST}/~user{number}/news", f"{HOST}/~user{number - 1}/")
        sameness.see(f"{HOST}/~user{number}/news", "No news yet." if number % 2 else f"News of {number}")
    assert sameness.covers(f"{HOST}/~user99/news") == ""


def test_what_was_found_to_make_no_difference_is_known_at_the_next_crawl(crawls: Crawls):
    with serve(session_site("/{id}/{page}")) as server:
        crawls.run(server.url)
        again = crawls.run(server.url)
    assert (again.finished, again.new) == (True, 0)
    assert again.capped


@pytest.mark.parametrize("form", ["/(S({id}))/{page}", "/{page};jsessionid={id}", "/{page}?PHPSESSID={id}"])
def test_session_ids_of_known_forms_are_no_part_of_an_address(crawls: Crawls, form: str):
    def site(asked: Asked) -> Reply:
        name = re.sub(r"\(S\(\w+\)\)/|;jsessionid=\w+|\?PHPSESSID=\w+", "", asked.target)
        links = [form.replace("{id}", f"a{len(server.asked):x}").replace("{page}", other) for other in "abc"]
        return page(f"Page {name}", *links, text=f"Of {name}.") if name in ("/", "/a", "/b", "/c") else missing()

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/a", "/b", "/c"]


def test_a_server_that_puts_its_session_into_every_address_is_read_under_the_plain_ones(crawls: Crawls):
    def site(asked: Asked) -> Reply:
        inside = asked.path.startswith("/(S(")
        name = asked.path.partition("))")[2] if inside else asked.path
        if name not in ("/", "/fees", "/rooms"):
            return missing()
        return page(f"Page {name}", "/fees", "/rooms", text=f"Of {name}.") if inside else moved(f"/(S(k3y)){name}")

    with serve(site) as server:
        crawls.run(server.url)
    assert crawls.pages() == ["/", "/fees", "/rooms"]
