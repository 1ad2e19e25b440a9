// Crawls: start one, watch it, end it.
import { stream } from "./client.js";
import { announce, fill, h, link } from "./dom.js";
import { said } from "./said.js";
import { keyHeader, operate, soft } from "./site-parts.js";
import { shortTime, t } from "./words.js";

const MOST = 6;

export class Crawls {
  constructor(site, changed) {
    this.site = site;
    this.changed = changed;
    this.rows = new Map();
    this.list = h("div", { class: "page-part" });
    this.followed = new Set();
    this.form = this.makeForm();
  }

  async load() {
    const { items } = await operate("GET", "/v1/crawls");
    this.rows.clear();
    const rank = (item) => (item.status === "running" ? 2 : 0) + (item.site === this.site ? 1 : 0);
    items.sort((a, b) => rank(b) - rank(a));
    const rows = items.map((item) => this.row(item));
    const older = rows.length > MOST && h("details", {}, h("summary", {}, t("seeMore", { n: rows.length - MOST })), h("div", { class: "page-part" }, rows.slice(MOST)));
    fill(this.list, rows.length ? [rows.slice(0, MOST), older] : soft(t("none")));
    for (const item of items) if (item.status === "running") this.follow(item.id);
    return [this.form, this.list];
  }

  row(item) {
    const facts = h("p", { class: "soft small any-text" });
    const bar = h("progress", { max: "1", value: "0", "aria-label": `${t("crawls")}: ${item.site}`, hidden: true });
    const cancel = h("button", { type: "button", hidden: true, onclick: () => this.cancel(item) }, t("cancel"));
    const node = h("div", { class: "crawl" }, h("strong", { class: "any-text" }, item.site), " ", link(item.url, item.url, { target: "_blank", class: "any-text small" }), facts, bar, cancel);
    this.rows.set(item.id, { facts, bar, cancel });
    this.show(item);
    return node;
  }

  show(item) {
    const parts = this.rows.get(item.id);
    if (!parts) return;
    const running = item.status === "running";
    const crawl = item.result?.crawl ?? item.crawl ?? {};
    const { fetched, known = 0, pending = 0 } = crawl;
    const going = running && fetched !== undefined && t("crawlGoes", { fetched, known: Math.max(known, fetched), waiting: pending });
    const ended = !running && fetched !== undefined && t("crawlHad", { fetched });
    const by = item.started_by && item.started_by !== "page" && t(`by_${item.started_by}`);
    const step = running && item.step && `${said(item.step.name.replaceAll("_", " "), "crawls")} ${item.step.done}/${item.step.total}`;
    parts.facts.textContent = [t(item.status === "stopped" ? "stoppedCrawl" : item.status), shortTime(item.started_at), by, going, ended, step, said(item.detail, "errors"), said(crawl.reason, "crawls")].filter(Boolean).join(" · ");
    parts.bar.hidden = !running;
    parts.cancel.hidden = !running || item.started_by === "watch";
    if (known) Object.assign(parts.bar, { max: Math.max(known, fetched, 1), value: fetched });
    else parts.bar.removeAttribute("value");
  }

  async follow(id) {
    if (this.followed.has(id)) return;
    this.followed.add(id);
    let last = null;
    try {
      await stream("GET", `/v1/crawls/${id}`, undefined, (name, state) => { last = state ?? last; if (state) this.show(state); }, undefined, keyHeader());
      if (last) announce(t("crawlEnded", { site: last.site, status: t(last.status) }));
      this.changed();
    } catch (error) {
      announce(error.message);
    } finally {
      this.followed.delete(id);
    }
  }

  async cancel(item) {
    try {
      await operate("DELETE", `/v1/crawls/${item.id}`);
    } catch (error) {
      this.rows.get(item.id).facts.textContent = error.message;
    }
  }

  makeForm() {
    const address = h("input", { type: "url", id: "crawl-url", required: true, placeholder: "https://www.example.edu/", maxlength: "2000" });
    const name = h("input", { type: "text", id: "crawl-site", pattern: "[a-z0-9][a-z0-9._\\-]*", maxlength: "100" });
    const pages = h("input", { type: "text", id: "crawl-pages", inputmode: "numeric", pattern: "[0-9]*", size: "6" });
    const full = h("input", { type: "checkbox", id: "crawl-full" });
    const said = h("p", { class: "small any-text", role: "status" });
    const begin = async (event) => {
      event.preventDefault();
      said.textContent = "";
      try {
        const body = { url: address.value, ...(name.value ? { site: name.value } : {}), ...(pages.value ? { pages: Number(pages.value) } : {}), ...(full.checked ? { full: true } : {}) };
        const state = await operate("POST", "/v1/crawls", body);
        await this.load();
        said.textContent = t("crawlBegan", { site: state.site });
      } catch (error) {
        said.textContent = error.message;
      }
    };
    const field = (label, input, kind = "") => h("div", { class: kind }, h("label", { class: "label", for: input.id }, label), input);
    return h("form", { class: "crawl-form", onsubmit: begin, "aria-label": t("startCrawl") }, field(t("address"), address, "whole"), field(t("siteName"), name), field(t("budget"), pages),
      h("label", { class: "pair small", for: "crawl-full" }, full, t("crawlFull")), h("button", { type: "submit" }, t("begin")), said);
  }
}
