// The search box of the graph: a combobox over names; arrow keys walk the results.
import { get } from "./client.js";
import { announce, fill, h } from "./dom.js";
import { said } from "./said.js";
import { t } from "./words.js";

const WAIT = 180;

export class GraphSearch {
  constructor(site, choose) {
    this.site = site;
    this.choose = choose;
    this.at = -1;
    this.items = [];
    this.field = h("input", { type: "search", id: "graph-search", maxlength: "200", autocomplete: "off", role: "combobox", "aria-expanded": "false", "aria-controls": "graph-results", "aria-autocomplete": "list", placeholder: t("search"), oninput: () => this.soon(), onkeydown: (event) => this.key(event), onblur: () => { this.leaving = setTimeout(() => this.close(), 200); }, onfocus: () => clearTimeout(this.leaving) });
    this.list = h("ul", { id: "graph-results", class: "results", role: "listbox", "aria-label": t("results"), hidden: true });
    this.node = h("div", { class: "search" }, h("label", { for: "graph-search", class: "hidden-text" }, t("search")), this.field, this.list);
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.run(), WAIT);
  }

  async run() {
    const text = this.field.value.trim();
    if (!text) return this.close();
    try {
      const { items } = await get("/v1/graph/find", { text, site: this.site, limit: 12 });
      if (text === this.field.value.trim()) this.show(items, t("noResult"));
    } catch (error) {
      this.show([], error.message);
    }
  }

  show(items, nothing) {
    this.items = items;
    this.at = -1;
    fill(this.list, items.length ? items.map((item, index) => this.option(item, index)) : h("li", { class: "soft", role: "option", "aria-disabled": "true", "aria-selected": "false" }, nothing));
    this.open(true);
    announce(items.length ? `${items.length}` : nothing);
  }

  option(item, index) {
    const about = [t(item.kind), said(item.detail.replaceAll("_", " "), "graph")].filter(Boolean).join(", ");
    const where = this.items.some((other) => other !== item && other.name === item.name && other.kind === item.kind) && h("div", { class: "soft small any-text" }, shortAddress(item.url));
    return h("li", { role: "option", id: `graph-result-${index}`, "aria-selected": "false", onmousedown: (event) => { event.preventDefault(); this.take(index); } }, h("span", { class: "any-text" }, item.name), " ", h("span", { class: "soft small" }, about), where);
  }

  key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && this.items.length) {
      event.preventDefault();
      this.point((this.at + steps[event.key] + this.items.length) % this.items.length);
    } else if (event.key === "Enter") {
      event.preventDefault();
      if (this.items.length) this.take(Math.max(0, this.at));
    } else if (event.key === "Escape") {
      this.close();
    }
  }

  point(index) {
    this.at = index;
    [...this.list.children].forEach((node, number) => node.setAttribute("aria-selected", String(number === index)));
    this.list.children[index].scrollIntoView({ block: "nearest" });
    this.field.setAttribute("aria-activedescendant", `graph-result-${index}`);
  }

  take(index) {
    const item = this.items[index];
    if (!item) return;
    this.field.value = "";
    this.close();
    this.choose(item.ref);
  }

  open(now) {
    this.list.hidden = !now;
    this.field.setAttribute("aria-expanded", String(now));
  }

  close() {
    this.items = [];
    this.field.removeAttribute("aria-activedescendant");
    this.open(false);
  }
}

// Tells things of one name apart: the page of their own, or the first that names them.
function shortAddress(url) {
  try {
    const { pathname, search } = new URL(url);
    return decodeURIComponent(pathname + search);
  } catch {
    return url ?? "";
  }
}
