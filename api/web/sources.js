// The panel of sources: what each citation rests on, opened one at a time.
import { get } from "./client.js";
import { fill, h, link } from "./dom.js";
import { findQuote, marked, pagesAtAGlance, placeOf } from "./markup.js";
import { shortDate, t } from "./words.js";

export class Sources {
  constructor(node) {
    this.node = node;
    this.items = new Map();
    this.from = null;
    node.addEventListener("keydown", (event) => this.leave(event));
    this.clear();
  }

  // Escape leads back to the number in the answer that opened the source.
  leave(event) {
    if (event.key !== "Escape" || !this.back()) return;
    event.preventDefault();
    event.stopPropagation();
  }

  back() {
    const from = this.from;
    this.from = null;
    if (!from?.isConnected) return false;
    from.focus();
    return true;
  }

  clear() {
    this.items.clear();
    this.list = h("ol", { class: "sources" });
    this.head = h("h2", {}, t("sources"));
    this.glance = h("p", { class: "soft small" }, t("noSources"));
    fill(this.node, this.head, this.glance, this.list);
  }

  add(citation) {
    if (this.items.has(citation.n)) return;
    const item = new Source(citation, (chosen) => this.open(chosen), () => this.back());
    this.items.set(citation.n, item);
    this.list.append(item.node);
    const urls = new Set([...this.items.values()].map((source) => source.citation.url));
    this.glance.textContent = pagesAtAGlance(urls.size);
  }

  show(citations) {
    this.clear();
    for (const citation of citations) this.add(citation);
  }

  // `from` is the number in the answer that was pressed; none when a source was pressed itself.
  open(n, from = null) {
    for (const [number, item] of this.items) item.toggle(number === n && (from !== null || !item.isOpen));
    const item = this.items.get(n);
    if (!from || !item?.isOpen) return;
    this.from = from;
    item.reveal();
  }
}

class Source {
  constructor(citation, choose, back) {
    this.citation = citation;
    this.back = h("button", { type: "button", class: "plain small", hidden: true, onclick: back }, t("backToAnswer"));
    this.isOpen = false;
    this.body = h("div", { class: "body", hidden: true });
    this.button = h("button", { type: "button", "aria-expanded": "false", onclick: () => choose(citation.n) },
      h("span", { class: "title" }, `${citation.n}. ${citation.title || citation.url}`),
      citation.heading_path.length > 0 && h("span", { class: "path" }, citation.heading_path.join(" › ")),
      h("blockquote", { class: "any-text" }, citation.quote));
    this.node = h("li", { class: "source" }, this.button, this.body);
  }

  toggle(open) {
    this.isOpen = open;
    if (!open) this.back.hidden = true;
    this.body.hidden = !open;
    this.node.classList.toggle("open", open);
    this.button.setAttribute("aria-expanded", String(open));
    if (open && !this.body.childNodes.length) this.load();
  }

  reveal() {
    this.back.hidden = false;
    this.node.scrollIntoView({ block: "nearest" });
    this.button.focus({ preventScroll: true });
  }

  async load() {
    const { citation } = this;
    fill(this.body, this.quoted(citation.quote, citation.quote), this.place());
    try {
      const block = await get(`/v1/blocks/${encodeURIComponent(citation.block_id)}`);
      fill(this.body, this.around(block, -1), this.quoted(block.text, citation.quote), this.around(block, 1),
        this.names(block.entities), this.dates(block.page), this.place());
    } catch {
      // The quote itself stays shown: it was checked when the answer was made.
    }
  }

  // A quote may be the heading of its block: then that is marked, above the text.
  quoted(text, quote) {
    const heading = this.citation.heading_path.at(-1) ?? "";
    const inHeading = !findQuote(text, quote) && findQuote(heading, quote);
    return h("div", { class: "block any-text", tabindex: "0", role: "group", "aria-label": t("citedBlock") }, inHeading && h("p", {}, h("strong", {}, marked(heading, quote))), marked(text, quote));
  }

  around(block, side) {
    const near = block.around.filter((other) => Math.sign(other.offset) === side);
    if (!near.length) return null;
    return h("div", {}, h("span", { class: "label" }, t(side < 0 ? "before" : "after")),
      h("div", { class: "near any-text small" }, near.map((other) => h("p", {}, other.text))));
  }

  names(entities) {
    const names = [...new Set(entities.filter((entity) => entity.type !== "value").map((entity) => entity.name))];
    if (!names.length) return null;
    return h("div", {}, h("span", { class: "label" }, t("entities")),
      h("ul", { class: "tags" }, names.slice(0, 20).map((name) => h("li", { dir: "auto" }, name))));
  }

  dates(page) {
    const parts = [t("fetched", { date: shortDate(page.fetched_at) })];
    if (page.modified) parts.push(t("modified", { date: shortDate(page.modified) }));
    return h("p", { class: "soft small" }, parts.join(", "));
  }

  place() {
    return h("p", { class: "where" }, link(placeOf(this.citation), t("open"), { target: "_blank" }), " ",
      h("span", { class: "any-text" }, this.citation.url), " ", this.back);
  }
}
