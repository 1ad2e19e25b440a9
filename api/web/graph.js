// The graph: the evidence of an answer drawn, and everything around it, node by node.
import { get, send } from "./client.js";
import { announce, copyText, fill, h, onShown } from "./dom.js";
import { Details } from "./graph-details.js";
import { Drawing, EDGES, KINDS } from "./graph-drawing.js";
import { NodeList } from "./graph-list.js";
import { GraphSearch } from "./graph-search.js";
import { sectionTree } from "./graph-sections.js";
import "./graph-words.js";
import { said } from "./said.js";
import { t } from "./words.js";

const VIEWS = ["pages", "entities", "topics"];
const LAYOUTS = { evidence: "columns", topics: "columns", tree: "tree" };
const SIZES = [30, 60, 200, 500, 2000];
const A_TIME = 40;

export function graphView(context) {
  const view = new GraphView(context);
  return onShown(view.node, () => view.start());
}

class GraphView {
  constructor({ site, parameters }) {
    this.site = site;
    this.blocks = parameters.getAll("block");
    this.asked = parameters.get("node");
    this.view = parameters.get("view");
    this.chosen = null;
    this.pathFrom = null;
    this.drawn = 0;
    this.status = h("p", { class: "soft small", role: "status" });
    this.canvas = h("div", { class: "drawing", role: "application", tabindex: "0", "aria-label": t("graphLabel"), "aria-describedby": "graph-keys", onkeydown: (event) => this.key(event) });
    this.waiting = 0;
    this.veil = h("p", { class: "veil soft", role: "status" }, t("loading"));
    const actions = { choose: (ref) => this.attempt(this.choose(ref)), expand: (ref) => this.attempt(this.expand(ref)), path: (ref) => this.beginPath(ref), open: (ref) => this.attempt(this.reach(ref)), remove: (ref) => this.takeOut(ref), tree: (url) => this.attempt(this.tree(url)) };
    this.actions = actions;
    this.list = new NodeList(actions);
    this.details = new Details(site, actions);
    this.search = new GraphSearch(site, actions.open);
    this.node = h("div", { class: "graph" }, h("h1", { class: "hidden-text" }, t("graph")), this.bar(),
      h("section", { class: "canvas", "aria-label": t("drawing") }, this.canvas, this.veil, this.list.node, this.foot()),
      h("aside", { "aria-label": t("detail") }, this.details.node, this.cypher()));
  }

  bar() {
    const choice = (name, text) => h("option", { value: name, disabled: name === "tree" || name === "free" || (name === "evidence" && !this.blocks.length) }, t(text));
    this.viewPicker = h("select", { id: "graph-view", onchange: () => this.attempt(this.open(this.viewPicker.value)) }, choice("evidence", "viewEvidence"), choice("pages", "viewPages"), choice("entities", "viewEntities"), choice("topics", "viewTopics"), choice("tree", "viewTree"), choice("free", "viewFree"));
    this.size = h("select", { id: "graph-size", onchange: () => VIEWS.includes(this.view) && this.attempt(this.open(this.view)) }, SIZES.map((size) => h("option", { value: size, selected: size === 60 }, String(size))));
    this.listSwitch = h("button", { type: "button", "aria-pressed": "false", onclick: () => this.switchList() }, t("asList"));
    const button = (name, action) => h("button", { type: "button", onclick: action }, t(name));
    return h("div", { class: "graph-bar", role: "group", "aria-label": t("view") }, this.search.node,
      h("label", { class: "pair" }, h("span", { class: "soft small" }, t("view")), this.viewPicker), h("label", { class: "pair" }, h("span", { class: "soft small" }, t("howMany")), this.size),
      h("div", { class: "row" }, this.listSwitch, button("arrange", () => this.drawing.arrange("springs")), button("fit", () => this.drawing.fit()), button("picture", () => this.save()), button("clearGraph", () => this.clear())));
  }

  foot() {
    const box = (group, name) => h("label", {}, h("input", { type: "checkbox", checked: true, onchange: (event) => { this.drawing.setHidden(group, name, !event.target.checked); this.describe(); } }), h("span", { class: group === "node" ? `key key-${name}` : "" }), t(name));
    this.types = h("select", { "aria-label": t("typeShown"), onchange: () => { this.drawing.setType(this.types.value); this.describe(); } });
    return h("div", { class: "graph-foot" }, this.status, h("p", { id: "graph-keys", class: "hidden-text" }, t("keysHelp")),
      h("fieldset", { class: "checks" }, h("legend", { class: "hidden-text" }, t("kindsShown")), KINDS.map((kind) => box("node", kind)), this.types),
      h("fieldset", { class: "checks" }, h("legend", { class: "hidden-text" }, t("edgesShown")), EDGES.map((edge) => box("edge", edge))));
  }

