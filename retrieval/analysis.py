"""What a question is made of: its language, content words, codes, names, and the kind of answer it wants."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any, Literal

from core.errors import QuestionRefused
from retrieval.data import load_data
from retrieval.framing import conditions
from retrieval.texts import codes, content, course_codes, fold, fulltext, grams, language, sentences, stop_words

Wanted = Literal[
    "yesno",
    "count",
    "list",
    "who",
    "when",
    "where",
    "amount",
    "money",
    "share",
    "contact",
    "title",
    "definition",
    "fact",
]

_QUOTED = re.compile(r"[\"“«「『]([^\"”»」』]{2,80})[\"”»」』]")
_NAME = re.compile(
    r"(?<!\w)(?:[A-Z\u00c0-\u00de][\w’'.-]*|(?:d[aeu]|la|van|von|of|the|and|&)(?!\w))(?:\s+(?:[A-Z\u00c0-\u00de][\w’'.-]*|"
    r"(?:d[aeu]|la|van|von|of|for|in|the|and|&|del|di|el|bin|al)(?!\w)))*"
)
_SPEAKER = re.compile(r"^(?:I|I['’](?:m|d|ve|ll)|My|We|Now|Hi|Hello|Hey|Dear)\b[\s,]*")
_EDGES = re.compile(r"^(?:(?:of|the|and|for|in|&)\s+)+|(?:\s+(?:of|the|and|for|in|&))+$")


@dataclass(frozen=True, slots=True)
class Analysis:
    """A question taken apart. `terms` are folded content words, `stems` what they are compared by.

    `asked` is how it was put, where `text` is a reading of it in the site's language. `read_as` are
    words of it that were spelt otherwise, `also` words that a text may have for what is asked. `told` is what was
    told beside the question, `beside` the stems of it that no answer need hold.
    """

    text: str
    lang: str
    terms: tuple[str, ...]
    stems: tuple[str, ...]
    codes: tuple[str, ...]
    course_codes: tuple[str, ...]
    names: tuple[str, ...]
    wanted: Wanted
    vectors: dict[str, Any] = field(default_factory=dict, compare=False)
    asked: str = ""
    read_as: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    told: str = ""
    beside: frozenset[str] = frozenset()

    @property
    def whole(self) -> str:
        """What was told, and what is asked."""
        return f"{self.told} {self.text}".strip()

    @property
    def fulltext(self) -> str:
        """The Lucene query over block texts: any of the content words."""
        return fulltext((*self.terms, *self.also))

    @property
    def code_query(self) -> str:
        """The Lucene query over exact codes, or an empty string."""
        return fulltext(self.codes)


def check_question(text: str, limit: int) -> str:
    """The question without outer space. Raises `QuestionRefused` when it is empty, wordless or over the limit."""
    text = " ".join(text.split())
    if len(text) > limit:
        raise QuestionRefused(f"The question has {len(text)} characters; ask in at most {limit}.")
    if not any(char.isalnum() for char in text):
        raise QuestionRefused("The question holds no word; ask in words.")
    return text


def analyse(text: str, told: str = "") -> Analysis:
    """Take a checked question apart, with what is told beside it; pure."""
    terms = tuple(dict.fromkeys([*content(text), *(content(told) if told else ())]))
    stems = tuple(dict.fromkeys(gram for term in terms for gram in grams(term)))
    whole = f"{text} {told}" if told else text
    asked = {gram for term in content(text) for gram in grams(term)}
    return Analysis(
        text=text,
        lang=language(text),
        terms=terms,
        stems=stems,
        codes=tuple(codes(whole)),
        course_codes=tuple(course_codes(whole)),
        names=tuple(dict.fromkeys([*find_names(text), *(find_names(told) if told else ())])),
        wanted=find_wanted(asking_part(text)),
        told=told,
        beside=frozenset(stems) - asked - conditions() if told else frozenset(),
    )


_TITLE = re.compile(r"^(?:(?:Prof(?:essor)?|Dr|Doctor|Mrs?|Ms)\b\.?\s+(?=[^\W\d_]))+")


def find_names(text: str) -> list[str]:
    """Quoted phrases and runs of capitalised words; a capital that only begins the question is no name."""
    found = [match.group(1) for match in _QUOTED.finditer(text)]
    for sentence in sentences(text):
        found.extend(_names_of(sentence))
    return list(dict.fromkeys(found))


def _names_of(sentence: str) -> list[str]:
    found: list[str] = []
    for match in _NAME.finditer(sentence):
        name = _EDGES.sub("", match.group()).strip(" .'’").removesuffix("'s").removesuffix("’s")
        if match.start() == 0:
            name = _EDGES.sub("", _without_opening(name))
        while _SPEAKER.match(name):
            name = _EDGES.sub("", _SPEAKER.sub("", name, count=1))
        name = _TITLE.sub("", name)
        if any(char.isupper() for char in name[1:2] + name[:1]) and fold(name) not in stop_words():
            found.extend([name, *_parted(name)])
    return found


def asking_part(text: str) -> str:
    """The sentences that ask, where others tell a story before them; all of the text where none has a question mark."""
    asking = [sentence for sentence in sentences(text) if sentence.rstrip(' "”)').endswith(("?", "？"))]
    return " ".join(asking) or text


def _parted(name: str) -> list[str]:
    """The names on both sides of an "and", when both are full names."""
    sides = re.split(r"\s+(?:and|&)\s+", name)
    return sides if len(sides) > 1 and all(len(side.split()) > 1 for side in sides) else []


def _without_opening(name: str) -> str:
    first, _, rest = name.partition(" ")
    return rest if fold(first) in stop_words() or not rest else "" if rest == "I" else name


def find_wanted(text: str) -> Wanted:
    """The kind of answer that the question's own words ask for (rules in `rules.yaml`)."""
    folded = fold(text)
    for rule in load_data("rules")["wanted"]:
        if re.search(rule["pattern"], folded):
            wanted: Wanted = rule["kind"]
            return wanted
    return "fact"
