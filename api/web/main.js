// The frame: header, views, language, theme.
import { get } from "./client.js";
import { fill, h, show as place } from "./dom.js";
import { applyTheme, switchTheme } from "./store.js";
import { currentLanguage, switchLanguage, t } from "./words.js";

const VIEWS = {
  "/": async (context) => (await import("./ask.js")).askView(context),
  "/graph": async (context) => (await import("./graph.js")).graphView(context),
  "/compare": async (context) => (await import("./compare.js")).compareView(context),
  "/site": async (context) => (await import("./site.js")).siteView(context),
  "/tour": async (context) => (await import("./tour.js")).tourView(context),
};
const NAMES = { "/": "ask", "/graph": "graph", "/compare": "compare", "/site": "site", "/tour": "tour" };

let sites = [];

async function start() {
  applyTheme();
  document.documentElement.lang = currentLanguage();
  drawBar();
  await loadSites();
  await show();
}

async function loadSites() {
  try {
    await awaitServer();
    sites = (await get("/v1/sites")).items;
  } catch (error) {
    fail(error.message);
  }
}

async function awaitServer() {
  for (;;) {
    const { status, detail } = await get("/health/live");
    if (status === "ok") return;
    fill(document.getElementById("main"), h("div", { class: "page" }, h("p", { class: "soft", role: "status" }, t("notReady", { why: detail }))));
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
  }
}

function fail(text) {
  fill(document.getElementById("main"), h("div", { class: "page" }, h("div", { class: "fault", role: "alert" }, h("span", { class: "label" }, t("fault")), h("p", {}, text))));
}

function chosenSite() {
  const asked = new URLSearchParams(location.search).get("site") || sessionStorage.getItem("site");
  return sites.some((row) => row.site === asked) ? asked : sites[0]?.site ?? null;
}

async function show() {
  drawBar();
  const main = document.getElementById("main");
  if (!sites.length && location.pathname !== "/site") {
    return fill(main, h("div", { class: "page" }, h("div", { class: "absent" }, h("p", {}, t("noSite")))));
  }
  const context = { site: chosenSite(), sites, parameters: new URLSearchParams(location.search), go };
  document.title = `${t(NAMES[location.pathname] ?? "ask")} – SiteQuest`;
  try {
    place(main, await (VIEWS[location.pathname] ?? VIEWS["/"])(context));
  } catch (error) {
    fail(error.message);
  }
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
    h("nav", { "aria-label": "SiteQuest" }, Object.entries(NAMES).map(item), h("a", { href: "/docs" }, t("docs"))),
    h("div", { class: "tools" }, sites.length > 1 && sitePicker(),
      h("button", { type: "button", class: "plain", lang: currentLanguage() === "en" ? "zh" : "en", onclick: () => { switchLanguage(); show(); } }, t("language")),
      h("button", { type: "button", class: "plain", "aria-label": t("theme"), title: t("theme"), onclick: switchTheme }, "◐")));
}

function sitePicker() {
  const picker = h("select", { "aria-label": t("whichSite") }, sites.map((row) => h("option", { value: row.site, selected: row.site === chosenSite() }, row.site)));
  picker.addEventListener("change", () => {
    sessionStorage.setItem("site", picker.value);
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
