// Parts of the operator's page: panels that load on their own, tables, bars, and the operator's key.
import { Refused, send } from "./client.js";
import { fill, h } from "./dom.js";
import { t } from "./words.js";

const DATE = /^\d{4}-\d\d-\d\d$/;
let operatorKey = "";

export function setKey(key) {
  operatorKey = key;
}

export function keyHeader() {
  return operatorKey ? { Authorization: `Bearer ${operatorKey}` } : {};
}

export function operate(method, path, body) {
  return send(method, path, body, keyHeader());
}

// A panel whose content comes from `load`; a failure is said in the panel and leaves the others alone.
export class Panel {
  constructor(title, load) {
    this.body = h("div", { class: "page-part" }, h("p", { class: "soft small" }, t("loading")));
    this.node = h("section", { class: "panel", tabindex: "-1" }, h("h2", {}, title), this.body);
    this.load_ = load;
  }

  async load() {
    try {
      fill(this.body, await this.load_(this));
    } catch (error) {
      if (error instanceof Refused && error.status === 401) throw error;
      const missing = error instanceof Refused && (error.status === 404 || error.status === 501);
      fill(this.body, missing ? soft(error.status === 404 ? t("neverCrawled") : error.message) : h("div", { class: "fault", role: "alert" }, h("p", {}, error.message)));
    }
  }
}

export function soft(text) {
  return h("p", { class: "soft small" }, text);
}

export function table(label, head, rows, numbers = []) {
  const kind = (value, index) => (numbers.includes(index) ? "number" : DATE.test(value) ? "nowrap" : "any-text");
  const cell = (tag) => (value, index) => h(tag, { class: kind(value, index), scope: tag === "th" ? "col" : null, "data-label": tag === "td" ? head[index] : null }, typeof value === "number" ? value.toLocaleString() : value ?? "");
  return h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": label }, h("table", { class: "plain stacked" }, h("thead", {}, h("tr", {}, head.map(cell("th")))), h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell("td")))))));
}

// Rows of a name, a number, and a bar of its share.
export function bars(label, rows, tone = () => "") {
  const most = Math.max(1, ...rows.map(([, count]) => count));
  return h("table", { class: "plain bars", "aria-label": label }, h("tbody", {}, rows.map(([name, count], index) => h("tr", {}, h("th", { scope: "row", class: "any-text" }, name), h("td", { class: "number" }, count.toLocaleString()), h("td", { class: "wide" }, bar(count / most, tone(index)))))));
}

function bar(share, tone) {
  const node = h("div", { class: `bar ${tone}`, hidden: share === 0 });
  node.style.width = `${share * 100}%`;
  return node;
}

export function folded(title, items, make) {
  if (!items?.length) return null;
  const few = items.slice(0, 50);
  return h("details", {}, h("summary", {}, `${title}${t("colon")}${items.length}`), h("ul", { class: "rows small" }, few.map((item) => h("li", {}, make(item)))), items.length > few.length && soft(t("seeMore", { n: items.length - few.length })));
}
