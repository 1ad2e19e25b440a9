// The frame: header, views, language, theme.
import { get, reached } from "./client.js";
import { fill, h, show as place } from "./dom.js";
import { missingSite } from "./missing.js";
import { openBook, said } from "./said.js";
import { applyTheme, siteAmong, switchTheme, useSite } from "./store.js";
import { currentLanguage, switchLanguage, t } from "./words.js";

const VIEWS = {
  "/": async (context) => (await reached(import("./ask.js"))).askView(context),
  "/graph": async (context) => (await reached(import("./graph.js"))).graphView(context),
  "/compare": async (context) => (await reached(import("./compare.js"))).compareView(context),
  "/site": async (context) => (await reached(import("./site.js"))).siteView(context),
  "/tour": async (context) => (await reached(import("./tour.js"))).tourView(context),
  "/docs": async (context) => (await reached(import("./docs.js"))).docsView(context),
};
const NAMES = { "/": "ask", "/graph": "graph", "/compare": "compare", "/site": "site", "/tour": "tour", "/docs": "docs" };
const WITHOUT_SITE = ["/site", "/docs"];

let sites = null; // not known yet
let latest = null; // of several views on their way, the one asked for last

async function start() {
  applyTheme();
  document.documentElement.lang = currentLanguage();
  drawBar();
  await openBook();
  if (needsNothing()) await show();
  await loadSites();
  if (needsNothing()) drawBar();
  else if (sites) await show();
}

// The documents of the API can be read before the database is there.
function needsNothing() {
  return location.pathname === "/docs";
}

function say(...children) {
  fill(document.getElementById("main"), h("div", { class: "page" }, ...children));
}

async function loadSites() {
  try {
    await awaitServer();
    sites = (await get("/v1/sites")).items;
  } catch (error) {
    if (!needsNothing()) fail(error.message);
  }
}

async function awaitServer() {
  for (;;) {
    const { status, detail } = await get("/health/live");
    if (status === "ok") return;
    if (!needsNothing()) say(h("p", { class: "soft", role: "status" }, t("notReady", { why: said(detail, "errors") })));
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
  }
}

function fail(text) {
  say(h("div", { class: "fault", role: "alert" }, h("span", { class: "label" }, t("fault")), h("p", {}, text)));
}

function chosenSite() {
  return siteAmong(sites ?? [], new URLSearchParams(location.search).get("site"));
}

async function show() {
  drawBar();
  const main = document.getElementById("main");
  if (!sites && !needsNothing()) return say(h("p", { class: "soft late", role: "status" }, t("loading")));
  if (!sites?.length && !WITHOUT_SITE.includes(location.pathname)) return say(h("div", { class: "absent" }, h("p", {}, t("noSite"))));
  const asked = new URLSearchParams(location.search).get("site");
  if (sites?.length && asked && !chosenSite()) return say(missingSite(asked, sites, withSite));
  if (asked && chosenSite() === asked) useSite(asked);
  const context = { site: chosenSite(), sites: sites ?? [], parameters: new URLSearchParams(location.search), go };
  document.title = `${t(NAMES[location.pathname] ?? "ask")} – SiteQuest`;
  fill(main, h("div", { class: "page" }, h("p", { class: "soft late", role: "status" }, t("loading"))));
  const turn = latest = {};
  try {
    const view = await (VIEWS[location.pathname] ?? VIEWS["/"])(context);
    if (turn === latest) place(main, view);
  } catch (error) {
    if (turn === latest) fail(error.message);
  }
}

// The address that is open, of another site.
function withSite(site) {
  const query = new URLSearchParams(location.search);
  query.set("site", site);
  return `${location.pathname}?${query}`;
}

export function go(address) {
  history.pushState(null, "", address);
  show();
  document.getElementById("main").focus();
}

function drawBar() {
  document.getElementById("skip").textContent = t("skip");
  const item = ([path, name]) => h("a", { href: path, "aria-current": location.pathname === path ? "page" : null, onclick: follow }, t(name));
  fill(document.getElementById("bar"), h("a", { class: "brand", href: "/", onclick: follow }, "SiteQuest"),
    h("nav", { "aria-label": "SiteQuest" }, Object.entries(NAMES).map(item)),
    h("div", { class: "tools" }, sites?.length > 1 && sitePicker(),
      h("button", { type: "button", class: "plain", lang: currentLanguage() === "en" ? "zh" : "en", onclick: async () => { switchLanguage(); await openBook(); await show(); } }, t("language")),
      h("button", { type: "button", class: "plain", "aria-label": t("theme"), title: t("theme"), onclick: switchTheme }, "◐")));
}

function sitePicker() {
  const picker = h("select", { "aria-label": t("whichSite") }, !chosenSite() && h("option", { value: "", selected: true, disabled: true }, "–"), sites.map((row) => h("option", { value: row.site, selected: row.site === chosenSite() }, row.site)));
  picker.addEventListener("change", () => {
    useSite(picker.value);
    go(location.pathname);
  });
  return picker;
}

function follow(event) {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
  event.preventDefault();
  go(event.currentTarget.getAttribute("href"));
}

window.addEventListener("popstate", show);
start();
