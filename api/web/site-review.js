// What wants a person's eye: pages that contradict each other, and entities that share a name.
import { h, link } from "./dom.js";
import { said } from "./said.js";
import { operate, soft } from "./site-parts.js";
import { shortDate, t } from "./words.js";

export async function conflicts(site) {
  const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/conflicts`);
  return items.length ? h("ul", { class: "rows tall" }, items.map((item) => (item.met_at ? met(site, item) : conflict(item)))) : soft(t("noConflicts"));
}

// What the page calls "pages disagree" under an answer: the same quotes, found the same way.
function met(site, item) {
  const query = new URLSearchParams([["site", site], ...item.values.map((value) => ["block", value.block_id])]);
  return h("li", {}, h("a", { href: `/graph?${query}` }, t("metByAnswer")), h("span", { class: "soft" }, ` ${shortDate(item.met_at)}`), h("ul", { class: "small" }, item.values.map(given)));
}

function given(value) {
  return h("li", { class: "any-text" }, h("strong", {}, value.value), " ", link(value.anchor ? `${value.url}#${encodeURIComponent(value.anchor)}` : value.url, value.title || value.url, { target: "_blank" }), " ", h("span", { class: "soft nowrap" }, shortDate(value.fetched_at)));
}

function conflict(item) {
  return h("li", {}, h("a", { href: `/graph?${new URLSearchParams({ node: `entity:${item.id}` })}`, class: "any-text" }, item.name), h("span", { class: "soft any-text" }, ` ${said(item.attribute.replaceAll("_", " "), "graph")}`), h("ul", { class: "small" }, item.values.map(given)));
}

export async function review(site) {
  const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/review`);
  return items.length ? [soft(t("reviewIntro")), h("ul", { class: "rows tall" }, items.map((group) => twins(site, group)))] : soft(t("noReview"));
}

// The first of a group is compared with each other one: a decision is always about two.
function twins(site, group) {
  const [first, ...others] = group.entities;
  return h("li", {}, h("span", { class: "soft small" }, said(group.type.replaceAll("_", " "), "graph")), entity(first), others.map((other) => h("div", { class: "pairing" }, entity(other), decide(site, first, other))));
}

function entity(item) {
  const about = [t("mentionsCount", { n: item.mentions }), t("factsCount", { n: item.facts })].join(", ");
  return h("div", {}, h("a", { href: `/graph?${new URLSearchParams({ node: `entity:${item.id}` })}`, class: "any-text" }, item.name), h("span", { class: "soft small" }, ` ${about}`), item.anchor_url && h("div", { class: "small" }, link(item.anchor_url, item.anchor_url, { target: "_blank", class: "any-text" })), h("div", { class: "soft small any-text" }, item.id));
}

function decide(site, one, other) {
  return deciding(t("mergeThem"), `${t("mergeThem")}: ${one.id}, ${other.id}`, () => operate("POST", `/v1/sites/${encodeURIComponent(site)}/merge`, { one: one.id, other: other.id }));
}

// A button that goes once its decision is taken, and a line that says so or why not.
function deciding(text, label, act) {
  const said = h("span", { class: "small", role: "status" });
  const button = h("button", { type: "button", "aria-label": label }, text);
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await act();
      said.textContent = t("decided");
    } catch (error) {
      button.disabled = false;
      said.textContent = error.message;
    }
  });
  return h("div", { class: "row" }, button, said);
}

export async function merged(site) {
  const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/merged`);
  const part = ([raw, reason]) => h("div", { class: "pairing" }, h("div", { class: "any-text small" }, raw, h("span", { class: "soft" }, ` ${said(reason, "graph")}`)), deciding(t("splitThem"), `${t("splitThem")}: ${raw}`, () => operate("POST", `/v1/sites/${encodeURIComponent(site)}/split`, { raw })));
  const row = (item) => h("li", {}, h("a", { href: `/graph?${new URLSearchParams({ node: `entity:${item.id}` })}`, class: "any-text" }, item.name), h("span", { class: "soft small" }, ` ${said(item.type.replaceAll("_", " "), "graph")}`), item.parts.map(part));
  return items.length ? h("ul", { class: "rows tall" }, items.map(row)) : soft(t("nothingMerged"));
}
