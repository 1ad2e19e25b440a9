// The graph: the evidence of an answer drawn, and everything around it, node by node.
import cytoscape from "./vendor/cytoscape.esm.min.mjs";
import { get } from "./client.js";
import { announce, fill, h, onShown } from "./dom.js";
import { Details } from "./details.js";
import { t } from "./words.js";

const KINDS = ["page", "block", "entity", "topic"];
const SHAPES = { page: "round-rectangle", block: "rectangle", entity: "ellipse", topic: "hexagon" };
const SHORT = 28;

export function graphView(context) {
  const view = new GraphView(context);
  return onShown(view.node, () => view.start());
}

class GraphView {
  constructor({ site, parameters }) {
    this.site = site;
    this.parameters = parameters;
    this.cypher = "";
    this.kinds = new Set(KINDS);
    this.field = h("input", { type: "search", id: "graph-search", maxlength: "200", autocomplete: "off", oninput: () => this.searchSoon() });
    this.results = h("ul", { class: "history" });
    this.count = h("p", { class: "soft small", role: "status" }, t("graphIntro"));
    this.canvas = h("div", { role: "img", "aria-label": t("graph") });
    this.list = h("ul", { class: "history" });
    this.code = h("pre", { class: "code", hidden: true, tabindex: "0" });
    this.details = new Details(site, { expand: (ref) => this.expand(ref), path: (ref) => this.beginPath(ref), open: (ref) => this.add(ref) });
    this.node = h("div", { class: "graph" }, h("div", { class: "canvas" }, this.canvas), this.side());
  }

  side() {
    const button = (name, action) => h("button", { type: "button", onclick: action }, t(name));
    const boxes = KINDS.map((kind) => h("label", {}, h("input", { type: "checkbox", checked: true, onchange: (event) => this.filter(kind, event.target.checked) }), t(kind)));
    return h("aside", { "aria-label": t("detail") }, h("h1", { class: "hidden-text" }, t("graph")),
      h("div", {}, h("label", { for: "graph-search", class: "label" }, t("search")), this.field, this.results), this.count,
      h("fieldset", { class: "checks row" }, h("legend", { class: "label" }, t("kinds")), boxes),
      h("div", { class: "row" }, button("fit", () => this.graph.fit(undefined, 30)), button("picture", () => this.save()), button("topicsMap", () => this.topics()), button("clearGraph", () => this.clear())),
      this.details.node, h("details", {}, h("summary", {}, t("listView")), this.list),
      h("details", { ontoggle: () => { this.code.hidden = !this.cypher; this.code.textContent = this.cypher; } }, h("summary", {}, t("cypher")), this.code));
  }

  async start() {
    this.graph = cytoscape({ container: this.canvas, style: style(), minZoom: 0.05, maxZoom: 3, textureOnViewport: true, hideEdgesOnViewport: true });
    window.graphOfThisPage = this.graph;
    this.graph.on("tap", "node", (event) => this.choose(event.target.id()));
    this.canvas.addEventListener("keydown", (event) => { if (event.key === "Escape") this.pathFrom = null; });
    const blocks = this.parameters.getAll("block");
    if (blocks.length) this.merge(await get("/v1/graph/subgraph", { block: blocks, site: this.site }));
    else if (this.parameters.get("node")) await this.expand(this.parameters.get("node"));
    else await this.topics();
  }

  merge(found) {
    this.cypher = found.cypher || this.cypher;
    const fresh = found.nodes.filter((node) => this.graph.getElementById(node.ref).empty());
    const edges = found.edges.filter((edge) => this.graph.getElementById(edgeId(edge)).empty());
    this.graph.add([...fresh.map(asNode), ...edges.map(asEdge)]);
    this.showKinds();
    this.arrange();
    this.describe(found.truncated);
  }

  arrange() {
    if (this.graph.nodes().empty()) return;
    const big = this.graph.nodes().length > 400;
    this.graph.layout(big ? { name: "concentric", animate: false, concentric: (node) => node.degree(), levelWidth: () => 4 } : { name: "cose", animate: false, nodeDimensionsIncludeLabels: true, idealEdgeLength: () => 90, nodeRepulsion: () => 12000, padding: 30 }).run();
  }

  describe(truncated) {
    const text = t("nodes", { n: this.graph.nodes().length, m: this.graph.edges().length });
    this.count.textContent = truncated ? `${text}. ${t("truncated")}` : text;
    const item = (node) => h("li", {}, h("button", { type: "button", class: "any-text", onclick: () => this.choose(node.id()) }, `${t(node.data("kind"))}: ${node.data("name")}`));
    fill(this.list, this.graph.nodes().slice(0, 300).map(item));
  }

  async choose(ref) {
    if (this.pathFrom && this.pathFrom !== ref) return this.findPath(ref);
    this.graph.nodes().removeClass("chosen");
    this.graph.getElementById(ref).addClass("chosen");
    await this.details.show(ref);
  }

