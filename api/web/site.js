// Site: what the operator watches.
import { get, Refused } from "./client.js";
import { fill, h, onShown } from "./dom.js";
import { Crawls } from "./site-crawls.js";
import { Panel, setKey, soft, table } from "./site-parts.js";
import { changes, feedback, freshness, report, usage } from "./site-report.js";
import { conflicts, merged, review } from "./site-review.js";
import "./site-words.js";
import { shortDate, t } from "./words.js";

export function siteView(context) {
  const view = new SiteView(context);
  return onShown(view.node, () => view.load());
}

class SiteView {
  constructor({ site, sites }) {
    this.site = site;
    this.sites = sites;
    this.body = h("div", { class: "page-part" });
    this.node = h("div", { class: "page operator" }, h("h1", {}, site ? `${t("site")}${t("colon")}${site}` : t("site")), this.body);
    const crawls = new Crawls(site, () => this.load());
    const about = (title, make) => new Panel(title, () => (site ? make(site) : soft(t("none"))));
    const decided = () => this.decided();
    this.ofEntities = [about(t("conflicts"), conflicts), about(t("review"), (name) => review(name, decided)), about(t("mergedTitle"), (name) => merged(name, decided))];
    this.crawls = new Panel(t("crawls"), () => crawls.load());
    this.left = [this.crawls, new Panel(site ? t("reportOf", { site }) : t("report"), () => (site ? report(site) : soft(t("none")))), about(t("changes"), changes), new Panel(t("feedback"), () => feedback(site))];
    this.right = [new Panel(t("usage"), () => usage(site)), about(t("freshness"), freshness), ...this.ofEntities];
  }

  async load() {
    const panels = [...this.left, ...this.right];
    if (!this.left[0].node.isConnected) fill(this.body, this.table(), h("div", { class: "operator-columns" }, h("div", { class: "page-part" }, this.left.map((panel) => panel.node)), h("div", { class: "page-part" }, this.right.map((panel) => panel.node))));
    try {
      await Promise.all(panels.map((panel) => panel.load()));
    } catch (error) {
      if (!(error instanceof Refused) || error.status !== 401) throw error;
      this.askKey();
    }
  }

  // A decision moves facts: what is shown of entities is read again, and the counts of the sites.
  async decided() {
    const counts = get("/v1/sites").then(({ items }) => {
      this.sites = items;
      this.body.firstElementChild.replaceWith(this.table());
    });
    await Promise.all([counts, ...this.ofEntities.map((panel) => panel.load())]);
    this.ofEntities[1].node.focus({ preventScroll: true });
  }

  table() {
    const rows = this.sites.map((row) => [row.site, row.pages, row.blocks, row.entities, row.topics, row.languages.join(", "), row.fetched_at ? shortDate(row.fetched_at) : row.imported_at ? t("imported", { date: shortDate(row.imported_at) }) : "–"]);
    return table(t("sitesTitle"), [t("site"), t("pages"), t("blocks"), t("names"), t("topics"), t("languages"), t("lastFetch")], rows, [1, 2, 3, 4]);
  }

  askKey() {
    const field = h("input", { type: "password", id: "operator-key", autocomplete: "current-password", required: true });
    const submit = (event) => {
      event.preventDefault();
      setKey(field.value);
      this.load();
    };
    fill(this.body, h("form", { class: "panel key-form", onsubmit: submit }, h("p", {}, t("keyNeeded")), h("label", { for: "operator-key", class: "label" }, t("key")), field, h("div", {}, h("button", { type: "submit", class: "main" }, t("begin")))));
    field.focus();
  }
}
