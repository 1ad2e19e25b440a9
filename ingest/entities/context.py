"""What the extractors of one page share: its lines, its subject, and the ways to note what they find."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from core.records import BlockRecord, PageRecord, ParsedPage
from ingest.entities.addresses import EMAIL, reveal
from ingest.entities.findings import Findings
from ingest.entities.lines import Line, page_lines
from ingest.entities.profile import Profile
from ingest.entities.requirements import excluded, tidy_code
from ingest.identity import link_address
from ingest.names import PERSON, name_key

MAX_NAME = 120


@dataclass(slots=True)
class Context:
    """One page under extraction. `subject` is the entity that the page is about, if any."""

    page: PageRecord
    parsed: ParsedPage
    blocks: Sequence[BlockRecord]
    profile: Profile
    findings: Findings
    lines: tuple[Line, ...] = ()
    subject: str | None = None
    texts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, page: PageRecord, parsed: ParsedPage, blocks: Sequence[BlockRecord], profile: Profile) -> Context:
        """The context of a page before anything is found."""
        texts = {block.id: block.text for block in blocks}
        lines = page_lines(parsed, blocks)
        here = profile.of_page([line.text for line in lines])
        return cls(page, parsed, blocks, here, Findings(page.site), lines, None, texts)

    def kind_of(self, entity: str) -> str:
        """The type of an entity found here."""
        return self.findings.entities[entity].type

    def named(
        self, kind: str, name: str, line: Line, surface: str = "", url: str | None = None, alias: str = ""
    ) -> str:
        """An entity that a line names; `url` is a page, or an e-mail address, of its own that the line gives."""
        name = name.strip()[:MAX_NAME]
        rule = self.profile.rule(kind)
        if not url and self._is_bearer(kind, name):
            self.mention(self.subject or "", surface or name, line)
            return self.subject or ""
        anchor = url if url and rule.namesakes else None
        entity = self.findings.entity(kind, name, [alias] if alias else [], apart=anchor or "")
        self.mention(entity, surface or name, line)
        return entity

    def _is_bearer(self, kind: str, name: str) -> bool:
        """Whether a name is that of the person whose page this is."""
        subject = self.findings.entities.get(self.subject or "")
        same = subject and kind == subject.type == PERSON and "@" in subject.key
        return bool(same and subject and name_key(kind, name) == subject.key.partition("@")[0])

    def mention(self, entity: str, surface: str, line: Line) -> None:
        """Note a mention at its place in the block; where only the heading names it, without a place."""
        text = self.texts[line.block]
        start = text.find(line.text) if line.inside else -1
        place = text.find(surface, max(start, 0)) if line.inside else -1
        if place >= 0:
            self.findings.mention(line.block, entity, surface, place)
        elif surface and surface in line.text:
            self.findings.mention(line.block, entity, surface, -1)
        else:
            self.findings.mention(line.block, entity)

    def codes(self, text: str) -> list[tuple[str, int]]:
        """Codes in a text, with their places."""
        return [
            (match[0], match.start())
            for match in self.profile.codes.pattern.finditer(text)
            if not excluded(match[0], self.profile)
        ]

    def code(self, code: str, line: Line) -> str:
        """The entity that a code names."""
        entity = self.findings.entity(self.profile.codes.type, tidy_code(code))
        self.mention(entity, code, line)
        return entity

    def relate(self, one: str, other: str, kind: str, line: Line, *, inverse: bool = False, group: str = "") -> None:
        """A relation from one entity to another; `inverse` turns it round."""
        head, tail = (other, one) if inverse else (one, other)
        self.findings.relate(head, tail, kind, line.block, group)

    def stands_below(self, entity: str, above: str, line: Line) -> bool:
        """Relate a thing to the one that it stands below, if the profile says how; whether it does."""
        kinds = self.kind_of(entity), self.kind_of(above)
        rule = next((rule for rule in self.profile.parents if (rule.child, rule.parent) == kinds), None)
        if rule:
            self.relate(above, entity, rule.relation, line, inverse=rule.inverse)
        return rule is not None

    def own_page(self, line: Line, name: str) -> str | None:
        """The page of a person that a line links to, if the profile takes such an address for a person's."""
        url = self.own_link(line, name)
        return url if url and any(rule.url and rule.url.search(url) for rule in self.profile.person_pages) else None

    def own_mailbox(self, line: Line) -> str | None:
        """The e-mail address that a line gives, if it gives one only."""
        found = {match[0].rstrip(".").casefold() for match in EMAIL.finditer(reveal(line.text))}
        linked = (unquote(link.url) for link in line.links if link.url.lower().startswith("mailto:"))
        found |= {match[0].casefold() for url in linked if (match := EMAIL.search(url))}
        return next(iter(found)) if len(found) == 1 else None

    def own_link(self, line: Line, text: str) -> str | None:
        """The address that a text in a line links to, without its fragment."""
        for link in line.links:
            if link.text and (link.text.strip() in text or text in link.text):
                return link_address(link.url)
        return None


def tidy(text: str) -> str:
    """White space made single."""
    return re.sub(r"\s+", " ", text).strip()


def unbracket(text: str) -> str:
    """A tidy text without a bracket around it, or at an end of it whose partner is not there."""
    said = tidy(text)
    if said.startswith("(") and said.find(")") in (-1, len(said) - 1):
        said = said[1:].removesuffix(")")
    return said.removesuffix(")") if said.count(")") > said.count("(") else said
