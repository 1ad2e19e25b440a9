// The drawing: Cytoscape.js behind what the view needs. Nodes keep their places when others come.
import cytoscape from "./vendor/cytoscape.esm.min.mjs";
import { breakable, fitting, isWide, sizeAt } from "./graph-labels.js";
import { columnPlaces, fanPlaces, roomFor, springPlaces, treePlaces } from "./graph-layout.js";
import { colour, look } from "./graph-look.js";
import { said } from "./said.js";

export { EDGES, KINDS } from "./graph-look.js";
const SHORT = 42;
const MANY = 300;
const READABLE = 0.72;
const LABELLED_EDGES = 60;
const SETTLED = 90;
const REACH = 400;
const TURN = { ArrowRight: 0, ArrowDown: Math.PI / 2, ArrowLeft: Math.PI, ArrowUp: -Math.PI / 2 };

export class Drawing {
  constructor(container, choose) {
    this.container = container;
    this.hiddenKinds = new Set();
    this.hiddenEdges = new Set();
    this.type = "";
    this.graph = cytoscape({ container, style: look(false), minZoom: 0.04, maxZoom: 2.5, textureOnViewport: true, hideEdgesOnViewport: true, boxSelectionEnabled: false });
    this.graph.on("tap", "node", (event) => choose(event.target.id()));
    this.graph.on("zoom dragfree", () => this.declutterSoon());
    container.graph = this.graph;
  }

  get nodes() {
    return this.graph.nodes().map((node) => node.data());
  }

  // By our own mark: Cytoscape's `:visible` answers from before the last change until the next frame is drawn.
  shown(elements) {
    return elements.filter((element) => !element.hasClass("away"));
  }

  get shownNodes() {
    return this.shown(this.graph.nodes()).map((node) => node.data());
  }

  get edgeCount() {
    return this.shown(this.graph.edges()).length;
  }

  has(ref) {
    return this.graph.getElementById(ref).nonempty();
  }

  data(ref) {
    return this.graph.getElementById(ref).data();
  }

  neighbours(ref) {
    return this.shown(this.graph.getElementById(ref).connectedEdges()).map((edge) => ({ edge: edge.data(), other: (edge.source().id() === ref ? edge.target() : edge.source()).data() }));
  }

  clear() {
    this.graph.elements().remove();
    this.arranged = "springs";
  }

  // What is new of a found graph comes in; new nodes fan out from `from`.
  add(found, from = null) {
    const fresh = found.nodes.filter((node) => !this.has(node.ref));
    const places = from && this.has(from) ? this.placesFrom(from, fresh) : new Map();
    this.graph.batch(() => {
      this.graph.add(fresh.map((node) => ({ ...asNode(node), position: places.get(node.ref) })));
      const known = new Set(this.graph.edges().map((edge) => edge.id()));
      const edges = found.edges.filter((edge) => !known.has(edgeId(edge)) && known.add(edgeId(edge)) && this.has(edge.source) && this.has(edge.target));
      this.graph.add(edges.map(asEdge));
    });
    this.dress();
    this.filter();
    this.declutterSoon();
    if (fresh.length && this.boxed) this.arrange(this.arranged === "tree" ? "springs" : this.arranged, this.roots);
    return fresh.length;
  }

  placesFrom(from, fresh) {
    const centre = this.graph.getElementById(from).position();
    const reach = REACH + 12 * fresh.length;
    const taken = this.graph.nodes().map((node) => node.position()).filter(({ x, y }) => Math.hypot(x - centre.x, y - centre.y) < reach);
    return roomFor(fanPlaces(centre, this.centre(), fresh), taken);
  }

  get boxed() {
    return this.arranged === "columns" || this.arranged === "tree";
  }

  centre() {
    const box = this.graph.nodes().boundingBox();
    return { x: (box.x1 + box.x2) / 2 || 0, y: (box.y1 + box.y2) / 2 || 0 };
  }

  dress() {
    const nodes = this.graph.nodes();
    const tails = sharedTails(nodes.map((node) => node.data()).filter((node) => node.kind === "page"));
    this.graph.batch(() => nodes.forEach((node) => node.data("label", short(node.data("name"), tails))));
    const many = nodes.length > MANY;
    if (many !== this.many) this.graph.style(look(many));
    this.many = many;
  }

