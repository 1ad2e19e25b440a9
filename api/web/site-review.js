// What wants a person's eye: pages that contradict each other, and entities that share a name.
import { announce, h, link } from "./dom.js";
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
  return h("li", {}, inGraph(item), h("span", { class: "soft any-text" }, ` ${words(item.attribute)}`), h("ul", { class: "small" }, item.values.map(given)));
}

function inGraph(item) {
  return h("a", { href: `/graph?${new URLSearchParams({ node: `entity:${item.id}` })}`, class: "any-text", title: item.id }, item.name);
}

function words(name) {
  return said((name ?? "").replaceAll("_", " "), "graph");
}

// `changed` is called once a decision is taken: what is shown elsewhere of entities is old then.
export async function review(site, changed) {
  const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/review`);
  return items.length ? [soft(t("reviewIntro")), h("ul", { class: "rows tall" }, items.map((group) => twins(site, group, changed)))] : soft(t("noReview"));
}

// A decision is always about two: each is shown with those of its name on which nobody has decided.
function twins(site, group, changed) {
  const byId = new Map(group.entities.map((one) => [one.id, one]));
  const firsts = [...new Set(group.pairs.map(([one]) => one))];
  const beside = (first) => group.pairs.filter(([one]) => one === first).map(([, other]) => h("div", { class: "pairing" }, entity(byId.get(other)), decide(site, byId.get(first), byId.get(other), changed)));
  return h("li", {}, h("span", { class: "soft small" }, words(group.type)), firsts.map((first) => [entity(byId.get(first)), beside(first)]));
}

function entity(item) {
  const about = [t("mentionsCount", { n: item.mentions }), t("factsCount", { n: item.facts })].join(t("comma"));
  const others = (item.aliases ?? []).filter((name) => name !== item.name).slice(0, 3).join(t("comma"));
  return h("div", {}, inGraph(item), h("span", { class: "soft small" }, ` ${about}`), h("div", { class: "small any-text" }, item.anchor_url ? link(item.anchor_url, item.anchor_url, { target: "_blank" }) : h("span", { class: "soft" }, t("noPageOfOwn"))), others && h("div", { class: "soft small any-text" }, t("alsoNamed", { names: others })));
}

function decide(site, one, other, changed) {
  const address = `/v1/sites/${encodeURIComponent(site)}`;
  const pair = { one: one.id, other: other.id };
  const label = (text) => `${text}${t("colon")}${one.id}${t("comma")}${other.id}`;
  return deciding([
    { text: t("mergeThem"), label: label(t("mergeThem")), act: () => operate("POST", `${address}/merge`, pair) },
    { text: t("keepThem"), label: label(t("keepThem")), act: () => operate("POST", `${address}/apart`, pair) },
  ], changed);
}

// Buttons of which one is a decision, and a line that says how it goes: it can take a while on a large site.
function deciding(choices, changed) {
  const line = h("span", { class: "small", role: "status" });
  const buttons = choices.map(({ text, label }) => h("button", { type: "button", "aria-label": label }, text));
  const take = async (act) => {
    for (const button of buttons) button.disabled = true;
    line.textContent = t("deciding");
    try {
      await act();
      line.textContent = t("decided");
      announce(t("decided"));
      await changed();
    } catch (error) {
      for (const button of buttons) button.disabled = false;
      line.textContent = error.message;
    }
  };
  buttons.forEach((button, at) => button.addEventListener("click", () => take(choices[at].act)));
  return h("div", { class: "row" }, buttons, line);
}

export async function merged(site, changed) {
  const { items } = await operate("GET", `/v1/sites/${encodeURIComponent(site)}/merged`);
  const split = (raw) => ({ text: t("splitThem"), label: `${t("splitThem")}${t("colon")}${raw}`, act: () => operate("POST", `/v1/sites/${encodeURIComponent(site)}/split`, { raw }) });
  const part = ([raw, reason]) => h("div", { class: "pairing" }, h("div", { class: "any-text small", title: raw }, nameIn(raw), h("span", { class: "soft" }, ` ${said(reason, "graph")}`)), deciding([split(raw)], changed));
  const row = (item) => h("li", {}, inGraph(item), h("span", { class: "soft small" }, ` ${words(item.type)}`), item.parts.map(part));
  return items.length ? h("ul", { class: "rows tall" }, items.map(row)) : soft(t("nothingMerged"));
}

// "site:person:yuheng shen@3752dabf" is how programs know what a page called “yuheng shen”.
function nameIn(raw) {
  const key = raw.split(":").slice(2).join(":").replace(/@[0-9a-f.]+$/, "");
  return t("quoted", { text: key || raw });
}
