"""From ranked evidence to the public answer: refuse, or draft by graph, model or extraction; verify; compose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from core.errors import LLMError
from core.records import Answer, Evidence, Question, Route, Usage
from retrieval.answers.compose import Composer, page_refs, say
from retrieval.answers.confidence import Doubt, weigh
from retrieval.answers.conflicts import date_of, find_conflict
from retrieval.answers.draft import Claim, Draft
from retrieval.answers.extractive import answer_broadly, answer_extractively, claim_spans
from retrieval.answers.generative import MODEL, CutOff, evidence_budget, generate
from retrieval.answers.hops import answer_hops
from retrieval.answers.listing import answer_list
from retrieval.answers.scoring import score_spans
from retrieval.answers.selection import select_sources
from retrieval.answers.shaped import Shaped, answer_by_shape
from retrieval.answers.sides import Side, answer_sides, find_sides, sureness
from retrieval.answers.spans import LONGEST, Span
from retrieval.answers.verify import SUPPORT, verify
from retrieval.answers.walked import answer_walk
from retrieval.candidates import Context
from retrieval.modes.lists import ListFound
from retrieval.modes.walks import WalkFound
from retrieval.relevance import Relevance, find_missing
from retrieval.texts import count_words
from retrieval.vocabulary import read_wording

BROAD = 0.15
FEW = 3
SIDED = 20
STRICTLY = 0.8


@dataclass(frozen=True, slots=True)
class Findings:
    """What the answer is made of: the evidence kept, all candidates read, and a list, walk or two-hop targets if any.

    `broad`: what is asked is told page by page, and answered so. `home` is the block that states the relation to the
    targets; `whole` the pool with the rest of a page whose sections are asked for, in the page's order.
    """

    evidence: tuple[Evidence, ...]
    pool: tuple[Evidence, ...]
    relevance: Relevance
    listed: ListFound | None = None
    targets: tuple[Evidence, ...] = ()
    home: tuple[Evidence, ...] = ()
    walked: WalkFound | None = None
    whole: tuple[Evidence, ...] = ()
    broad: bool = False


@dataclass(frozen=True, slots=True)
class Answering:
    """The last stages of one question."""

    context: Context
    question: Question
    route: Route
    findings: Findings
    live: bool = False
    spent: Usage = field(default_factory=Usage)

    async def answer(self) -> Answer:
        """The answer, or the plain statement that the site does not say; the latter without any model call."""
        found, analysis, trace = self.findings, self.context.analysis, self.context.trace
        if found.listed is not None:
            draft = answer_list(analysis, found.listed, found.evidence)
            return self._compose(draft, Usage())
        if found.walked is not None:
            return self._compose(answer_walk(analysis, found.relevance, found.walked, found.evidence), Usage())
        if found.targets:
            wording = read_wording(analysis.text, self.context.site)
            hops = answer_hops(analysis, found.relevance, found.targets, wording, found.home)
            return self._compose(hops, Usage())
        with trace.step("doubt") as detail:
            doubt = weigh(analysis, found.relevance, found.evidence, found.pool)
            sides = self._sides()
            shaped = None if sides or found.broad else self._shape()
            known = max(sureness(sides), shaped.probability if shaped else 0.0)
            doubt = replace(doubt, probability=round(max(doubt.probability, known), 4))
            detail.update(sides=len(sides), probability=doubt.probability, features=doubt.features, absent=doubt.absent)
        refused = doubt.refuse and self.context.options.refusal
        if refused and not (found.broad and not doubt.absent and doubt.probability > BROAD):
            return self._refuse(doubt, Usage())
        if shaped is not None:
            evidence = keep_first(shaped.blocks, found.evidence, len(found.evidence))
            return await replace(self, findings=replace(found, evidence=evidence))._draft(doubt, sides, shaped)
        beside = {side.span.item.block_id: side.span.item for side in sides}
        evidence = keep_first(found.evidence, tuple(beside.values()), len(found.evidence) + len(beside))
        return await replace(self, findings=replace(found, evidence=evidence))._draft(doubt, sides)

    def _sides(self) -> list[Side]:
        """The sides of a comparison: out of the evidence, else of more candidates, where it holds but one of them."""
        if self.route.mode != "B":
            return []
        analysis, found = self.context.analysis, self.findings
        return find_sides(analysis, found.evidence) or find_sides(analysis, found.pool[:SIDED])

    def _shape(self) -> Shaped | None:
        found = self.findings
        return answer_by_shape(self.context.analysis, found.relevance, found.evidence, found.pool, found.whole)

    async def _draft(self, doubt: Doubt, sides: Sequence[Side], shaped: Shaped | None = None) -> Answer:
        """The model's answer, if there is a model and its words hold; else the built-in one, unless both doubt."""
        notes: tuple[str, ...] = ()
        usage = Usage()
        if self.context.llm is not None:
            draft, usage, notes = await self._ask_model()
            if draft is not None and self._holds(draft):
                return self._compose(draft, usage, doubt)
            if not notes:
                if doubt.unsure and shaped is None:
                    return self._refuse(doubt, usage)
                notes = (say(self.context.analysis.lang, "own_words"),)
        if shaped is not None:
            return self._compose(replace(shaped.draft, notes=(*notes, *shaped.draft.notes)), usage, doubt)
        return self._compose(self._extract(notes, sides, not doubt.unsure), usage, doubt)

    async def _ask_model(self) -> tuple[Draft | None, Usage, tuple[str, ...]]:
        """What the model wrote, or nothing where it found no answer; its cost; and a note where it failed."""
        with self.context.trace.step("generate") as detail:
            try:
                draft, usage = await self._generate()
            except LLMError as error:
                if self.live and isinstance(error, CutOff):
                    raise
                detail["failed"] = str(error)
                return None, Usage(llm_calls=1), (say(self.context.analysis.lang, "fallback", reason=str(error)),)
            detail.update(tokens=usage.prompt_tokens + usage.completion_tokens, found=draft is not None)
        return draft, usage, ()

    def _holds(self, draft: Draft) -> bool:
        """Whether anything of a model's answer may be said: the blocks that it cites support it."""
        if not self.context.options.verification or self.context.options.unsupported != "drop":
            return bool(draft.claims)
        return any(verify(claim, STRICTLY).supported for claim in draft.claims)

    async def _generate(self) -> tuple[Draft | None, Usage]:
        context, found = self.context, self.findings
        assert context.llm is not None
        budget = min(
            evidence_budget(context.analysis.whole, context.options.answer_tokens), context.options.source_tokens
        )
        sources = select_sources(
            context.analysis, found.relevance, found.evidence, budget, whole=not context.options.selection
        )
        generated = await generate(
            context.llm, context.analysis.whole, sources, lambda piece: context.trace.send("token", text=piece)
        )
        return generated.draft, generated.usage

    def _extract(self, notes: tuple[str, ...], sides: Sequence[Side], sure: bool) -> Draft:
        found, analysis = self.findings, self.context.analysis
        with self.context.trace.step("extract") as detail:
            conflict = [] if found.broad or sides else self._conflict()
            if conflict:
                claims = tuple(claim_spans(conflict, analysis, found.relevance))
                dates = "; ".join(f"{span.item.title} ({date_of(span.item, span.text)})" for span in conflict)
                draft = Draft(claims, notes=(say(analysis.lang, "disagree", dates=dates),))
            else:
                draft = answer_sides(sides) if sides else self._plain_extract(sure)
            detail.update(made_by=draft.made_by, disagreeing=len(conflict))
        return replace(draft, notes=(*notes, *draft.notes))

    def _conflict(self) -> list[Span]:
        found, analysis = self.findings, self.context.analysis
        return find_conflict(score_spans(analysis, found.relevance, found.evidence), analysis, found.relevance)

    def _plain_extract(self, sure: bool) -> Draft:
        found, analysis = self.findings, self.context.analysis
        if found.broad:
            return answer_broadly(analysis, found.relevance, found.evidence)
        budget = self.context.options.answer_words
        return answer_extractively(analysis, found.relevance, found.evidence, budget, sure)

    def _compose(self, draft: Draft, usage: Usage, doubt: Doubt | None = None) -> Answer:
        composer = Composer()
        dropped = 0
        with self.context.trace.step("verify") as detail:
            least = STRICTLY if draft.made_by == MODEL else SUPPORT
            for claim in draft.claims:
                checked = verify(claim, least) if self.context.options.verification else claim
                if not checked.supported and self.context.options.unsupported == "drop":
                    dropped += 1
                    detail.setdefault("dropped", []).append({"text": checked.text, "reason": checked.reason})
                    continue
                self._add(composer, checked)
            detail["claims"] = len(draft.claims)
        if not composer.sentences:
            return self._refuse(Doubt(0.5, {}), usage)
        notes = [*draft.notes, *self._notes(composer, dropped)]
        sure = doubt is None or not doubt.unsure
        if not sure and not self.findings.broad:
            notes.append(say(self.context.analysis.lang, "unsure"))
        answer = self._finish(composer, draft, usage, tuple(notes))
        return answer.model_copy(update={"sure": sure, "confidence": doubt.probability if doubt else 1.0})

    def _add(self, composer: Composer, claim: Claim) -> None:
        sentence, new = composer.add(claim)
        for citation in new:
            self.context.trace.send("citation", **citation.model_dump(mode="json"))
        self.context.trace.send("sentence", **sentence.model_dump(mode="json"))

    def _notes(self, composer: Composer, dropped: int) -> list[str]:
        lang, found = self.context.analysis.lang, self.findings
        notes = [say(lang, "unsupported", count=dropped)] if dropped else []
        cited = {citation.block_id for citation in composer.citations}
        foreign = sorted({item.lang for item in found.evidence if item.block_id in cited and item.lang} - {lang})
        if foreign:
            notes.append(say(lang, "quoted_in", tongue=", ".join(foreign)))
        if self.context.analysis.read_as:
            notes.append(say(lang, "read_as", what=", ".join(self.context.analysis.read_as)))
        missing = find_missing(self.context.analysis, found.relevance)
        if missing and found.listed is None and found.walked is None and not found.targets:
            notes.append(say(lang, "partly", what=", ".join(missing)))
        return notes

    def _finish(self, composer: Composer, draft: Draft, usage: Usage, notes: tuple[str, ...]) -> Answer:
        return Answer(
            question=self.question.text,
            site=self.context.site.name,
            answer=composer.text(draft),
            answered=True,
            sentences=tuple(composer.sentences),
            citations=tuple(composer.citations),
            pages=composer.pages(),
            route=self.route,
            trace=self.context.trace.steps,
            usage=add_usage(self.spent, usage),
            lang=self.context.analysis.lang,
            evidence=self._evidence(composer, draft),
            notes=notes,
        )

    def _evidence(self, composer: Composer, draft: Draft) -> tuple[Evidence, ...]:
        """The evidence, and the blocks that are cited beside it: what a lead in it leads on to."""
        known = {item.block_id for item in self.findings.evidence}
        cited = {citation.block_id for citation in composer.citations} - known
        beside = {item.block_id: item for claim in draft.claims for item, _ in claim.quotes if item.block_id in cited}
        return (*self.findings.evidence, *beside.values())

    def _refuse(self, doubt: Doubt, usage: Usage) -> Answer:
        lang, evidence = self.context.analysis.lang, self.findings.evidence
        said = say(lang, "absent", what=", ".join(doubt.absent)) if doubt.absent else say(lang, "nothing")
        return Answer(
            question=self.question.text,
            site=self.context.site.name,
            answer=said,
            answered=False,
            pages=page_refs(evidence, lang),
            route=Route(
                mode="none",
                confidence=round(1 - doubt.probability, 3),
                reason=f"{self.route.reason}; but the evidence is too weak",
            ),
            trace=self.context.trace.steps,
            usage=add_usage(self.spent, usage),
            lang=lang,
            evidence=evidence,
            notes=(say(lang, "nearest"), *self._closest()) if evidence else (),
            confidence=doubt.probability,
        )

    def _closest(self) -> tuple[str, ...]:
        """The passage that a person would be shown who asks on: no answer, and not said to be one."""
        found, lang = self.findings, self.context.analysis.lang
        scored = score_spans(self.context.analysis, found.relevance, found.evidence)
        best = next(
            (one.span for one in scored if one.span.kind != "heading" and count_words(one.span.text) > FEW), None
        )
        if best is None or count_words(best.text) > LONGEST:
            return ()
        return (say(lang, "closest", quote=best.text, title=best.item.title),)


def add_usage(one: Usage, other: Usage) -> Usage:
    """Both together."""
    return Usage(
        llm_calls=one.llm_calls + other.llm_calls,
        prompt_tokens=one.prompt_tokens + other.prompt_tokens,
        completion_tokens=one.completion_tokens + other.completion_tokens,
    )


def keep_first(first: Sequence[Evidence], then: Sequence[Evidence], limit: int) -> tuple[Evidence, ...]:
    """Evidence with some items moved to the front."""
    ids = {item.block_id for item in first}
    return (*first, *(item for item in then if item.block_id not in ids))[: max(limit, len(first))]
