// The ask box alone, for frames on other pages.
import { askView } from "./ask.js";
import { get } from "./client.js";
import { show } from "./dom.js";
import { applyTheme } from "./store.js";
import { currentLanguage, t } from "./words.js";

async function start() {
  applyTheme();
  document.documentElement.lang = currentLanguage();
  document.body.classList.add("embedded");
  document.getElementById("skip").textContent = t("skip");
  const parameters = new URLSearchParams(location.search);
  const { items } = await get("/v1/sites");
  const site = items.find((row) => row.site === parameters.get("site"))?.site ?? items[0]?.site ?? null;
  show(document.getElementById("main"), askView({ site, parameters }));
}

start();
