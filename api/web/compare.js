// The same question to every mode, side by side.
import { MODES } from "./ask.js";
import { post } from "./client.js";
import { fill, h, link, onShown } from "./dom.js";
import { placeOf, render } from "./markup.js";
import { said } from "./said.js";
import { proposedBefore } from "./store.js";
import { chips, chipsToCome, suggestions } from "./suggestions.js";
import { currentLanguage, modeAbout, modeName, t } from "./words.js";

const SHORT = 140;

export function compareView({ site, parameters }) {
  const field = h("input", { type: "text", id: "compare-question", maxlength: "1000", value: parameters.get("q") ?? "" });
  const result = h("div", { class: "page-part", "aria-live": "polite" });
  const start = h("div", { class: "page-start" });
  const run = async () => {
    if (!field.value.trim()) return;
    fill(start);
    history.replaceState(null, "", `/compare?${new URLSearchParams({ q: field.value, ...(site ? { site } : {}) })}`);
    fill(result, h("p", { class: "soft" }, t("loading")));
    try {
      const modes = parameters.get("modes")?.split(",");
      fill(result, comparison(await post("/v1/compare", { question: field.value, site, ...(modes ? { modes } : {}) })));
    } catch (error) {
      fill(result, h("div", { class: "fault", role: "alert" }, h("p", {}, error.message)));
    }
  };
  const view = h("div", { class: "page wide" }, h("h1", {}, t("compare")), h("p", { class: "soft" }, t("compareIntro")),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); run(); } },
      h("label", { class: "hidden-text", for: "compare-question" }, t("question")), h("div", { class: "grow" }, field), h("button", { class: "main", type: "submit" }, t("run"))),
    start, result);
  const take = (text) => {
    field.value = text;
    run();
  };
  return onShown(view, () => (field.value ? run() : propose(start, site, take)));
}

// With no question yet: questions that this graph can really answer, and what the modes are.
async function propose(place, site, take) {
  const modes = [h("h2", { class: "label" }, t("modes")), h("dl", { class: "facts small" }, [...MODES, "flat"].map((mode) => [h("dt", {}, modeName(mode)), h("dd", {}, modeAbout(mode))]))];
  const before = proposedBefore(site, currentLanguage());
  fill(place, before.length ? chips(before, take) : chipsToCome(), modes);
  const found = await suggestions(site);
  if (place.childNodes.length) fill(place, found.length > 0 && chips(found, take), modes);
}

function comparison({ answers, shared, only }) {
  const held = new Map();
  for (const { answer } of answers) for (const id of new Set(answer?.evidence.map((item) => item.block_id))) held.set(id, (held.get(id) ?? 0) + 1);
  const asked = answers.filter(({ answer }) => answer).length;
  const where = (mode) => (id) => {
    if (shared.includes(id)) return t("inAll");
    return only[mode]?.includes(id) ? t("only") : held.get(id) > 1 ? t("inSome", { n: held.get(id), m: asked }) : "";
  };
  return [overview(answers, shared), h("div", { class: "columns" }, answers.map((item) => column(item, where(item.mode))))];
}

function overview(answers, shared) {
  const rows = answers.map(({ mode, ms, answer, error, evidence, searched }) => h("tr", {}, h("th", { scope: "row", title: modeAbout(mode) }, modeName(mode)), h("td", { class: "number" }, ms.toFixed(0)),
    h("td", { class: "number" }, answer ? String(answer.usage.prompt_tokens + answer.usage.completion_tokens) : "–"),
    h("td", { class: "number" }, String(new Set((answer?.evidence ?? evidence).map((item) => item.url)).size)), h("td", {}, error ? said(error, "errors") : outcome(answer, searched))));
  const head = h("tr", {}, h("th", {}, t("modeOf")), h("th", { class: "number" }, t("ms")), h("th", { class: "number" }, t("tokensUsed")), h("th", { class: "number" }, t("pages")), h("th", {}, t("detail")));
  return h("div", {}, h("table", { class: "plain" }, h("thead", {}, head), h("tbody", {}, rows)), h("p", { class: "soft small" }, `${t("sharedEvidence")}${t("colon")}${shared.length}`));
}

function outcome(answer, searched) {
  if (!answer) return t(`searched_${searched}`);
  if (!answer.answered) return t("absent");
  return answer.sure === false ? t("doubtful") : "";
}

function column({ mode, answer, error, evidence: chunks }, where) {
  const list = (items) => h("details", { open: !matchMedia("(max-width: 34rem)").matches }, h("summary", {}, `${t("sources")} (${items.length})`), h("ul", { class: "sources" }, items.map((item) => evidence(item, where(item.block_id)))));
  const found = (items) => items.length ? list(items) : h("p", { class: "soft" }, t("noEvidence"));
  const head = h("div", {}, h("h2", {}, modeName(mode)), h("p", { class: "soft small" }, answer || error ? modeAbout(mode) : t("flatAbout")));
  if (error) return h("section", { class: "column" }, head, h("div", { class: "fault" }, h("p", {}, said(error, "errors"))));
  if (!answer) return h("section", { class: "column" }, head, found(chunks));
  const cite = (n) => {
    const citation = answer.citations.find((item) => item.n === n);
    return citation && link(placeOf(citation), `[${n}]`, { target: "_blank", title: citation.quote });
  };
  const kind = answer.answered ? (answer.sure === false ? " doubtful" : "") : " absent";
  return h("section", { class: "column" }, head, h("div", { class: `answer any-text${kind}`, dir: "auto" }, render(answer.answered ? answer.answer : said(answer.answer, "answers"), cite)), found(answer.evidence));
}

function evidence(item, where) {
  return h("li", { class: where === t("inAll") ? "shared" : "" }, link(item.url, item.title || item.url, { target: "_blank" }),
    h("div", { class: "soft small any-text" }, where && h("span", { class: "badge" }, where), item.heading_path.join(" › ")), h("div", { class: "small any-text text" }, item.text.length > SHORT ? `${item.text.slice(0, SHORT).trim()}…` : item.text));
}
