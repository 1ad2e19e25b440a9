// Why this answer: the route and the steps, while they happen and afterwards.
import { fill, h } from "./dom.js";
import { percent } from "./markup.js";
import { said } from "./said.js";
import { sentencesOf, stepName } from "./trace-sentences.js";
import { modeAbout, modeName, t } from "./words.js";

export class Trace {
  constructor(question = "") {
    this.question = question;
    this.routeLine = h("p", { class: "any-text" });
    this.rows = h("tbody");
    this.steps = [];
    this.foot = h("p", { class: "soft small" });
    this.extra = h("div", { class: "row" });
    this.data = h("tbody");
    const head = h("tr", {}, h("th", {}, t("step")), h("th", { class: "number" }, t("ms")), h("th", {}, h("span", { class: "hidden-text" }, t("ms"))), h("th", {}, t("outcome")));
    const raw = h("details", { class: "raw" }, h("summary", { class: "small" }, t("rawData")), h("div", { class: "scroll", tabindex: "0" }, h("table", {}, this.data)));
    this.node = h("details", { class: "trace" }, h("summary", {}, t("why")), this.routeLine,
      h("div", { class: "scroll", tabindex: "0" }, h("table", {}, h("thead", {}, head), this.rows)), this.foot, raw, this.extra);
  }

  route(route) {
    this.routeLine.title = modeAbout(route.mode);
    this.routeLine.textContent = `${t("route", { mode: modeName(route.mode), sure: percent(route.confidence) })}${t("colon")}${said(route.reason, "answers")}`;
  }

  step(step) {
    if (step.step === "received") return;
    this.steps.push(step);
    const most = Math.max(...this.steps.map((other) => other.ms), 1);
    fill(this.rows, this.steps.map((item) => h("tr", {}, h("td", { class: "step" }, stepName(item.step)), h("td", { class: "number" }, item.ms.toFixed(1)),
      h("td", {}, this.bar(item.ms / most)), h("td", { class: "any-text" }, sentencesOf(item, this.question)))));
    fill(this.data, this.steps.map((item) => h("tr", {}, h("td", { class: "step" }, stepName(item.step)), h("td", { class: "any-text" }, detail(item.detail)))));
  }

  bar(share) {
    const bar = h("div", { class: "bar" });
    bar.style.width = `${Math.max(2, share * 80)}px`;
    return bar;
  }

  show(answer) {
    this.steps = [];
    this.route(answer.route);
    for (const step of answer.trace) this.step(step);
    const tokens = answer.usage.prompt_tokens + answer.usage.completion_tokens;
    this.foot.textContent = [t("found", { n: answer.evidence.length }), tokens ? t("tokens", { n: tokens }) : t("noTokens")].join(" · ");
  }
}

const ROWS = 12;

function word(name) {
  return said(name.replaceAll("_", " "), "details");
}

// Plain values on one line; lists of records and what a model weighed folded, as small tables.
function detail(values) {
  const line = [];
  const tables = [];
  for (const [name, value] of Object.entries(values || {})) {
    if (Array.isArray(value) && value.length && typeof value[0] === "object") tables.push(folded(name, value));
    else if (value && typeof value === "object" && !Array.isArray(value)) tables.push(weighed(name, value));
    else if (value !== "" && !(Array.isArray(value) && !value.length)) line.push(`${word(name)}${t("colon")}${plain(value, name)}`);
  }
  return [line.join(" · "), ...tables];
}

function folded(name, records) {
  const columns = [...new Set(records.slice(0, ROWS).flatMap(Object.keys))];
  const row = (record) => h("tr", {}, columns.map((column) => h("td", {}, plain(record[column] ?? "", column))));
  return h("details", {}, h("summary", {}, `${word(name)}${t("colon")}${records.length}`),
    h("table", {}, h("thead", {}, h("tr", {}, columns.map((column) => h("th", {}, word(column))))), h("tbody", {}, records.slice(0, ROWS).map(row))));
}

function weighed(name, values) {
  const rows = Object.entries(values).map(([part, value]) => h("tr", {}, h("td", {}, word(part)), h("td", { class: "number" }, plain(value))));
  return h("details", {}, h("summary", {}, `${word(name)}${t("colon")}${rows.length}`), h("table", { class: "weighed" }, h("tbody", {}, rows)));
}

// Words of ours among the values; names, questions and quotes stay as they are.
const OURS = new Set(["reason", "scan", "made_by", "model", "conditions", "type", "failed", "attributes"]);

function plain(value, name = "") {
  if (typeof value === "number") return Number.isInteger(value) ? String(value) : value.toFixed(3);
  if (Array.isArray(value)) return value.map((part) => plain(part, name)).join(t("comma"));
  const text = typeof value === "object" && value !== null ? Object.entries(value).map(([name, part]) => `${name} ${plain(part)}`).join(", ") : OURS.has(name) ? said(String(value).replaceAll("_", " "), name === "type" || name === "attributes" ? "graph" : "answers") : String(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
