// One node of the graph in words, with where each thing was read.
import { get } from "./client.js";
import { fill, h, link } from "./dom.js";
import { shortDate, t } from "./words.js";

const MOST = 12;

export class Details {
  constructor(site, actions) {
    this.site = site;
    this.actions = actions;
    this.node = h("section", { "aria-live": "polite", class: "page-part" });
  }

  clear() {
    fill(this.node);
  }

  async show(ref) {
    const kind = ref.slice(0, ref.indexOf(":"));
    const body = await this[kind](ref);
    fill(this.node, body.title && h("h2", { class: "any-text" }, body.title), h("div", { class: "row" },
      h("button", { type: "button", onclick: () => this.actions.expand(ref) }, t("expand")), h("button", { type: "button", onclick: () => this.actions.path(ref) }, t("path"))), body.parts);
  }

  jump(ref, text) {
    return h("button", { type: "button", class: "plain any-text", onclick: () => this.actions.open(ref) }, text);
  }

  listed(label, items) {
    return items.length > 0 && h("div", {}, h("span", { class: "label" }, label), h("ul", { class: "history small" }, items.slice(0, MOST).map((item) => h("li", {}, item))));
  }

  async page(ref) {
    const [, site, ...rest] = ref.split(":");
    const url = rest.join(":");
    const page = await get(`/v1/pages/${encodeURIComponent(url)}`, { site });
    const sections = page.blocks.filter((block) => !block.leaf || block.kind === "section").slice(0, 40);
    return { title: page.title || url, parts: [
      h("p", {}, link(url, url, { target: "_blank", class: "any-text" })), h("p", { class: "soft small" }, [page.lang, page.status, t("fetched", { date: shortDate(page.fetched_at) })].filter(Boolean).join(", ")),
      this.listed(t("tree"), sections.map((block) => this.jump(`block:${block.id}`, `${"  ".repeat(Math.max(0, block.heading_path.length - 1))}${block.heading_path.at(-1) || block.text.slice(0, 60)}`))),
      this.listed(t("links"), page.links_out.filter((item) => item.region === "main").map((item) => this.jump(`page:${site}:${item.url}`, item.text || item.title || item.url))),
      this.listed(t("links_in"), page.links_in.map((item) => this.jump(`page:${site}:${item.url}`, item.title || item.url))),
    ] };
  }

  async block(ref) {
    const block = await get(`/v1/blocks/${encodeURIComponent(ref.slice(6))}`);
    const address = block.anchor ? `${block.page.url}#${block.anchor}` : block.page.url;
    return { title: block.heading_path.join(" › ") || block.page.title, parts: [
      h("div", { class: "any-text small" }, block.text.length > 1500 ? `${block.text.slice(0, 1500)}…` : block.text),
      h("p", {}, link(address, t("open"), { target: "_blank" }), " ", h("span", { class: "soft small" }, `${block.page.title ?? ""} ${t("fetched", { date: shortDate(block.page.fetched_at) })}`)),
      this.listed(t("entities"), block.entities.filter((item) => item.type !== "value").map((item) => this.jump(`entity:${item.id}`, item.name))),
    ] };
  }

  async entity(ref) {
    const entity = await get(`/v1/entities/${encodeURIComponent(ref.slice(7))}`);
    const fact = (item) => item.kind === "value" ? h("span", { class: "any-text" }, `${words(item.type)}: ${item.name}`) : this.jump(`${item.kind === "topic" ? "topic" : "entity"}:${item.id}`, `${words(item.type)} ${item.outgoing ? "→" : "←"} ${item.name}`);
    return { title: entity.name, parts: [
      h("p", { class: "soft small" }, [entity.type, ...(entity.aliases ?? [])].join(", ")), entity.anchor_url && h("p", {}, link(entity.anchor_url, entity.anchor_url, { target: "_blank", class: "any-text" })),
      this.listed(t("facts"), entity.facts.map(fact)), this.listed(t("mentions"), entity.mentions.map((item) => this.jump(`block:${item.block_id}`, item.heading_path.join(" › ") || item.text.slice(0, 80)))),
    ] };
  }

  async topic(ref) {
    const topic = await get(`/v1/topics/${encodeURIComponent(ref.slice(6))}`);
    const member = (item) => item.kind === "page" ? h("span", {}, item.name) : this.jump(`${item.kind}:${item.id}`, item.name);
    return { title: topic.title, parts: [h("p", { class: "soft small" }, `${topic.kind}, ${topic.level}`), h("p", { class: "any-text small" }, topic.summary), this.listed(t("members"), topic.members.map(member)), this.listed(t("entities"), topic.entities.map((item) => this.jump(`entity:${item.id}`, item.name)))] };
  }
}

function words(text) {
  return text.replaceAll("_", " ");
}