  async expand(ref) {
    this.merge(await get("/v1/graph/neighbors", { node: ref, kinds: [...this.kinds], limit: 40 }));
    await this.choose(ref);
  }

  async add(ref) {
    if (this.graph.getElementById(ref).empty()) await this.expand(ref);
    else await this.choose(ref);
  }

  beginPath(ref) {
    this.pathFrom = ref;
    this.count.textContent = t("pathTo");
    announce(t("pathTo"));
  }

  async findPath(ref) {
    const source = this.pathFrom;
    this.pathFrom = null;
    try {
      const found = await get("/v1/graph/path", { source, target: ref });
      this.merge(found);
      this.graph.elements().removeClass("path");
      for (const node of found.nodes) this.graph.getElementById(node.ref).addClass("path");
      for (const edge of found.edges) this.graph.getElementById(edgeId(edge)).addClass("path");
    } catch (error) {
      this.count.textContent = error.status === 404 ? t("noPath") : error.message;
    }
  }

  async topics() {
    const { items } = await get("/v1/topics", { site: this.site, kind: "community", limit: 200 });
    const top = items.toSorted((a, b) => b.level - a.level || b.size - a.size).slice(0, 60);
    this.merge({ nodes: top.map((topic) => ({ ref: `topic:${topic.id}`, kind: "topic", name: topic.title, detail: `${topic.level}`, size: topic.size })), edges: [], cypher: "" });
    for (const topic of top.slice(0, 8)) this.merge(await get("/v1/graph/neighbors", { node: `topic:${topic.id}`, kinds: ["topic"], edges: ["CONTAINS"], limit: 40 }));
  }

  filter(kind, shown) {
    if (shown) this.kinds.add(kind);
    else this.kinds.delete(kind);
    this.showKinds();
  }

  showKinds() {
    for (const kind of KINDS) this.graph.nodes(`[kind = "${kind}"]`).style("display", this.kinds.has(kind) ? "element" : "none");
  }

  searchSoon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.search(), 200);
  }

  async search() {
    const text = this.field.value.trim();
    if (!text) return fill(this.results);
    const { items } = await get("/v1/graph/find", { text, site: this.site });
    fill(this.results, items.map((node) => h("li", {}, h("button", { type: "button", class: "any-text", onclick: () => { fill(this.results); this.add(node.ref); } }, `${node.name} (${t(node.kind)}${node.detail ? `, ${node.detail}` : ""})`))));
  }

  save() {
    const anchor = h("a", { href: this.graph.png({ full: true, scale: 2, bg: colour("--page") }), download: "graph.png" });
    anchor.click();
  }

  clear() {
    this.graph.elements().remove();
    this.describe(false);
    this.details.clear();
  }
}

function asNode(node) {
  const name = node.name.length > SHORT ? `${node.name.slice(0, SHORT)}…` : node.name;
  return { data: { id: node.ref, kind: node.kind, name: node.name, label: name } };
}

function asEdge(edge) {
  const label = edge.type === "RELATES" ? edge.label.slice(0, SHORT) : "";
  return { data: { id: edgeId(edge), source: edge.source, target: edge.target, type: edge.type, label } };
}

function edgeId(edge) {
  return `${edge.type} ${edge.label} ${edge.source} ${edge.target}`;
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function style() {
  const [text, line, accent, page, side, soft] = ["--text", "--line", "--accent", "--page", "--side", "--soft"].map(colour);
  const shapes = KINDS.map((kind) => ({ selector: `node[kind = "${kind}"]`, style: { shape: SHAPES[kind] } }));
  return [
    { selector: "node", style: { label: "data(label)", "font-size": 11, color: text, "background-color": side, "border-color": soft, "border-width": 1.5, width: 20, height: 20, "text-valign": "bottom", "text-margin-y": 3, "font-family": "system-ui, sans-serif", "min-zoomed-font-size": 7, "text-background-color": page, "text-background-opacity": 0.7 } },
    ...shapes,
    { selector: 'node[kind = "page"]', style: { "background-color": accent, "border-color": accent } },
    { selector: 'node[kind = "topic"]', style: { "background-color": soft } },
    { selector: 'node[kind = "block"]', style: { "border-color": accent } },
    { selector: "edge", style: { width: 1, "line-color": line, "curve-style": "haystack", label: "data(label)", "font-size": 9, color: soft, "min-zoomed-font-size": 8 } },
    { selector: 'edge[type = "RELATES"]', style: { "line-color": soft, "curve-style": "bezier", "target-arrow-shape": "triangle", "target-arrow-color": soft, "arrow-scale": 0.7 } },
    { selector: 'edge[type = "HYPERLINK"]', style: { "line-style": "dashed", "curve-style": "straight" } },
    { selector: ".path", style: { "line-color": accent, "border-color": accent, "border-width": 4, width: 3 } },
    { selector: "node.path", style: { width: 24, height: 24 } },
    { selector: ".chosen", style: { "border-width": 4, "border-color": accent } },
  ];
}