  cypher() {
    this.code = h("pre", { class: "code", tabindex: "0" });
    const said = h("span", { class: "soft small", role: "status" });
    const copy = h("button", { type: "button", onclick: async () => { await copyText(this.code.textContent); said.textContent = t("copied"); } }, t("copyCypher"));
    this.codeBox = h("details", { ontoggle: () => this.attempt(this.writeCypher()) }, h("summary", {}, t("cypher")), h("p", { class: "soft small" }, t("copyAs")), this.code, h("div", { class: "row" }, copy, said));
    return this.codeBox;
  }

  async start() {
    this.drawing = new Drawing(this.canvas, this.actions.choose);
    this.watchTheme();
    if (this.asked) await this.attempt(this.reach(this.asked));
    else await this.attempt(this.open(this.blocks.length ? "evidence" : VIEWS.includes(this.view) ? this.view : "pages"));
  }

  // What goes wrong is said under the drawing; nothing fails in silence.
  async attempt(work) {
    try {
      await work;
    } catch (error) {
      this.say(error.message);
    }
  }

  // What a server answers for a drawing that is no longer shown must not come into the next one.
  async fetched(request) {
    const drawn = this.drawn;
    this.wait(1);
    try {
      const found = await request;
      return drawn === this.drawn ? found : null;
    } finally {
      this.wait(-1);
    }
  }

  wait(change) {
    this.waiting += change;
    this.veil.hidden = this.waiting === 0;
    this.canvas.setAttribute("aria-busy", String(this.waiting > 0));
  }

  watchTheme() {
    const redraw = () => this.node.isConnected && this.drawing.redress();
    new MutationObserver(redraw).observe(document.documentElement, { attributeFilter: ["data-theme"] });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  }

  // One of the ready views, in place of what is drawn.
  async open(view) {
    this.drawn += 1;
    const found = await this.fetched(view === "evidence"
      ? get("/v1/graph/subgraph", { block: this.blocks, site: this.site })
      : get("/v1/graph/overview", { kind: view, limit: this.size.value, site: this.site }));
    if (!found) return;
    this.begin(view);
    this.drawing.add(found);
    const roots = view === "evidence" ? found.edges.filter((edge) => edge.type === "CONTAINS").map((edge) => edge.source) : [];
    this.drawing.arrange(LAYOUTS[view] ?? "springs", roots);
    this.describe(found.truncated);
    if (!found.nodes.length) this.say(t(view === "topics" ? "noTopics" : "emptyGraph"));
    if (view !== "evidence") history.replaceState(null, "", `/graph?${new URLSearchParams({ view, ...(this.site ? { site: this.site } : {}) })}`);
  }

  begin(view) {
    this.drawn += 1;
    this.view = view;
    this.viewPicker.value = view;
    this.drawing.clear();
    this.details.clear();
    this.chosen = null;
  }

  clear() {
    this.begin("free");
    this.cancelPath();
    this.describe();
  }

  async tree(url) {
    const page = await this.fetched(get(`/v1/pages/${encodeURIComponent(url)}`, { site: this.site }));
    if (!page) return;
    this.begin("tree");
    this.drawing.add(sectionTree(page));
    this.drawing.arrange("tree");
    this.describe();
    await this.choose(`page:${page.site}:${page.url}`);
  }

  async expand(ref) {
    const found = await this.fetched(get("/v1/graph/neighbors", { node: ref, kinds: this.wanted(KINDS, this.drawing.hiddenKinds), edges: this.wanted(EDGES, this.drawing.hiddenEdges), limit: A_TIME }));
    if (!found) return;
    const fresh = this.drawing.add(found, ref);
    if (found.nodes.length > 1) await this.joinUp();
    this.describe(found.truncated);
    this.say(fresh ? t("added", { n: fresh }) : t("nothingNew"));
    await this.choose(ref);
    if (fresh && !this.drawing.boxed) this.drawing.fit();
  }

  // Edges among what is drawn already, which an expansion of one node does not bring.
  async joinUp() {
    const refs = this.drawing.nodes.map((node) => node.ref);
    if (refs.length > 400) return;
    const found = await this.fetched(send("POST", `/v1/graph/links?${new URLSearchParams(this.site ? { site: this.site } : {})}`, { nodes: refs }));
    if (found) this.drawing.add({ nodes: [], edges: found.edges });
  }

  wanted(all, hidden) {
    return all.filter((name) => !hidden.has(name));
  }

