"""A made-up research centre's site with the truth about who is who: pages, and who is meant by every written name."""

# ruff: noqa: E501  names and pages stand on one line

from __future__ import annotations

import html
import re
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random

from tests.sites.centre_names import SEEN, UNSEEN, Someone, read_people
from tests.sites.centre_spelling import letters, plain, write_name
from tests.sites.centre_styles import SEEN_STYLES, UNSEEN_STYLES, Style, make_work

ROOT = "https://centre.example/"
ROLES = ("Professor", "Senior Researcher", "Postdoctoral Fellow", "Research Associate", "PhD Student", "Lecturer")
TITLES = ("Prof. ", "Dr. ", "", "Prof. Dr. ", "", "")
TAILS = ("", ", PhD", "", ", Ph.D.", "", "")


@dataclass(slots=True)
class Centre:
    """The site: `pages` by address; `gold` says who stands behind (address, written name); `people` has them all."""

    people: tuple[Someone, ...]
    pages: dict[str, str] = field(default_factory=dict)
    gold: dict[tuple[str, str], set[int]] = field(default_factory=lambda: defaultdict(set))

    def say(self, url: str, written: str, one: Someone) -> str:
        """A name for a page, noted as the gold of it."""
        self.gold[url, written].add(one.number)
        return html.escape(written, quote=False)

    def add(self, url: str, title: str, body: str) -> None:
        """A page with the site's frame around it."""
        self.pages[url] = (
            f"<!doctype html><html lang=en><head><title>{title} | Centre for Rivers</title></head><body><nav><a href=/>Home"
            f"</a> <a href=/people/>People</a> <a href=/publications/2020/>Publications</a></nav><main><h1>{title}</h1>"
            f"{body}</main><footer>Centre for Rivers, 1 Weir Street</footer></body></html>"
        )


def make_centre(*, unseen: bool = False, works: int = 80, seed: int = 11) -> Centre:
    """One of the two centres, always the same."""
    chance = Random(29 if unseen else seed)
    centre = Centre(read_people(UNSEEN if unseen else SEEN))
    styles = UNSEEN_STYLES if unseen else SEEN_STYLES
    teams: dict[str, list[Someone]] = defaultdict(list)
    for one in centre.people:
        for letter in one.notes["team"]:
            teams[letter].append(one)
    _add_people(centre, chance, teams, styles)
    _add_years(centre, chance, teams, styles, works)
    _add_projects(centre, chance, teams)
    _add_theses(centre, chance, teams)
    _add_news(centre, chance)
    return centre


def _shown(one: Someone) -> str:
    """The name as its bearer has it on the own page."""
    if "vn" in one.marks:
        return f"{one.family} {one.given}"
    suffix = f", {one.notes['suffix']}" if "suffix" in one.notes else ""
    return f"{one.given} {one.family}{suffix}"


def _daily(one: Someone) -> str:
    """The family name as people use it: a Vietnamese middle name does not follow it."""
    return one.family.split()[0] if "vn" in one.marks else one.family


def _add_people(centre: Centre, chance: Random, teams: dict[str, list[Someone]], styles: tuple[Style, ...]) -> None:
    rows, url = [], f"{ROOT}people/"
    for one in centre.people:
        if not one.has_page:
            continue
        place = one.number % 6
        name = centre.say(url, _shown(one), one)
        rows.append(f"<li><a href=/people/{one.slug}/>{TITLES[place]}{name}{TAILS[place]}</a>, {ROLES[place]}</li>")
        _add_person(centre, chance, one, teams[one.notes["team"][0]], styles)
    centre.add(url, "People", f"<h2>Members</h2><ul>{''.join(rows)}</ul>")


def _add_person(centre: Centre, chance: Random, one: Someone, team: list[Someone], styles: tuple[Style, ...]) -> None:
    url, place = f"{ROOT}people/{one.slug}/", one.number % 6
    name = centre.say(url, _shown(one), one)
    family = re.sub(r"\W", "", plain(one.family)).lower()
    parts = [f"<p>{ROLES[place]}</p>", f"<p>E-mail: {family}{one.number}@centre.example</p>"]
    if native := one.notes.get("native"):
        parts.append(f"<p>{name} ({centre.say(url, native, one)}) works on rivers and on what lives in them.</p>")
    if born := one.notes.get("born"):
        former = centre.say(url, f"{one.given} {born}", one)
        parts.append(f"<p>Formerly published as {former}. Born in a town by a river.</p>")
    style = chance.choice(styles)
    parts.append("<h2>Selected publications</h2>")
    parts.append(_list(centre, chance, url, style, [_authors(chance, team, one) for _ in range(3)], 2019))
    centre.add(url, f"{TITLES[place]}{name}{TAILS[place]}", "".join(parts))


