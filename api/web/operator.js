// Site: what the operator watches: sites, crawls, freshness, usage, feedback.
import { Refused, get, send, stream } from "./client.js";
import { fill, h, link, onShown } from "./dom.js";
import { shortDate, t } from "./words.js";

export function operatorView(context) {
  const view = new Operator(context);
  return onShown(view.node, () => view.load());
}

class Operator {
  constructor({ site, sites }) {
    this.site = site;
    this.sites = sites;
    this.body = h("div", { class: "two" });
    this.node = h("div", { class: "page" }, h("h1", {}, t("site")), this.body);
    this.crawls = panel(t("crawls"));
    this.usage = panel(t("usage"));
    this.feedback = panel(t("feedback"));
    this.fresh = panel(t("changed"));
  }

  async load() {
    fill(this.body, this.siteTable(), this.crawls.node, this.usage.node, this.feedback.node, this.fresh.node);
    try {
      await Promise.all([this.loadCrawls(), this.loadUsage(), this.loadFeedback(), this.loadFresh()]);
    } catch (error) {
      if (error instanceof Refused && error.status === 401) return this.askKey();
      fill(this.crawls.body, h("div", { class: "fault" }, h("p", {}, error.message)));
    }
  }

  siteTable() {
    const rows = this.sites.map((row) => [row.site, row.pages, row.blocks, row.entities, row.topics, row.languages.join(", "), shortDate(row.fetched_at)]);
    return panel(t("sitesTitle"), table([t("site"), t("pages"), t("blocks"), t("names"), t("topics"), t("languages"), t("lastFetch")], rows, [1, 2, 3, 4])).node;
  }

  askKey() {
    const field = h("input", { type: "password", id: "operator-key", autocomplete: "current-password" });
    const submit = (event) => {
      event.preventDefault();
      operatorKey = field.value;
      this.load();
    };
    fill(this.body, h("form", { class: "panel", onsubmit: submit }, h("p", {}, t("keyNeeded")), h("label", { for: "operator-key" }, t("key")), field, h("div", {}, h("button", { type: "submit", class: "main" }, t("begin")))));
  }

  async loadCrawls() {
    const { items } = await operate("GET", "/v1/crawls");
    const rows = h("div", { class: "page-part" }, items.slice(0, 8).map((item) => this.crawl(item)));
    fill(this.crawls.body, this.crawlForm(), items.length ? rows : h("p", { class: "soft" }, t("none")));
    const running = items.find((item) => item.status === "running");
    if (running) this.follow(running.id);
  }

  crawl(item) {
    const crawl = item.result?.crawl ?? item.crawl ?? {};
    const facts = [item.status, item.detail, crawl.fetched !== undefined && `${t("pages")}: ${crawl.fetched}`, crawl.reason, shortDate(item.started_at)].filter(Boolean).join(" · ");
    return h("div", { id: `crawl-${item.id}` }, h("strong", { class: "any-text" }, `${item.site} `), link(item.url, item.url, { target: "_blank", class: "any-text" }), h("p", { class: "soft small any-text" }, facts),
      item.status === "running" && [h("progress", { max: "100", "aria-label": item.site }), h("button", { type: "button", onclick: () => this.cancel(item.id) }, t("cancel"))]);
  }

  crawlForm() {
    const address = h("input", { type: "url", id: "crawl-url", required: true, placeholder: "https://www.example.edu/" });
    const name = h("input", { type: "text", id: "crawl-site", pattern: "[a-z0-9][a-z0-9._\\-]*" });
    const pages = h("input", { type: "text", id: "crawl-pages", inputmode: "numeric", pattern: "[0-9]*" });
    const said = h("p", { class: "small", role: "status" });
    const begin = async (event) => {
      event.preventDefault();
      try {
        await operate("POST", "/v1/crawls", { url: address.value, ...(name.value ? { site: name.value } : {}), ...(pages.value ? { pages: Number(pages.value) } : {}) });
        await this.loadCrawls();
      } catch (error) {
        said.textContent = error.message;
      }
    };
    const field = (label, input) => h("div", { class: "grow" }, h("label", { class: "label", for: input.id }, label), input);
    return h("form", { class: "row", onsubmit: begin }, field(t("address"), address), field(t("siteName"), name), field(t("budget"), pages), h("button", { type: "submit" }, t("begin")), said);
  }

  async follow(id) {
    await stream("GET", `/v1/crawls/${id}`, undefined, (name, state) => {
      const node = document.getElementById(`crawl-${id}`);
      if (!node || !state) return;
      const bar = node.querySelector("progress");
      const { fetched = 0, known = 0, pending = 0 } = state.crawl ?? {};
      if (bar) Object.assign(bar, { max: Math.max(known, 1), value: fetched });
      node.querySelector("p").textContent = [state.status, `${t("pages")}: ${fetched}`, `${t("unseen")}: ${pending}`, state.step && `${state.step.name} ${state.step.done}/${state.step.total}`].filter(Boolean).join(" · ");
    }, undefined, keyHeader());
    await this.loadCrawls();
  }

  async cancel(id) {
    await operate("DELETE", `/v1/crawls/${id}`);
    await this.loadCrawls();
  }

  async loadUsage() {
    const use = await operate("GET", "/v1/usage");
    const number = (value) => value === null ? "–" : String(value);
    const facts = [[t("questions"), use.questions], [t("answeredCount"), use.answered], [t("tokensUsed"), use.tokens], [`${t("median")} (${t("ms")})`, use.ms_median], [`${t("p95")} (${t("ms")})`, use.ms_p95], [t("modeOf"), Object.entries(use.modes).map(([mode, count]) => `${mode} ${count}`).join(", ") || "–"]];
    fill(this.usage.body, h("dl", { class: "facts" }, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, number(value))])));
  }

  async loadFeedback() {
    const { items } = await operate("GET", "/v1/feedback");
    const rows = items.map((item) => [shortDate(item.at), item.helpful ? t("helpful") : t("unhelpful"), item.mode, item.question, item.comment]);
    fill(this.feedback.body, items.length ? table([t("when"), t("status"), t("modeOf"), t("question_"), t("detail")], rows) : h("p", { class: "soft" }, t("noFeedback")));
  }

  async loadFresh() {
    if (!this.site) return fill(this.fresh.body, h("p", { class: "soft" }, t("none")));
    const { items } = await get("/v1/pages", { site: this.site, limit: 200 });
    const newest = items.toSorted((a, b) => String(b.fetched_at).localeCompare(String(a.fetched_at))).slice(0, 15);
    fill(this.fresh.body, table([t("when"), t("status"), t("page")], newest.map((page) => [shortDate(page.fetched_at), page.status, link(page.url, page.title || page.url, { target: "_blank" })])));
  }
}

let operatorKey = "";

function keyHeader() {
  return operatorKey ? { Authorization: `Bearer ${operatorKey}` } : {};
}

function operate(method, path, body) {
  return send(method, path, body, keyHeader());
}

function panel(title, ...content) {
  const body = h("div", { class: "page-part" }, content);
  return { node: h("section", { class: "panel" }, h("h2", {}, title), body), body };
}

function table(head, rows, numbers = []) {
  const cell = (tag) => (value, index) => h(tag, { class: numbers.includes(index) ? "number" : "any-text" }, typeof value === "number" ? value.toLocaleString() : value);
  return h("div", { class: "scroll", tabindex: "0" }, h("table", { class: "plain" }, h("thead", {}, h("tr", {}, head.map(cell("th")))), h("tbody", {}, rows.map((row) => h("tr", {}, row.map(cell("td")))))));
}
