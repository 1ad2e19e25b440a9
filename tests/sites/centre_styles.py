"""Lists of publications in the forms that research centres give them. Pure text: names come in as they are written."""

# ruff: noqa: E501  names and pages stand on one line

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

Names = Sequence[str]
_WORDS = (
    "Adaptive", "Flood", "Rivers", "Sparse", "Models", "Transport", "Sediment", "Robust", "Coastal", "Learning", "Delta", "Graphs", "Urban", "Drainage", "Signals", "Remote", "Sensing", "Estuary", "Mixing", "Optimal", "Control", "Turbulent", "Flow", "Forests", "Nitrogen", "Soil", "Cloud", "Radar", "Rainfall",
)  # fmt: skip
_JOURNALS = ("Journal of Tidal Studies", "Water Letters", "Annals of Rivers", "J. Hydrol. Sci.", "Ocean Modelling")
_VENUES = ("Proc. ICRT", "Proceedings of the Conference on Deltas", "NeurIPS", "IEEE Trans. Rivers")


@dataclass(frozen=True, slots=True)
class Work:
    """A publication without its authors."""

    title: str
    journal: str
    venue: str
    year: int
    volume: int
    pages: str


def make_work(chance: Random, year: int) -> Work:
    """A made-up publication of a year."""
    words = chance.sample(_WORDS, chance.randint(3, 6))
    title = f"{' '.join(words[:2])} {chance.choice(('for', 'of', 'in', 'under'))} {' '.join(words[2:]).lower()}"
    first = chance.randint(1, 400)
    pages = f"{first}–{first + chance.randint(5, 20)}"
    return Work(title, chance.choice(_JOURNALS), chance.choice(_VENUES), year, chance.randint(2, 60), pages)


def _joined(names: Names, last: str, gap: str = ", ") -> str:
    return names[0] if len(names) == 1 else gap.join(names[:-1]) + last + names[-1]


def _apa(names: Names, work: Work) -> str:
    return (
        f"{_joined(names, ', &amp; ')} ({work.year}). {work.title}. <i>{work.journal}, {work.volume}</i>, {work.pages}."
    )


def _ieee(names: Names, work: Work) -> str:
    last = ", and " if len(names) > 2 else " and "
    return f"{_joined(names, last)}, “{work.title},” in <i>{work.venue}</i>, {work.year}, pp. {work.pages}."


def _vancouver(names: Names, work: Work) -> str:
    return f"{_joined(names, ', ')}. {work.title}. {work.journal}. {work.year};{work.volume}:{work.pages}."


def _full(names: Names, work: Work) -> str:
    return f"{_joined(names, ' and ')} ({work.year}): {work.title}. {work.journal} {work.volume}, {work.pages}."


def _acm(names: Names, work: Work) -> str:
    last = ", and " if len(names) > 2 else " and "
    return f"{_joined(names, last)}. {work.year}. {work.title}. In <i>{work.venue}</i>. {work.pages}."


def _nature(names: Names, work: Work) -> str:
    return f"{_joined(names, ' &amp; ')} {work.title}. <i>{work.journal}</i> <b>{work.volume}</b>, {work.pages} ({work.year})."


def _harvard(names: Names, work: Work) -> str:
    return f"{_joined(names, ' and ')} {work.year}, ‘{work.title}’, <i>{work.journal}</i>, vol. {work.volume}, pp. {work.pages}."


def _raised(names: Names, work: Work) -> str:
    marks = ["1,2*", "1", "2", "1,3", "3", "2"]
    raised = [f"{name}<sup>{marks[place % 6]}</sup>" for place, name in enumerate(names)]
    return f"{_joined(raised, ' and ')}. {work.title}. {work.journal}, {work.year}."


def _own_line(names: Names, work: Work) -> str:
    return f"<h3>{work.title}</h3><p class=authors>{_joined(names, ', ')}</p><p><i>{work.journal}</i>, {work.year}</p>"


def _title_first(names: Names, work: Work) -> str:
    return f"<b>{work.title}</b>. {_joined(names, ', ')}. <i>{work.venue}</i>, {work.year}. [PDF] [Code]"


def _title_break(names: Names, work: Work) -> str:
    return f"<a href=/papers/{work.volume}.pdf>{work.title}</a><br>{_joined(names, ' and ')}<br>{work.journal} {work.volume}, {work.year}"


def _starred(names: Names, work: Work) -> str:
    return f"{_joined([f'{names[0]}*', *names[1:]], ', ')} (*corresponding author), {work.title}, {work.journal}, {work.year}."


def _semicolons(names: Names, work: Work) -> str:
    return f"{'; '.join(names)} ({work.year}) {work.title}, {work.journal} {work.volume}: {work.pages}"


def _colon(names: Names, work: Work) -> str:
    return f"{_joined(names, ', ')}: {work.title}. {work.journal} {work.volume} ({work.year}), {work.pages}"


def _quoted_title_first(names: Names, work: Work) -> str:
    return f"“{work.title}”, {_joined(names, ' and ')}, {work.journal}, {work.year}"


def _labelled(names: Names, work: Work) -> str:
    return f"<h3>{work.title}</h3><p>Authors: {'; '.join(names)}</p><p>Published in: {work.journal}, {work.year}</p>"


def _by_line(names: Names, work: Work) -> str:
    return f"<h4>{work.title}</h4><p>by {_joined(names, ' and ')}</p><p>{work.venue} {work.year}</p>"


def _bibtex(names: Names, work: Work) -> str:
    written = " and ".join(names)
    return (
        f"<pre>@article{{key{work.year}{work.volume},\n  author = {{{written}}},\n  title = {{{work.title}}},\n"
        f"  journal = {{{work.journal}}},\n  year = {{{work.year}}}\n}}</pre>"
    )


@dataclass(frozen=True, slots=True)
class Style:
    """A form of a list: how names are written, how an entry reads, and whether entries are items of a list."""

    name: str
    spelling: str
    entry: Callable[[Names, Work], str]
    listed: str = "ul"
    first: str = ""
    numbered: bool = False


SHARED = (
    Style("apa", "apa", _apa),
    Style("ieee", "ieee", _ieee, "p", numbered=True),
    Style("vancouver", "vancouver", _vancouver, "ol"),
    Style("full", "full", _full),
    Style("acm", "middle", _acm),
    Style("nature", "apa", _nature, "p"),
    Style("harvard", "harvard", _harvard),
    Style("raised", "middle", _raised),
    Style("own line", "full", _own_line, ""),
    Style("title first", "full", _title_first),
    Style("mla", "full", _acm, "p", first="turned"),
    Style("bibtex", "turned", _bibtex, ""),
)
SEEN_STYLES = (
    *SHARED,
    Style("starred", "tight", _starred, "p"),
    Style("east", "east", _full),
    Style("semicolons", "dotted", _semicolons),
    Style("title break", "full", _title_break),
)
UNSEEN_STYLES = (
    *SHARED,
    Style("colon", "tight", _colon, "p"),
    Style("west capitals", "capitals", _full),
    Style("semicolons, full", "turned", _semicolons),
    Style("quoted title first", "ieee", _quoted_title_first),
    Style("labelled", "turned", _labelled, ""),
    Style("by line", "full", _by_line, ""),
    Style("dotted", "dotted", _vancouver, "ol"),
)