def _authors(chance: Random, team: list[Someone], must: Someone | None = None) -> list[Someone]:
    others = [one for one in team if one is not must]
    chosen = chance.sample(others, min(len(others), chance.randint(1, 4)))
    if must:
        chosen.insert(chance.randint(0, len(chosen)), must)
    return chosen


def _list(centre: Centre, chance: Random, url: str, style: Style, groups: list[list[Someone]], year: int) -> str:
    """Entries of one style; a list is printed with accents or without."""
    ascii_only, entries = chance.random() < 0.35, []
    for place, group in enumerate(groups):
        names = []
        for order, one in enumerate(group):
            spelling = style.first if style.first and order == 0 else style.spelling
            written = write_name(one, spelling, chance, ascii_only=ascii_only)
            if "born" in one.notes and year < 2017:
                written = written.replace(one.family, one.notes["born"])
            written = centre.say(url, written, one)
            names.append(f"<b>{written}</b>" if one.slug in url and style.listed == "ul" else written)
        entry = style.entry(names, make_work(chance, year))
        entries.append(f"[{place + 1}] {entry}" if style.numbered else entry)
    if not style.listed:
        return "".join(entries)
    if style.listed == "p":
        return "".join(f"<p>{entry}</p>" for entry in entries)
    return f"<{style.listed}>{''.join(f'<li>{entry}</li>' for entry in entries)}</{style.listed}>"


def _add_years(
    centre: Centre, chance: Random, teams: dict[str, list[Someone]], styles: tuple[Style, ...], works: int
) -> None:
    size = max(1, works // len(styles))
    for place, style in enumerate(styles):
        year = 2023 - place % 10
        url = f"{ROOT}publications/{style.name.replace(' ', '-').replace(',', '')}/"
        groups = [_authors(chance, teams[chance.choice("abcde")]) for _ in range(size)]
        centre.add(url, f"Publications {year}", f"<h2>{year}</h2>{_list(centre, chance, url, style, groups, year)}")


def _add_projects(centre: Centre, chance: Random, teams: dict[str, list[Someone]]) -> None:
    for letter, team in sorted(teams.items()):
        url = f"{ROOT}projects/{letter}/"
        leader, *others = team[:5]
        lead = centre.say(url, f"{leader.given.split()[0]} {_daily(leader)}", leader)
        short = [(one, f"{letters(one.given, '.', ' ', '-')} {_daily(one)}") for one in others]
        names = "".join(f"<li>{centre.say(url, text, one)}</li>" for one, text in short)
        centre.add(
            url, f"Project {letter.upper()}", f"<p>Principal investigator: {lead}</p><h2>Team</h2><ul>{names}</ul>"
        )


def _add_theses(centre: Centre, chance: Random, teams: dict[str, list[Someone]]) -> None:
    url, rows = f"{ROOT}theses/", []
    for team in teams.values():
        student, supervisor = chance.sample(team, 2)
        first = centre.say(url, f"{student.given} {_daily(student)}", student)
        second = centre.say(url, f"{supervisor.given.split()[0]} {_daily(supervisor)}", supervisor)
        title = make_work(chance, 2021).title
        rows.append(f"<tr><td>{first}</td><td>{title}</td><td>Prof. {second}</td></tr>")
    head = "<tr><th>Name</th><th>Title</th><th>Supervisor</th></tr>"
    centre.add(url, "Theses", f"<table>{head}{''.join(rows)}</table>")


def _add_news(centre: Centre, chance: Random) -> None:
    url = f"{ROOT}news/"
    told = [one for one in chance.sample(centre.people, 10) if "vn" not in one.marks]
    lines = [
        f"<p>Congratulations to Dr. {centre.say(url, f'{one.given} {one.family}', one)}, who won a prize for a paper.</p>"
        for one in told
    ]
    centre.add(url, "News", "".join(lines))
