"""The public Answer out of a verified draft: numbered citations, pages, notes, in the question's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from core.records import Citation, Evidence, PageRef, Sentence
from retrieval.answers.draft import Claim, Draft
from retrieval.data import load_data


def say(lang: str, phrase: str, **values: object) -> str:
    """One of our own sentences in the question's language (English where we have no other)."""
    phrases = load_data("phrases")
    return str(phrases.get(lang, phrases["en"])[phrase]).format(**values)


@dataclass
class Composer:
    """Numbers citations as claims come in, so that they can be sent at once; one number a block and quote."""

    citations: list[Citation] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, claim: Claim) -> tuple[Sentence, list[Citation]]:
        """The claim as a sentence, and the citations that are new with it."""
        before = len(self.citations)
        numbers = tuple(dict.fromkeys(self._number(item, quote) for item, quote in claim.quotes))
        sentence = Sentence(text=claim.text, citations=numbers, supported=claim.supported)
        self.sentences.append(sentence)
        return sentence, self.citations[before:]

    def _number(self, item: Evidence, quote: str) -> int:
        key = (item.block_id, quote)
        if key not in self._numbers:
            self._numbers[key] = len(self.citations) + 1
            self.citations.append(_citation(self._numbers[key], item, quote))
        return self._numbers[key]

    def pages(self) -> tuple[PageRef, ...]:
        """The pages cited, in the order of their first citation."""
        titles = {citation.url: citation.title for citation in reversed(self.citations)}
        return tuple(PageRef(url=url, title=titles[url]) for url in dict.fromkeys(c.url for c in self.citations))

    def text(self, draft: Draft) -> str:
        """The answer as one text with its citation numbers."""
        marked = [_marked(sentence) for sentence in self.sentences]
        if draft.form == "list":
            return "\n".join([*([draft.lead] if draft.lead else []), *(f"- {line}" for line in marked)])
        return " ".join(marked)


def _marked(sentence: Sentence) -> str:
    return sentence.text + "".join(f" [{number}]" for number in sentence.citations)


def _citation(number: int, item: Evidence, quote: str) -> Citation:
    return Citation(
        n=number,
        url=item.url,
        anchor=item.anchor,
        title=item.title,
        heading_path=item.heading_path,
        quote=quote,
        block_id=item.block_id,
        entities=item.entities,
    )


def page_refs(evidence: Sequence[Evidence], lang: str, limit: int = 3) -> tuple[PageRef, ...]:
    """The pages of the evidence, the best first, those in the reader's language before others."""
    titles = {item.url: item.title for item in reversed(evidence)}
    ordered = sorted(evidence, key=lambda item: item.lang.split("-")[0] != lang)
    return tuple(PageRef(url=url, title=titles[url]) for url in list(dict.fromkeys(i.url for i in ordered))[:limit])
