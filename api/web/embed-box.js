// The ask box alone, for frames on other pages.
import { askView } from "./ask.js";
import { get } from "./client.js";
import { fill, h, show } from "./dom.js";
import { openBook } from "./said.js";
import { missingSite } from "./missing.js";
import { applyTheme, siteAmong } from "./store.js";
import { currentLanguage, t, useLanguage } from "./words.js";

async function start() {
  const parameters = new URLSearchParams(location.search);
  applyTheme();
  if (["light", "dark"].includes(parameters.get("theme"))) document.documentElement.dataset.theme = parameters.get("theme");
  useLanguage(parameters.get("lang"));
  document.documentElement.lang = currentLanguage();
  document.title = t("askHere");
  await openBook();
  document.body.classList.add("embedded");
  document.getElementById("skip").textContent = t("skip");
  addEventListener("keydown", (event) => { if (event.key === "Escape" && parent !== window) parent.postMessage("sitequest:close", "*"); });
  const main = document.getElementById("main");
  try {
    const { items } = await get("/v1/sites");
    const site = siteAmong(items, parameters.get("site"));
    if (items.length && !site) fill(main, h("div", { class: "page" }, missingSite(parameters.get("site"))));
    else show(main, askView({ site, parameters, framed: true }));
  } catch (error) {
    fill(main, h("div", { class: "page" }, h("div", { class: "fault", role: "alert" }, h("p", {}, error.message))));
  }
}

start();
