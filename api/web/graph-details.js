// One node of the graph in words, with where each thing was read.
import { get } from "./client.js";
import { fill, h, link } from "./dom.js";
import { said } from "./said.js";
import { shortDate, t } from "./words.js";

const MOST = 10;
const LONG = 1200;

export class Details {
  constructor(site, actions) {
    this.site = site;
    this.actions = actions;
    this.node = h("section", { "aria-live": "polite", class: "page-part" });
    this.clear();
  }

  clear() {
    this.shown = null;
    fill(this.node, h("p", { class: "soft" }, t("chooseNode")));
  }

  async show(ref, neighbours) {
    this.shown = ref;
    const kind = ref.slice(0, ref.indexOf(":"));
    const body = await this[kind](ref);
    if (this.shown !== ref) return;
    const button = (name, action) => h("button", { type: "button", onclick: action }, t(name));
    fill(this.node, h("div", {}, h("span", { class: "label" }, t(kind)), h("h2", { class: "any-text" }, body.title)),
      h("div", { class: "row" }, button("expand", () => this.actions.expand(ref)), button("path", () => this.actions.path(ref)), body.url && button("drawTree", () => this.actions.tree(body.url)), button("hideNode", () => this.actions.remove(ref))),
      body.parts, this.drawn(neighbours));
  }

  drawn(neighbours) {
    return this.listed(t("inDrawing"), neighbours.map(({ edge, other }) => [h("span", { class: "soft small" }, `${edge.type === "RELATES" ? words(edge.text) : t(edge.type)} ${edge.target === other.id ? "→" : "←"} `), this.jump(other.id, other.name)]));
  }

  jump(ref, text) {
    return h("button", { type: "button", class: "plain any-text", onclick: () => this.actions.open(ref) }, clip((text || ref).replace(/\s+/g, " ")));
  }

  listed(label, items) {
    if (!items.length) return null;
    const list = h("ul", { class: "history small" });
    const more = h("button", { type: "button", class: "plain small", hidden: items.length <= MOST, onclick: () => { fill(list, items.map((item) => h("li", {}, item))); more.hidden = true; } }, `${t("showMore")} (${items.length - MOST})`);
    fill(list, items.slice(0, MOST).map((item) => h("li", {}, item)));
    return h("div", {}, h("span", { class: "label" }, label), list, more);
  }

  async page(ref) {
    const [, site, ...rest] = ref.split(":");
    const url = rest.join(":");
    const page = await get(`/v1/pages/${encodeURIComponent(url)}`, { site });
    const sections = page.blocks.filter((block) => !block.leaf);
    const blocks = sections.length ? sections : page.blocks;
    return { title: page.title || url, url: page.blocks.length ? url : null, parts: [
      h("p", {}, link(url, url, { target: "_blank", class: "any-text small" })),
      h("p", { class: "soft small" }, [page.lang, said(page.status, "graph"), page.fetched_at && t("fetched", { date: shortDate(page.fetched_at) }), page.modified && t("modified", { date: shortDate(page.modified) })].filter(Boolean).join(", ")),
      page.description && h("p", { class: "any-text small" }, clip(page.description, 400)),
      this.listed(t(sections.length ? "tree" : "withBlocks"), blocks.map((block) => indented(block.heading_path?.length ?? 1, this.jump(`block:${block.id}`, block.heading_path?.at(-1) || block.text)))),
      this.listed(t("links"), page.links_out.filter((item) => item.region !== "chrome").map((item) => this.jump(`page:${site}:${item.url}`, item.text || item.title || item.url))),
      this.listed(t("links_in"), page.links_in.filter((item) => item.region !== "chrome").map((item) => this.jump(`page:${site}:${item.url}`, item.title || item.url))),
    ] };
  }

  async block(ref) {
    const block = await get(`/v1/blocks/${encodeURIComponent(ref.slice(6))}`);
    const address = block.anchor ? `${block.page.url}#${encodeURIComponent(block.anchor)}` : block.page.url;
    return { title: block.heading_path.join(" › ") || block.page.title || block.page.url, parts: [
      h("blockquote", { class: "any-text small" }, clip(block.text, LONG)),
      h("p", { class: "small" }, this.jump(`page:${block.page.site}:${block.page.url}`, block.page.title || block.page.url)),
      h("p", { class: "small" }, link(address, t("open"), { target: "_blank" }), h("span", { class: "soft" }, ` ${[said(block.kind, "graph"), t("fetched", { date: shortDate(block.page.fetched_at) })].join(", ")}`)),
      this.listed(t("entities"), block.entities.filter((item) => item.type !== "value").map((item) => [this.jump(`entity:${item.id}`, item.name), item.surface && item.surface !== item.name && h("span", { class: "soft any-text" }, ` “${clip(item.surface)}”`)])),
    ] };
  }

  async entity(ref) {
    const entity = await get(`/v1/entities/${encodeURIComponent(ref.slice(7))}`);
    const aliases = (entity.aliases ?? []).filter((alias) => alias !== entity.name);
    return { title: entity.name, parts: [
      h("p", { class: "soft small any-text" }, [words(entity.type), ...aliases].join(", ")), entity.anchor_url && h("p", { class: "small" }, link(entity.anchor_url, entity.anchor_url, { target: "_blank", class: "any-text" })),
      this.listed(t("facts"), entity.facts.map((item) => this.fact(item))),
      this.listed(t("mentions"), entity.mentions.map((item) => this.jump(`block:${item.block_id}`, item.heading_path?.join(" › ") || item.text))),
    ] };
  }

  fact(item) {
    const what = item.kind === "value" ? h("span", { class: "any-text" }, clip(item.name, 300)) : this.jump(`${item.kind === "topic" ? "topic" : "entity"}:${item.id}`, item.name);
    const sources = item.sources ?? [];
    const where = sources.length > 0 && h("button", { type: "button", class: "plain soft", title: item.found_by ? t("foundBy", { how: item.found_by.split("+").map((how) => said(how, "graph")).join(" + ") }) : null, onclick: () => this.actions.open(`block:${sources[0]}`) }, sources.length === 1 ? t("sourceOf") : t("sourcesOf", { n: sources.length }));
    return [h("span", { class: "soft" }, `${words(item.type)} ${item.kind === "value" ? "" : item.outgoing ? "→" : "←"} `), what, " ", where];
  }

  async topic(ref) {
    const topic = await get(`/v1/topics/${encodeURIComponent(ref.slice(6))}`);
    const member = (item) => item.kind === "page" ? h("span", { class: "any-text" }, item.name) : this.jump(`${item.kind}:${item.id}`, item.name);
    return { title: topic.title, parts: [
      h("p", { class: "soft small" }, [said(topic.kind, "graph"), t("level", { n: topic.level })].join(", ")), topic.summary && h("p", { class: "any-text small" }, topic.summary),
      this.listed(t("sources"), (topic.sources ?? []).slice(0, 40).map((id, index) => this.jump(`block:${id}`, `${index + 1}`))),
      this.listed(t("members"), topic.members.map(member)), this.listed(t("entities"), topic.entities.map((item) => this.jump(`entity:${item.id}`, item.name))),
    ] };
  }
}

function clip(text, most = 160) {
  return text.length > most ? `${text.slice(0, most).trim()}…` : text;
}

function indented(depth, child) {
  const line = h("div", {}, child);
  line.style.paddingInlineStart = `${Math.min(6, Math.max(0, depth - 1)) * 0.9}rem`;
  return line;
}

function words(text) {
  return said(text.replaceAll("_", " "), "graph");
}
