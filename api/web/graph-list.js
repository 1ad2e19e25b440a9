// The drawing as a table: the same nodes for readers who cannot or would rather not look at a picture.
import { fill, h } from "./dom.js";
import { said } from "./said.js";
import { t } from "./words.js";

const STEP = 200;

export class NodeList {
  constructor(actions) {
    this.actions = actions;
    this.most = STEP;
    this.body = h("tbody");
    this.more = h("button", { type: "button", hidden: true, onclick: () => { this.most += STEP; this.show(this.nodes, this.degree); } }, t("showMore"));
    const head = h("tr", {}, h("th", { scope: "col" }, t("kinds")), h("th", { scope: "col" }, t("name")), h("th", { scope: "col" }, t("type")), h("th", { scope: "col", class: "number" }, t("edgesOf")), h("td", {}));
    this.node = h("div", { class: "node-list", hidden: true, tabindex: "0", role: "region", "aria-label": t("listView") }, h("table", { class: "plain" }, h("thead", {}, head), this.body), this.more);
  }

  show(nodes, degree) {
    Object.assign(this, { nodes, degree });
    fill(this.body, nodes.slice(0, this.most).map((node) => this.row(node)));
    this.more.hidden = nodes.length <= this.most;
  }

  row(node) {
    return h("tr", {}, h("td", { class: "nowrap soft" }, t(node.kind)),
      h("td", {}, h("button", { type: "button", class: "plain any-text", onclick: () => this.actions.choose(node.id) }, node.name)),
      h("td", { class: "any-text" }, said(node.detail.replaceAll("_", " "), "graph")), h("td", { class: "number" }, String(this.degree(node.id))),
      h("td", {}, h("button", { type: "button", class: "plain small nowrap", "aria-label": `${t("expand")}: ${node.name}`, onclick: () => this.actions.expand(node.id) }, t("expand"))));
  }
}
