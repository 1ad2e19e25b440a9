"""The stages of one question in their order: check, resolve, route, search, rank, answer."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from core.errors import QuestionRefused
from core.records import Answer, Evidence, Question, Route, Usage
from core.records.answer import Mode
from core.settings import Settings
from models import late
from models.factory import EmbedderSet
from models.known import KnowsWords, knows_word
from models.protocols import LanguageModel, Reranker
from retrieval.analysis import Analysis, analyse, check_question
from retrieval.answering import Answering, Findings, keep_first
from retrieval.answers.asks import complete
from retrieval.answers.compose import say
from retrieval.answers.hops import find_home, find_targets
from retrieval.answers.offices import office_words
from retrieval.answers.reaching import reach
from retrieval.broad import cut_by_page, is_spread
from retrieval.candidates import Context, Probe
from retrieval.events import Event, Trace
from retrieval.followups import resolve
from retrieval.framing import unframe
from retrieval.options import Options
from retrieval.ports import GraphReader
from retrieval.ranking import Blend, cut, rank, read_evidence
from retrieval.relevance import Relevance
from retrieval.respelling import Reading, mend, respell
from retrieval.router import (
    RouteClassifier,
    direct_route,
    doubt,
    forced_route,
    route_by_model,
    route_by_rules,
    route_locally,
)
from retrieval.searching import Search, search
from retrieval.sites import SiteDirectory, SiteFacts
from retrieval.texts import gloss, language, unread
from retrieval.vocabulary import read_wording
from retrieval.wholepages import find_table, with_whole_pages


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

    async def run(
        self, question: Question, emit: Callable[[Event], None], options: Options | None = None, live: bool = False
    ) -> Answer:
        """The answer to a question; events go to `emit` as they happen. `live`: somebody reads them already."""
        options = options or self.options
        trace = Trace(emit)
        text = mend(check_question(question.text, options.question_characters))
        site = await self.directory.find(question.site)
        with trace.step("understand") as detail:
            asked = unframe(text)
            read = await self._read(resolve(asked.text, question.history), site)
            analysis = analyse(read.text, asked.told)
            analysis = speak_as_site(replace(analysis, read_as=tuple(new for _, new in read.changed)), site)
            analysis = replace(analysis, also=office_words(analysis))
            detail.update(question=analysis.text, terms=analysis.terms, codes=analysis.codes, names=analysis.names)
        context = await self._context(analysis, site, question, trace, options)
        route, spent = await self._route(context, question.mode)
        trace.send("route", **route.model_dump())
        found = await search(context, route, question.mode is not None, doubt())
        findings = await self._findings(context, found, question.limit, route.mode)
        for item in findings.evidence:
            trace.send("evidence", **item.model_dump(mode="json"))
        return await Answering(context, question, route, findings, live, spent).answer()

    async def _read(self, text: str, site: SiteFacts) -> Reading:
        """The question without slips of the pen; as it is where the embedder cannot tell."""
        primary = self.embedders.primary
        knows = primary.knows if isinstance(primary, KnowsWords) else partial(knows_word, primary)  # asked often
        return Reading(text) if language(text) == "zh" else await respell(self.reader, site, text, knows)

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
        """The question's vectors: of the primary model for English, of the second where the site has its vectors."""
        primary, second = self.embedders.primary, self.embedders.second
        probes = []
        if second is not None and site.languages != ("en",):
            probes.append(Probe(tuple(map(float, second.embed_questions([analysis.whole])[0])), second=True))
        if analysis.lang == "en" or analysis.asked or not probes:
            vector, tokens = late.embed_question(primary, analysis.whole)
            probes.insert(0, Probe(tuple(map(float, vector)), tokens=tokens))
        return tuple(probes)

    async def _route(self, context: Context, forced: Mode | None) -> tuple[Route, Usage]:
        usage = Usage()
        with context.trace.step("route") as detail:
            route = self._certain_route(context, forced)
            if route is None and context.llm is not None and context.options.router == "full":
                chosen = await route_by_model(context.llm, context.analysis.text)
                if chosen is not None:
                    route, reply = chosen
                    usage = Usage(
                        llm_calls=1, prompt_tokens=reply.prompt_tokens, completion_tokens=reply.completion_tokens
                    )
            route = route or direct_route(context.analysis)
            detail.update(route.model_dump())
        return route, usage

    def _certain_route(self, context: Context, forced: Mode | None) -> Route | None:
        """What the caller, a rule or the classifier is sure of; None when all of them doubt."""
        if forced is not None and forced != "none":
            return forced_route(forced)
        if context.options.router == "none":
            return direct_route(context.analysis)
        text = context.analysis.asked or context.analysis.text
        primary = next((probe for probe in context.probes if not probe.second), None)
        if context.options.router != "full" or primary is None:
            return route_by_rules(text)
        vector = np.array(primary.vector, dtype=np.float32)
        return route_locally(text, context.analysis.wanted, self.classifier, vector)

    async def _findings(self, context: Context, found: Search, limit: int, mode: Mode) -> Findings:
        read = await read_evidence(context, found.candidates)
        relevance = Relevance(context.analysis, [_whole(item) for item in read])
        if found.listed is not None:
            return Findings(tuple(read), tuple(read), relevance, listed=found.listed)
        if found.walked is not None:
            return Findings(tuple(read), tuple(read), relevance, walked=found.walked)
        pool = await rank(context, read, self.reranker or Blend(relevance))
        if mode == "G" or (mode == "list" and is_spread(pool)):
            return Findings(tuple(cut_by_page(context, pool)), tuple(pool), relevance, broad=True)
        whole = await with_whole_pages(context, pool, relevance)
        wording = read_wording(context.analysis.text, context.site)
        targets = find_targets(context.analysis, wording, context.site, pool)
        home = find_home(targets, pool)
        kept = complete(context.analysis, cut(context, pool, limit), pool)
        kept = reach(context.analysis, relevance, kept, pool)
        table = find_table(context.analysis, relevance, whole)
        evidence = keep_first([*targets, *home], keep_first(kept[:1], [*table, *kept], limit), limit)
        return Findings(evidence, tuple(pool), relevance, targets=tuple(targets), home=tuple(home), whole=tuple(whole))


def speak_as_site(analysis: Analysis, site: SiteFacts) -> Analysis:
    """A Chinese question read in English words by the glossary, where the site has no Chinese page."""
    if analysis.lang != "zh" or "zh" in site.languages or "en" not in site.languages:
        return analysis
    english = gloss(analysis.text)
    if not english:
        return analysis
    read = analyse(english, gloss(analysis.told) if analysis.told else "")
    stems = (*read.stems, *unread(analysis.text))  # what the glossary lacks is asked for too, and no page has it
    return replace(read, lang=analysis.lang, wanted=analysis.wanted, asked=analysis.text, stems=stems)


def _whole(item: Evidence) -> str:
    return " ".join([item.title, *item.heading_path, item.text])
