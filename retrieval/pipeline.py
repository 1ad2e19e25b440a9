"""The stages of one question in their order: check, resolve, route, retrieve, rank, answer, verify, compose."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from core.errors import QuestionRefused
from core.records import Answer, Evidence, Question, Route, Usage
from core.records.answer import Mode
from core.settings import Settings
from models.factory import EmbedderSet
from models.protocols import LanguageModel, Reranker
from retrieval.analysis import Analysis, analyse, check_question
from retrieval.answers.compose import Composer, page_refs, say
from retrieval.answers.confidence import Doubt, weigh
from retrieval.answers.draft import Draft
from retrieval.answers.extractive import answer_extractively
from retrieval.answers.verify import verify
from retrieval.candidates import Candidate, Context, Probe, fuse
from retrieval.events import Event, Trace
from retrieval.followups import resolve
from retrieval.modes.direct import find_blocks
from retrieval.options import Options
from retrieval.ports import GraphReader
from retrieval.ranking import Blend, cut, rank, read_evidence
from retrieval.relevance import Relevance
from retrieval.router import RouteClassifier, direct_route, doubt, forced_route, route_by_rules
from retrieval.sites import SiteDirectory, SiteFacts


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Everything a question passes through. Made once by the Retriever."""

    reader: GraphReader
    embedders: EmbedderSet
    reranker: Reranker | None
    llm: LanguageModel | None
    settings: Settings
    options: Options
    directory: SiteDirectory
    classifier: RouteClassifier

    async def run(self, question: Question, emit: Callable[[Event], None], options: Options | None = None) -> Answer:
        """The answer to a question; events go to `emit` as they happen."""
        options = options or self.options
        trace = Trace(emit)
        text = check_question(question.text, options.question_characters)
        site = await self.directory.find(question.site)
        analysis = analyse(resolve(text, question.history))
        context = await self._context(analysis, site, question, trace, options)
        route = self._route(context, question.mode)
        trace.send("route", **route.model_dump())
        pool = await self._retrieve(context, route)
        evidence = cut(context, pool, question.limit)
        for item in evidence:
            trace.send("evidence", **item.model_dump(mode="json"))
        return self._answer(context, question, route, evidence, pool)

    async def _context(
        self, analysis: Analysis, site: SiteFacts, question: Question, trace: Trace, options: Options
    ) -> Context:
        languages = question.languages
        if languages and not site.eligible(languages):
            raise QuestionRefused(say(analysis.lang, "no_language", languages=", ".join(languages)))
        with trace.step("embed") as detail:
            probes = await asyncio.to_thread(self._probe, analysis, site)
            detail["models"] = [embedder.name for embedder in self.embedders]
        return Context(
            analysis, site, probes, self.reader, self.embedders, options, trace, languages=languages, llm=self.llm
        )

    def _probe(self, analysis: Analysis, site: SiteFacts) -> tuple[Probe, ...]:
        primary, second = self.embedders.primary, self.embedders.second
        probes = []
        if second is not None and site.languages != ("en",):
            probes.append(Probe(tuple(map(float, second.embed_questions([analysis.text])[0])), second=True))
        if analysis.lang == "en" or not probes:
            probes.insert(0, Probe(tuple(map(float, primary.embed_questions([analysis.text])[0]))))
        return tuple(probes)

    def _route(self, context: Context, forced: Mode | None) -> Route:
        with context.trace.step("route") as detail:
            route = self._pick_route(context, forced)
            detail.update(route.model_dump())
        return route

    def _pick_route(self, context: Context, forced: Mode | None) -> Route:
        if forced is not None:
            return forced_route(forced)
        if context.options.router == "none":
            return direct_route(context.analysis)
        ruled = route_by_rules(context.analysis.text)
        if ruled is not None:
            return ruled
        return direct_route(context.analysis)

    async def _retrieve(self, context: Context, route: Route) -> list[Evidence]:
        found: list[list[Candidate]] = [await find_blocks(context)]
        merged = found[0] if len(found) == 1 else fuse(found, context.options.candidates)
        evidence = await read_evidence(context, merged)
        relevance = Relevance(context.analysis, [_whole(item) for item in evidence])
        reranker = self.reranker or Blend(relevance)
        return await rank(context, evidence, reranker)

    def _answer(
        self, context: Context, question: Question, route: Route, evidence: list[Evidence], pool: list[Evidence]
    ) -> Answer:
        analysis, trace = context.analysis, context.trace
        relevance = Relevance(analysis, [_whole(item) for item in pool])
        with trace.step("doubt") as detail:
            weighed = weigh(analysis, relevance, evidence, pool)
            detail.update(probability=weighed.probability, features=weighed.features, absent=weighed.absent)
        if weighed.refuse:
            return self._refuse(context, question, route, weighed, evidence)
        with trace.step("answer") as detail:
            draft = answer_extractively(analysis, relevance, evidence, context.options.answer_words)
            detail["made_by"] = draft.made_by
        return self._compose(context, question, route, draft, evidence)

    def _compose(
        self, context: Context, question: Question, route: Route, draft: Draft, evidence: list[Evidence]
    ) -> Answer:
        composer = Composer()
        checked = replace(draft, claims=tuple(verify(claim) for claim in draft.claims))
        for claim in checked.claims:
            if not claim.supported and context.options.unsupported == "drop":
                continue
            sentence, new = composer.add(claim)
            for citation in new:
                context.trace.send("citation", **citation.model_dump())
            context.trace.send("sentence", **sentence.model_dump())
        return Answer(
            question=question.text,
            site=context.site.name,
            answer=composer.text(draft),
            answered=bool(composer.sentences),
            sentences=tuple(composer.sentences),
            citations=tuple(composer.citations),
            pages=composer.pages(),
            route=route,
            trace=context.trace.steps,
            usage=Usage(),
            lang=context.analysis.lang,
            evidence=tuple(evidence),
            notes=draft.notes,
        )

    def _refuse(
        self, context: Context, question: Question, route: Route, weighed: Doubt, evidence: list[Evidence]
    ) -> Answer:
        lang = context.analysis.lang
        said = say(lang, "absent", what=", ".join(weighed.absent)) if weighed.absent else say(lang, "nothing")
        return Answer(
            question=question.text,
            site=context.site.name,
            answer=said,
            answered=False,
            pages=page_refs(evidence),
            route=Route(mode="none", confidence=1 - weighed.probability, reason=f"{route.reason}; evidence too weak"),
            trace=context.trace.steps,
            lang=lang,
            evidence=tuple(evidence),
            notes=(say(lang, "nearest"),) if evidence else (),
        )


def _whole(item: Evidence) -> str:
    return " ".join([item.title, *item.heading_path, item.text])
