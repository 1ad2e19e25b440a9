// Ask: question, streamed answer, follow-ups; the evidence at the right.
import { stream } from "./client.js";
import { announce, copyText, fill, h, link, onShown } from "./dom.js";
import { placeOf, render } from "./markup.js";
import { Rating } from "./rating.js";
import { said } from "./said.js";
import { Sources } from "./sources.js";
import { forgetHistory, proposedBefore, readHistory, remember, useSite } from "./store.js";
import { chips, chipsToCome, suggestions } from "./suggestions.js";
import { Trace } from "./trace.js";
import { currentLanguage, modeAbout, modeName, t } from "./words.js";

export const MODES = ["A", "B", "C", "G", "list", "hybrid"];

export function askView(context) {
  const view = new Ask(context);
  return onShown(view.node, () => view.start());
}

class Ask {
  constructor({ site, parameters, tour, framed = false }) {
    this.site = site;
    this.tour = tour;
    this.framed = framed;
    this.asked = parameters.get("q");
    this.turns = [];
    this.field = h("textarea", { id: "question", rows: "1", maxlength: "1000", placeholder: t("placeholder"), onkeydown: (event) => this.key(event), oninput: () => this.grow() });
    this.mode = modeSelect();
    this.submit = h("button", { class: "main", type: "submit" }, t("ask"));
    this.stopButton = h("button", { type: "button", hidden: true, onclick: () => this.stop() }, t("stop"));
    const label = h("label", { class: "hidden-text", for: "question" }, t("question"));
    this.form = h("form", { class: "question", onsubmit: (event) => { event.preventDefault(); this.send(this.field.value); } },
      label, this.field, this.mode, this.submit, this.stopButton);
    this.thread = h("div", { class: "thread" });
    this.start_ = h("div", { class: "page-start" });
    const panel = h("div", { class: "stick" });
    this.sources = new Sources(panel);
    this.node = h("div", { class: "ask" },
      h("section", { class: "left", "aria-label": t("ask") }, h("h1", { class: "hidden-text" }, t("ask")), this.form, this.start_, this.thread),
      h("aside", { class: "right", "aria-label": t("sources") }, panel));
  }

  async start() {
    if (this.asked) await this.send(this.asked);
    else {
      this.field.focus();
      await this.suggest();
    }
  }

  // What was proposed before is shown at once; until then the room is kept, so that nothing jumps when they come.
  async suggest() {
    this.propose(proposedBefore(this.site, currentLanguage()), true);
    const found = await suggestions(this.site);
    if (!this.turns.length) this.propose(found, false);
  }

  propose(found, more) {
    const past = readHistory().filter((item) => item.site === this.site).slice(0, 8);
    const take = (text) => this.send(text);
    fill(this.start_, found.length > 0 ? chips(found, take) : more && chipsToCome(),
      past.length > 0 && [h("h2", { class: "label" }, t("history")), h("ul", { class: "history" }, past.map((item) => h("li", {}, h("button", { type: "button", class: "any-text", onclick: () => this.send(item.question) }, item.question)))),
        h("p", {}, h("button", { type: "button", class: "plain small", onclick: () => { forgetHistory(); this.suggest(); } }, t("clear")))]);
  }

