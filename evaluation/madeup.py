"""Words, names and questions of a made-up site: sentences that mean nothing, with the frequencies of real ones.

Half of a text is drawn by Zipf's law from one vocabulary whose commonest words are English function words, and a
quarter from the few words of its department, so that texts of one department resemble each other.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice

FUNCTION = "the of and to in a for is on with as by at from this are or an be that"
SYLLABLE = "ba co da fe gu ha ji ka lo mi ne pa qui ro sa te vu zo"
FUNCTION_WORDS, SYLLABLES = FUNCTION.split(), SYLLABLE.split()
VOCABULARY = 20_000
FIELD_WORDS = 60
FIELD_SHARE = 0.25
FIRST_NUMBER = 100
SITE_FORMS = {
    "A": (
        "What is the {0} {1} of {2} {3}?",
        "When does the {0} of {1} {2} begin?",
        "How many units is {code} worth?",
        "Where do I find the {0} {1} for {2} {3}?",
        "What is the e-mail address of {person}?",
    ),
    "B": (
        "What is the difference between {code} and {other}?",
        "Compare {0} {1} and {2} {3}.",
        "What are the admission requirements for {0} {1} in the {department}?",
        "Does the {department} offer both {0} {1} and {2} {3}?",
    ),
    "C": (
        "What are the prerequisites of {code}?",
        "Which professors work on {topic}?",
        "Who teaches {code} in the {department}?",
        "Which department offers {code} and what does it require?",
    ),
    "G": (
        "What are the main research areas around {0} {1}?",
        "Give me an overview of {0} {1} on this site.",
        "What are the main topics of the {department}?",
    ),
    "list": (
        "Which {letters} courses are 4 units?",
        "How many courses does the {department} offer?",
        "List all professors of the {department}.",
        "Which courses of the {department} have {code} as a prerequisite?",
    ),
}


class Tongue:
    """Draws texts; one instance knows the whole vocabulary, the commonest words first."""

    def __init__(self, vocabulary: int = VOCABULARY) -> None:
        self.words = [*FUNCTION_WORDS, *map(word, range(vocabulary))]
        self._weights = list(accumulate(1 / (rank + 3) for rank in range(len(self.words))))

    def field(self, number: int) -> list[str]:
        """The words of a department."""
        return random.Random(number).sample(self.words[len(FUNCTION_WORDS) :], FIELD_WORDS)

    def text(self, chance: random.Random, count: int, field: Sequence[str]) -> str:
        """`count` words in sentences."""
        drawn = chance.choices(self.words, cum_weights=self._weights, k=count)
        mixed = iter([chance.choice(field) if chance.random() < FIELD_SHARE else one for one in drawn])
        sentences = iter(lambda: list(islice(mixed, chance.randint(8, 18))), [])
        return " ".join(" ".join(sentence).capitalize() + "." for sentence in sentences)

    def title(self, chance: random.Random, count: int, field: Sequence[str]) -> str:
        """`count` words as a heading has them."""
        return " ".join(chance.choices(field, k=count)).title()

    def asked(self, chance: random.Random) -> str:
        """A word that a question may hold: from one in a few texts to one in a thousand."""
        return self.words[int(20 * 250 ** chance.random())]


def word(number: int) -> str:
    """A made-up word, different for every number."""
    made = ""
    number += len(SYLLABLES)
    while number:
        number, rest = divmod(number, len(SYLLABLES))
        made = SYLLABLES[rest] + made
    return made


def person_name(number: int) -> str:
    """A full name, different for every number."""
    return f"{word(number % 400)} {word(400 + number)}".title()


def department_name(number: int) -> str:
    """The name of a department."""
    return f"Department of {word(3 * number + 900)} {word(number)}".title().replace(" Of ", " of ")


def letters(number: int) -> str:
    """The letters that the codes of a department begin with."""
    first, second = divmod(number, 26)
    return f"{chr(65 + second)}{chr(65 + (first + 3) % 26)}TI"


def code(department: int, place: int) -> str:
    """The code of a department's course."""
    return f"{letters(department)} {FIRST_NUMBER + place}"


def topic_name(number: int) -> str:
    """What people work on."""
    return f"{word(number * 7 + 1)} {word(number + 50)}"


def make_questions(count: int, mode: str, departments: int, people: int, topics: int, seed: int = 11) -> list[str]:
    """Questions over what the made-up site names, of the kind that a mode is for; `hybrid` takes all kinds in turn."""
    chance, tongue = random.Random(f"{seed}/{mode}"), Tongue()
    forms = SITE_FORMS[mode] if mode in SITE_FORMS else tuple(form for kind in SITE_FORMS.values() for form in kind)

    def one(number: int) -> str:
        parts = _parts(chance, departments, people, topics)
        return forms[number % len(forms)].format(*(tongue.asked(chance) for _ in range(4)), **parts)

    return [one(number) for number in range(count)]


def _parts(chance: random.Random, departments: int, people: int, topics: int) -> Mapping[str, str]:
    here, there = chance.randrange(departments), chance.randrange(departments)
    return {
        "code": code(here, chance.randrange(20)),
        "other": code(there, chance.randrange(20)),
        "letters": letters(here),
        "department": department_name(here),
        "person": person_name(chance.randrange(people)),
        "topic": topic_name(chance.randrange(topics)),
    }


def spread(total: int, parts: int) -> Iterator[int]:
    """`total` cut into so many whole parts that differ by one at most."""
    return ((place + 1) * total // parts - place * total // parts for place in range(parts))
