// The same question to every mode, side by side.
import { MODES, suggestions } from "./ask.js";
import { post } from "./client.js";
import { fill, h, link, onShown } from "./dom.js";
import { placeOf, render } from "./markup.js";
import { said } from "./said.js";
import { t } from "./words.js";

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
  const view = h("div", { class: "page" }, h("h1", {}, t("compare")), h("p", { class: "soft" }, t("compareIntro")),
    h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); run(); } },
      h("label", { class: "hidden-text", for: "compare-question" }, t("question")), h("div", { class: "grow" }, field), h("button", { class: "main", type: "submit" }, t("run"))),
    start, result);
  const take = (text) => {
    field.value = text;
    run();
  };
  return onShown(view, () => (field.value ? run() : propose(start, site, take)));
}

// With no question yet: what the modes are, and questions that this graph can really answer.
async function propose(place, site, take) {
  const modes = h("dl", { class: "facts small" }, [...MODES, "flat"].map((mode) => [h("dt", {}, nameOf(mode)), h("dd", {}, t(`about_${mode}`))]));
  fill(place, h("h2", { class: "label" }, t("modes")), modes);
  const found = await suggestions(site);
  if (place.childNodes.length && found.length) place.prepend(h("h2", { class: "label" }, t("suggestions")), h("ul", { class: "chips" }, found.map((text) => h("li", {}, h("button", { type: "button", onclick: () => take(text) }, text)))));
}

function comparison({ answers, shared, only }) {
  const everywhere = new Set(shared);
  return [overview(answers, shared), h("div", { class: "columns", tabindex: "0", role: "group", "aria-label": t("compare") }, answers.map((item) => column(item, everywhere, new Set(only[item.mode] ?? []))))];
}

function nameOf(mode) {
  return mode === "flat" ? t("flat") : mode;
}

function overview(answers, shared) {
  const rows = answers.map(({ mode, ms, answer, error, evidence, searched }) => h("tr", {}, h("th", { scope: "row" }, nameOf(mode)), h("td", { class: "number" }, ms.toFixed(0)),
    h("td", { class: "number" }, answer ? String(answer.usage.prompt_tokens + answer.usage.completion_tokens) : "–"),
    h("td", { class: "number" }, String(new Set((answer?.evidence ?? evidence).map((item) => item.url)).size)), h("td", {}, error ? said(error, "errors") : (answer ? (answer.answered ? "" : t("absent")) : t(`searched_${searched}`)))));
  const head = h("tr", {}, h("th", {}, t("modeOf")), h("th", { class: "number" }, t("ms")), h("th", { class: "number" }, t("tokensUsed")), h("th", { class: "number" }, t("pages")), h("th", {}, t("detail")));
  return h("div", {}, h("table", { class: "plain" }, h("thead", {}, head), h("tbody", {}, rows)), h("p", { class: "soft small" }, `${t("sharedEvidence")}: ${shared.length}`));
}

function column({ mode, answer, error, evidence: chunks }, everywhere, alone) {
  const list = (items) => h("details", { open: !matchMedia("(max-width: 34rem)").matches }, h("summary", {}, `${t("sources")} (${items.length})`), h("ul", { class: "sources" }, items.map((item) => evidence(item, everywhere, alone))));
  const found = (items) => items.length ? list(items) : h("p", { class: "soft" }, t("noEvidence"));
  if (error) return h("section", { class: "column" }, h("h2", {}, nameOf(mode)), h("div", { class: "fault" }, h("p", {}, said(error, "errors"))));
  if (!answer) return h("section", { class: "column" }, h("h2", {}, nameOf(mode)), h("p", { class: "soft" }, t("flatAbout")), found(chunks));
  const cite = (n) => {
    const citation = answer.citations.find((item) => item.n === n);
    return citation && link(placeOf(citation), `[${n}]`, { target: "_blank", title: citation.quote });
  };
  return h("section", { class: "column" }, h("h2", {}, nameOf(mode)),
    h("div", { class: answer.answered ? "answer any-text" : "answer any-text absent", dir: "auto" }, render(answer.answered ? answer.answer : said(answer.answer, "answers"), cite)),
    found(answer.evidence));
}

function evidence(item, everywhere, alone) {
  const where = everywhere.has(item.block_id) ? t("inAll") : alone.has(item.block_id) ? t("only") : "";
  return h("li", { class: everywhere.has(item.block_id) ? "shared" : "" }, link(item.url, item.title || item.url, { target: "_blank" }),
    h("div", { class: "soft small any-text" }, item.heading_path.join(" › ")), h("div", { class: "small any-text" }, item.text.length > 220 ? `${item.text.slice(0, 220)}…` : item.text),
    where && h("div", { class: "label" }, where));
}