  key(event) {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.form.requestSubmit();
    }
  }

  grow() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight + 2, 200)}px`;
  }

  async send(text, mode = this.mode.value) {
    const question = text.trim();
    if (!question || this.running) return;
    fill(this.start_);
    const turn = new Turn(question, this);
    this.turns.push(turn);
    this.thread.prepend(turn.node);
    this.field.value = "";
    this.grow();
    if (!this.framed) history.replaceState(null, "", shareAddress(this.site, question));
    remember(this.site, question);
    if (this.site) useSite(this.site);
    announce(t("asking"));
    await this.follow(turn, mode);
  }

  async follow(turn, mode) {
    this.sources.clear();
    const running = this.running = new AbortController();
    this.busy(true);
    const past = this.turns.slice(0, this.turns.indexOf(turn)).filter((other) => other.answer).slice(-6);
    const body = { question: turn.question, site: this.site, mode: mode || null, history: past.map((other) => ({ question: other.question, answer: other.answer.answer })) };
    try {
      await stream("POST", "/v1/ask", body, (name, data) => turn.event(name, data), running.signal);
      turn.ended();
    } catch (error) {
      turn.ended(error);
    } finally {
      if (this.running === running) this.free();
    }
  }

  // The next question can be asked as soon as an answer is complete, though its stream closes a moment later.
  free() {
    this.running = null;
    this.busy(false);
  }

  busy(now) {
    this.submit.hidden = now;
    this.stopButton.hidden = !now;
    if (!now && document.activeElement === document.body) this.field.focus({ preventScroll: true });
  }

  stop() {
    this.running?.abort();
  }
}

class Turn {
  constructor(question, ask) {
    this.question = question;
    this.ask = ask;
    this.answer = null;
    this.failed = false;
    this.tokens = "";
    this.sentences = [];
    this.trace = new Trace(question);
    this.body = h("div", { class: "answer waiting" });
    this.notes = h("div");
    this.bottom = h("div");
    this.node = h("article", { class: "turn" }, h("h2", {}, question), this.body, this.notes, this.bottom, this.trace.node);
  }

  event(name, data) {
    const handlers = {
      route: () => this.trace.route(data),
      step: () => this.trace.step(data),
      token: () => { this.tokens += data.text ?? data.token ?? ""; this.draw(this.tokens); },
      citation: () => this.ask.sources.add(data),
      sentence: () => { this.sentences.push(data); this.draw(this.sentences.map((s) => [s.text, ...s.citations.map((n) => `[${n}]`)].join(" ")).join(" ")); },
      done: () => this.finish(data.answer ?? data),
      error: () => this.fail(said(data.message ?? data.detail, "errors")),
    };
    handlers[name]?.();
  }

  draw(text) {
    fill(this.body, render(text, (n) => this.cite(n)));
  }

  cite(n) {
    const known = this.ask.sources.items.get(n);
    const label = [t("source", { n }), known?.citation.title].filter(Boolean).join(": ");
    return h("button", { type: "button", class: "cite", "aria-label": label, title: known?.citation.quote.slice(0, 300) ?? "", onclick: (event) => this.openSource(n, event.currentTarget) }, String(n));
  }

  openSource(n, from) {
    if (this.answer && this.ask.shown !== this) this.showSources();
    this.ask.sources.open(n, from);
  }

  showSources() {
    this.ask.shown = this;
    this.ask.sources.show(this.answer.citations);
  }

  finish(answer) {
    this.answer = answer;
    this.showSources();
    this.body.classList.remove("waiting");
    this.trace.show(answer);
    if (answer.answered) this.draw(answer.answer);
    else this.absent(answer);
    const doubtful = answer.answered && answer.sure === false;
    this.body.classList.toggle("doubtful", doubtful);
    const notes = answer.answered ? answer.notes.filter((text) => !(doubtful && isDoubt(text))) : [];
    fill(this.notes, doubtful && doubt(answer), notes.map((text) => note(text)));
    this.unsure();
    fill(this.bottom, this.actions());
    fill(this.trace.extra, this.onward(graphAddress(answer), t("drawn")), this.onward(`/compare?${new URLSearchParams({ q: this.question, site: answer.site })}`, t("compare")));
    announce([t("answered"), doubtful && `${t("doubtful")}.`, answer.answer].filter(Boolean).join(" "));
    this.ask.free();
    this.ask.tour?.answered(this);
  }

  // In a frame, the whole page opens in a tab of its own.
  onward(href, text) {
    return h("a", { class: "button", href, target: this.ask.framed ? "_blank" : null }, text);
  }

  absent(answer) {
    fill(this.body, h("div", { class: "absent" }, h("span", { class: "label" }, t("absent")), h("p", { dir: "auto" }, said(answer.answer, "answers")),
      answer.notes.filter((text) => !(answer.pages.length && isListing(text))).map((text) => note(text)),
      answer.pages.length > 0 && [h("span", { class: "label" }, t("nearest")), h("ul", {}, answer.pages.map((page) => h("li", {}, link(page.url, page.title || page.url, { target: "_blank" }))))]));
  }

  unsure() {
    const doubtful = this.answer.sentences.filter((sentence) => !sentence.supported);
    if (doubtful.length) this.notes.append(h("div", { class: "broken" }, h("span", { class: "label" }, t("unsure")), doubtful.map((sentence) => h("p", {}, sentence.text))));
  }

  fail(text) {
    this.failed = true;
    this.body.classList.remove("waiting");
    const partial = this.sentences.length || this.tokens;
    const kind = partial ? "broken" : "fault";
    if (partial) this.ask.sources.clear();
    const box = h("div", { class: kind, role: "alert" }, h("span", { class: "label" }, t(kind)), h("p", {}, text || ""));
    if (partial) fill(this.notes, box);
    else fill(this.body, box);
    fill(this.bottom, h("div", { class: "actions" }, h("button", { type: "button", onclick: () => this.again("") }, t("again"))));
  }

  ended(error) {
    this.body.classList.remove("waiting");
    if (this.answer || this.failed) return;
    const aborted = error?.name === "AbortError";
    if (!aborted) return this.fail(error?.message);
    fill(this.notes, h("div", { class: "broken" }, h("span", { class: "label" }, t("stopped"))));
    fill(this.bottom, h("div", { class: "actions" }, h("button", { type: "button", onclick: () => this.again("") }, t("again"))));
  }

  again(mode) {
    this.ask.stop();
    Object.assign(this, { answer: null, failed: false, tokens: "", sentences: [] });
    fill(this.body);
    fill(this.notes);
    fill(this.bottom);
    this.body.classList.remove("doubtful");
    this.body.classList.add("waiting");
    this.trace.steps = [];
    this.ask.follow(this, mode);
  }

  actions() {
    const said = h("span", { class: "soft small", role: "status" });
    const button = (name, action) => h("button", { type: "button", class: "plain small", onclick: action }, t(name));
    const retry = modeSelect(t("retry"));
    retry.addEventListener("change", () => retry.value && this.again(retry.value));
    const rating = new Rating(this.question, this.answer, said);
    return [h("div", { class: "actions" },
      button("all", async () => { await copyText(withSources(this.answer)); said.textContent = t("copied"); }),
      button("share", async () => { await copyText(new URL(shareAddress(this.answer.site, this.question), location.href).href); said.textContent = t("linked"); }),
      rating.thumbs, retry, said), rating.words];
  }
}

// An answer that is not sure says so beside its words and right below them.
function doubt(answer) {
  const own = answer.notes.find(isDoubt);
  return h("div", { class: "doubt" }, h("span", { class: "label" }, t("doubtful")), h("p", { dir: "auto" }, own ? said(own, "answers") : t("doubtfulText")));
}

// The list of the nearest pages below says this by itself.
function isListing(text) {
  return /^The nearest pages are listed|^已列出最/.test(text);
}

function isDoubt(text) {
  return /may not be what was asked|未必是所问/.test(text);
}

function note(text) {
  const differs = /^Pages disagree|^各页面说法不一/.test(text);
  return h("div", { class: differs ? "differ" : "soft small" }, differs && h("span", { class: "label" }, t("differ")), h("p", { dir: "auto" }, said(text, "answers")));
}

export function modeSelect(first = t("auto")) {
  return h("select", { "aria-label": first === t("auto") ? t("mode") : first }, h("option", { value: "" }, first), MODES.map((mode) => h("option", { value: mode, title: modeAbout(mode) }, modeName(mode))));
}

export function shareAddress(site, question) {
  return `/?${new URLSearchParams({ ...(site ? { site } : {}), q: question })}`;
}

export function graphAddress(answer) {
  const query = new URLSearchParams({ site: answer.site });
  for (const item of answer.evidence.slice(0, 12)) query.append("block", item.block_id);
  return `/graph?${query}`;
}

function withSources(answer) {
  const sources = answer.citations.map((c) => `[${c.n}] ${c.title}${c.heading_path.length ? `, ${c.heading_path.join(" › ")}` : ""}\n    ${placeOf(c)}`);
  return [answer.question, "", answer.answer, "", ...sources].join("\n");
}