  declutterSoon() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.declutter(), SETTLED);
  }

  // Labels that would lie on others give way: those of the most joined nodes stay, as many as have room at this zoom.
  declutter() {
    const [nodes, edges, zoom] = [this.shown(this.graph.nodes()), this.shown(this.graph.edges('[type = "RELATES"]')), this.graph.zoom()];
    const kept = fitting(this.boxed ? this.graph.collection() : nodes, edges.length > LABELLED_EDGES ? this.graph.collection() : edges, zoom, this.boxed || !this.many, nodes);
    const size = sizeAt(zoom);
    this.graph.batch(() => {
      this.graph.edges().forEach((edge) => edge.toggleClass("quiet", !kept.has(edge.id())));
      nodes.forEach((node) => this.label(node, this.boxed || kept.has(node.id()), size));
    });
  }

  label(node, shown, size) {
    node.toggleClass("quiet", !shown).toggleClass("named", shown);
    if (this.boxed || size <= 12) node.removeStyle("font-size text-max-width");
    else if (shown) node.style({ "font-size": size, "text-max-width": size * 10 });
  }

  redress() {
    this.graph.style(look(this.many));
    this.declutter();
  }

  arrange(name, roots = []) {
    const nodes = this.shownNodes;
    const edges = this.shown(this.graph.edges()).map((edge) => edge.data());
    if (!nodes.length) return;
    const places = { columns: columnPlaces, springs: springPlaces, tree: treePlaces }[name](nodes, edges, roots, this.graph.width() > this.graph.height());
    Object.assign(this, { arranged: name, roots });
    this.graph.batch(() => {
      this.graph.nodes().toggleClass("boxed", this.boxed);
      this.graph.nodes().positions((node) => places.get(node.id()) ?? node.position());
      this.graph.edges().forEach((edge) => this.bend(edge));
    });
    this.fit();
    this.declutter();
  }

  // Edges inside a column go around its boxes; those of a section tree go down and to the right.
  bend(edge) {
    const [from, to] = [edge.source().position(), edge.target().position()];
    const within = this.arranged === "columns" && Math.abs(from.x - to.x) < 100;
    const far = Math.min(90, 20 + Math.abs(from.y - to.y) / 6) * (from.y < to.y ? 1 : -1) * (edge.source().data("kind") === "page" ? -1 : 1);
    edge.data("bend", far);
    const stair = this.arranged === "tree" && edge.data("type") === "CONTAINS";
    if (stair) edge.data(corner({ x: from.x - 82, y: from.y + 17 }, { x: to.x - 92, y: to.y }));
    edge.toggleClass("arc", within).toggleClass("stair", stair);
  }

  fit(refs = null) {
    const chosen = refs ? this.graph.collection(refs.map((ref) => this.graph.getElementById(ref)[0]).filter(Boolean)) : this.shown(this.graph.elements());
    if (chosen.empty()) return;
    this.graph.fit(chosen, 44);
    if (this.graph.zoom() > 1.1) {
      this.graph.zoom(1.1);
      this.graph.center(chosen);
    } else if (this.boxed && this.graph.zoom() < READABLE && !refs) {
      this.graph.zoom(READABLE);
      const box = chosen.boundingBox();
      this.graph.pan({ x: Math.max(20 - box.x1 * READABLE, this.graph.width() / 2 - ((box.x1 + box.x2) / 2) * READABLE), y: 20 - box.y1 * READABLE });
    }
  }

  mark(className, refs, edges = []) {
    this.graph.elements().removeClass(className);
    for (const ref of refs) this.graph.getElementById(ref).addClass(className);
    for (const edge of edges) this.graph.getElementById(edgeId(edge)).addClass(className);
    this.declutterSoon();
  }

  // While a path is shown, the rest steps back.
  markPath(refs, edges) {
    this.mark("path", refs, edges);
    this.graph.elements().forEach((one) => one.toggleClass("back", refs.length > 0 && !one.hasClass("path")));
  }

  choose(ref) {
    this.mark("chosen", [ref]);
    const node = this.graph.getElementById(ref);
    if (!node.hasClass("path")) this.graph.elements().removeClass("back");
    this.graph.edges().removeClass("near");
    node.connectedEdges().addClass("near");
    if (node.nonempty() && !inside(node.renderedPosition(), this.container)) this.graph.center(node);
  }

  remove(ref) {
    this.graph.getElementById(ref).remove();
  }

  setHidden(kind, name, hidden) {
    const set = kind === "node" ? this.hiddenKinds : this.hiddenEdges;
    if (hidden) set.add(name);
    else set.delete(name);
    this.filter();
  }

  setType(type) {
    this.type = type;
    this.filter();
  }

  filter() {
    this.graph.batch(() => {
      this.graph.nodes().forEach((node) => node.toggleClass("away", this.hiddenKinds.has(node.data("kind")) || (this.type !== "" && node.data("kind") === "entity" && node.data("detail") !== this.type)));
      this.graph.edges().forEach((edge) => edge.toggleClass("away", this.hiddenEdges.has(edge.data("type")) || edge.source().hasClass("away") || edge.target().hasClass("away")));
    });
    this.declutterSoon();
  }

  zoomBy(factor) {
    this.graph.zoom({ level: this.graph.zoom() * factor, renderedPosition: { x: this.graph.width() / 2, y: this.graph.height() / 2 } });
  }

  // The visible node that lies best in the direction of an arrow key.
  next(ref, key) {
    const nodes = this.shown(this.graph.nodes());
    const here = this.graph.getElementById(ref);
    if (here.empty()) return nodes[0]?.id();
    const { x, y } = here.position();
    let best = null;
    nodes.forEach((node) => {
      if (node.id() === ref) return;
      const [dx, dy] = [node.position("x") - x, node.position("y") - y];
      const turn = Math.abs(Math.atan2(Math.sin(Math.atan2(dy, dx) - TURN[key]), Math.cos(Math.atan2(dy, dx) - TURN[key])));
      const cost = Math.hypot(dx, dy) * (1 + 2 * turn);
      if (turn < Math.PI / 2.2 && (!best || cost < best.cost)) best = { id: node.id(), cost };
    });
    return best?.id ?? ref;
  }

  picture() {
    return this.graph.png({ output: "blob", full: true, scale: 2, maxWidth: 6000, maxHeight: 6000, bg: colour("--page") });
  }
}

