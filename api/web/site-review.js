// What wants a person's eye: pages that contradict each other, and entities that share a name.
import { h, link } from "./dom.js";
import { operate, soft } from "./site-parts.js";
import { shortDate, t } from "./words.js";

export async function conflicts(site) {
  const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/conflicts`);
  return items.length ? h("ul", { class: "rows" }, items.map(conflict)) : soft(t("noConflicts"));
}

function conflict(item) {
  const line = (value) => h("li", { class: "any-text" }, h("strong", {}, value.value), " ", link(value.anchor ? `${value.url}#${encodeURIComponent(value.anchor)}` : value.url, value.title || value.url, { target: "_blank" }), h("span", { class: "soft" }, ` ${shortDate(value.fetched_at)}`));
  return h("li", {}, h("a", { href: `/graph?${new URLSearchParams({ node: `entity:${item.id}` })}`, class: "any-text" }, item.name), h("span", { class: "soft any-text" }, ` ${item.attribute.replaceAll("_", " ")}`), h("ul", { class: "small" }, item.values.map(line)));
}

export async function review(site) {
  const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/review`);
  return items.length ? [soft(t("reviewIntro")), h("ul", { class: "rows" }, items.map((group) => twins(site, group)))] : soft(t("noReview"));
}

// The first of a group is compared with each other one: a decision is always about two.
function twins(site, group) {
  const [first, ...others] = group.entities;
  return h("li", {}, h("span", { class: "soft small" }, group.type), entity(first), others.map((other) => h("div", { class: "pairing" }, entity(other), decide(site, first, other))));
}

function entity(item) {
  const about = [t("mentionsCount", { n: item.mentions }), t("factsCount", { n: item.facts })].join(", ");
  return h("div", {}, h("a", { href: `/graph?${new URLSearchParams({ node: `entity:${item.id}` })}`, class: "any-text" }, item.name), h("span", { class: "soft small" }, ` ${about}`), item.anchor_url && h("div", { class: "small" }, link(item.anchor_url, item.anchor_url, { target: "_blank", class: "any-text" })), h("div", { class: "soft small any-text" }, item.id));
}

function decide(site, one, other) {
  const said = h("span", { class: "small", role: "status" });
  const button = (name, action) => h("button", { type: "button", "aria-label": `${t(name)}: ${one.id}, ${other.id}`, onclick: () => post(action) }, t(name));
  const post = async (action) => {
    try {
      const found = await operate("POST", `/v1/sites/${encodeURIComponent(site)}/${action}`, { one: one.id, other: other.id });
      said.textContent = found.note ?? t("decided");
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return h("div", { class: "row" }, button("mergeThem", "merge"), button("splitThem", "split"), said);
}

