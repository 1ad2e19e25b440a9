// A site that was asked for by address and is not here: say so and offer those that are, rather than answer from another.
import { h } from "./dom.js";
import { t } from "./words.js";

export function missingSite(asked, sites = [], addressOf = null) {
  return h("div", { class: "absent", role: "alert" }, h("p", { class: "any-text" }, t("siteMissing", { site: asked })),
    addressOf && sites.length > 0 && [h("p", { class: "label" }, t("sitesHere")), h("ul", { class: "any-text" }, sites.map((row) => h("li", {}, h("a", { href: addressOf(row.site) }, row.site))))]);
}