// The corner below `from` and beside `to`, as weight and distance along the line between them.
function corner(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy || 1;
  return { weight: (dy * dy) / square, distance: (dx * dy) / Math.sqrt(square) };
}

function inside({ x, y }, container) {
  return x > 0 && y > 0 && x < container.clientWidth && y < container.clientHeight;
}

function short(name, tails) {
  const tail = tailOf(name);
  const text = (tails.has(tail) ? name.slice(0, -tail.length) : name).replace(/\s+/g, " ");
  const end = endOf(text);
  return breakable(end < text.length ? `${text.slice(0, end).trim()}…` : text);
}

// Where a name is cut: a sign that is as wide as high takes the room of two.
function endOf(text) {
  let room = SHORT;
  let at = 0;
  for (const sign of text) {
    room -= isWide(sign) ? 1.7 : 1;
    if (room < 0) return at;
    at += sign.length;
  }
  return at;
}

function tailOf(name) {
  return / [|–—·-] [^|–—·-]+$/.exec(name)?.[0];
}

// What several page titles end with, as in " | Name of the university": it tells nothing in a drawing.
function sharedTails(pages) {
  const counts = new Map();
  for (const { name } of pages) counts.set(tailOf(name), (counts.get(tailOf(name)) ?? 0) + 1);
  return new Set([...counts].filter(([tail, count]) => tail && count > 2).map(([tail]) => tail));
}

function asNode(node) {
  return { data: { id: node.ref, ref: node.ref, kind: node.kind, name: node.name, label: node.name.slice(0, SHORT), detail: node.detail, level: node.level ?? 0, depth: node.depth, order: node.order, url: node.url } };
}

function asEdge(edge) {
  const label = edge.type === "RELATES" ? said(edge.label.replaceAll("_", " "), "graph").slice(0, SHORT) : "";
  return { data: { id: edgeId(edge), source: edge.source, target: edge.target, type: edge.type, label, text: edge.label } };
}

export function edgeId(edge) {
  return `${edge.type} ${edge.label} ${edge.source} ${edge.target}`;
}