  // A node that may not be drawn yet.
  async reach(ref) {
    if (this.pathFrom || this.drawing.has(ref)) return this.choose(ref);
    const bare = !this.drawing.nodes.length;
    const found = await this.fetched(get("/v1/graph/neighbors", { node: ref, limit: bare || this.asked === ref ? A_TIME : 1 }));
    if (!found) return;
    const alone = this.drawing.nodes.length ? { nodes: found.nodes.filter((node) => node.ref === ref), edges: [] } : found;
    if (bare) this.begin("free");
    this.drawing.add(alone, this.chosen);
    await this.joinUp();
    if (bare) this.drawing.arrange("springs");
    this.describe();
    await this.choose(ref);
  }

  async choose(ref) {
    if (this.pathFrom && this.pathFrom !== ref) return this.findPath(ref);
    await this.show(ref);
  }

  async show(ref) {
    this.chosen = ref;
    this.drawing.choose(ref);
    const node = this.drawing.data(ref);
    if (node) announce(t("said", { kind: t(node.kind), name: node.name, n: this.drawing.neighbours(ref).length }));
    await this.details.show(ref, this.drawing.has(ref) ? this.drawing.neighbours(ref) : []);
  }

  takeOut(ref) {
    this.drawing.remove(ref);
    this.details.clear();
    this.chosen = null;
    this.describe();
  }

  beginPath(ref) {
    this.drawing.markPath([], []);
    this.pathFrom = ref;
    const text = t("pathBanner", { name: this.drawing.data(ref)?.name ?? ref });
    this.say(text);
    this.status.classList.add("asking");
  }

  cancelPath() {
    this.pathFrom = null;
    this.status.classList.remove("asking");
  }

  async findPath(ref) {
    const source = this.pathFrom;
    this.cancelPath();
    this.say(t("seeking"));
    try {
      const found = await this.fetched(get("/v1/graph/path", { source, target: ref }));
      if (!found) return;
      this.drawing.add(found, source);
      await this.joinUp();
      this.drawing.markPath(found.nodes.map((node) => node.ref), found.edges);
      this.drawing.fit(found.nodes.map((node) => node.ref));
      this.describe();
      await this.choose(ref);
      this.say(t("pathFound", { n: found.edges.length }));
    } catch (error) {
      this.describe();
      this.say(error.status === 404 ? t("noPath") : error.message);
    }
  }

  describe(truncated = false) {
    const shown = this.drawing.shownNodes;
    const text = t("nodes", { n: shown.length, m: this.drawing.edgeCount });
    this.status.textContent = truncated ? `${text}. ${t("truncated")}` : text;
    this.list.show(shown, (ref) => this.drawing.neighbours(ref).length);
    const types = [...new Set(this.drawing.nodes.filter((node) => node.kind === "entity").map((node) => node.detail))].sort();
    fill(this.types, h("option", { value: "" }, t("everyType")), types.map((type) => h("option", { value: type, selected: type === this.drawing.type }, said(type.replaceAll("_", " "), "graph"))));
    this.attempt(this.writeCypher());
  }

  say(text) {
    this.status.textContent = text;
  }

  async writeCypher() {
    if (!this.codeBox.open) return;
    const nodes = this.drawing.shownNodes.map((node) => node.ref);
    const asked = this.asking = {};
    const found = nodes.length ? await send("POST", `/v1/graph/cypher?${new URLSearchParams(this.site ? { site: this.site } : {})}`, { nodes }) : { cypher: "" };
    if (this.asking === asked) this.code.textContent = found.cypher;
  }

  switchList() {
    const listed = this.list.node.hidden;
    this.list.node.hidden = !listed;
    this.canvas.hidden = listed;
    this.listSwitch.setAttribute("aria-pressed", String(listed));
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      Enter: () => this.chosen && (this.pathFrom ? this.actions.choose(this.chosen) : this.actions.expand(this.chosen)),
      p: () => this.chosen && this.beginPath(this.chosen),
      "+": () => this.drawing.zoomBy(1.25),
      "=": () => this.drawing.zoomBy(1.25),
      "-": () => this.drawing.zoomBy(0.8),
      0: () => this.drawing.fit(),
      Escape: () => { this.cancelPath(); this.drawing.markPath([], []); this.describe(); },
    };
    const action = event.key.startsWith("Arrow") ? () => this.attempt(this.walk(event.key)) : keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  // While a path is looked for, arrows move the mark and Enter takes it.
  async walk(key) {
    const ref = this.drawing.next(this.chosen, key);
    if (ref) await this.show(ref);
  }

  save() {
    const address = URL.createObjectURL(this.drawing.picture());
    h("a", { href: address, download: `${this.site ?? "graph"}-${this.view}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }
}
