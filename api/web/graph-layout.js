// Places of nodes: columns by kind or level, a section tree, springs where nothing better is known. Pure functions.
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "./vendor/d3-force.esm.min.mjs";

const WIDE = 270;
const HIGH = 46;
const MANY = 300;
const APART = 24;
const SETTLING = 160;

// Topics, entities, blocks, pages from left to right; topics of several levels each have a column of their own.
// Inside a column, nodes stand near what they are joined to.
export function columnPlaces(nodes, edges, roots = []) {
  const columns = new Map();
  for (const node of nodes) {
    const column = columnOf(node, roots);
    columns.set(column, [...(columns.get(column) ?? []), node]);
  }
  const order = [...columns.keys()].sort((a, b) => a - b);
  const beside = joined(edges);
  const rows = new Map();
  for (let pass = 0; pass < 3; pass += 1) for (const column of pass % 2 ? [...order].reverse() : order) sortColumn(columns.get(column), beside, rows);
  const places = new Map();
  order.forEach((column, x) => {
    const list = columns.get(column);
    const tall = Math.max(1, Math.ceil(list.length / 24));
    list.forEach((node, row) => places.set(node.id, { x: x * WIDE + (row % tall) * 60, y: (row - (list.length - 1) / 2) * (tall > 1 ? HIGH / 1.2 : HIGH) }));
  });
  return places;
}

// Pages that only link to the evidence stand to the right of those that hold it.
function columnOf(node, roots) {
  if (node.kind === "topic") return -node.level;
  if (node.kind === "entity") return 1;
  if (node.kind === "block") return 2;
  return roots.length && !roots.includes(node.id) ? 4 : 3;
}

function joined(edges) {
  const beside = new Map();
  for (const { source, target } of edges) {
    beside.set(source, [...(beside.get(source) ?? []), target]);
    beside.set(target, [...(beside.get(target) ?? []), source]);
  }
  return beside;
}

function sortColumn(list, beside, rows) {
  const wish = new Map(list.map((node, index) => {
    const known = (beside.get(node.id) ?? []).map((other) => rows.get(other)).filter((row) => row !== undefined);
    return [node.id, known.length ? known.reduce((sum, row) => sum + row, 0) / known.length : rows.get(node.id) ?? index - list.length / 2];
  }));
  list.sort((a, b) => wish.get(a.id) - wish.get(b.id));
  list.forEach((node, index) => rows.set(node.id, index - (list.length - 1) / 2));
}

// Springs and charges; labels keep their distance, and the whole is wide or tall as the room for it is.
export function springPlaces(nodes, edges, roots = [], wide = true) {
  const many = nodes.length > MANY;
  const degrees = new Map();
  for (const { source, target } of edges) for (const end of [source, target]) degrees.set(end, (degrees.get(end) ?? 0) + 1);
  const bodies = nodes.map(({ id }) => ({ id }));
  const known = new Set(nodes.map((node) => node.id));
  const links = edges.filter(({ source, target }) => known.has(source) && known.has(target) && source !== target).map(({ source, target }) => ({ source, target }));
  const pull = (strength) => (body) => degrees.has(body.id) ? strength : 0.25;
  const simulation = forceSimulation(bodies).stop()
    .force("link", forceLink(links).id((body) => body.id).distance((link) => 60 + 8 * Math.sqrt(Math.min(degrees.get(link.source.id), degrees.get(link.target.id)))))
    .force("charge", forceManyBody().strength(many ? -90 : -330).distanceMax(700).theta(many ? 1.2 : 0.9))
    .force("x", forceX().strength(pull(wide ? 0.035 : 0.09))).force("y", forceY().strength(pull(wide ? 0.075 : 0.03)));
  if (!many) simulation.force("collide", forceCollide(40).strength(0.8));
  simulation.tick(many ? Math.max(36, Math.round(60000 / nodes.length)) : 300);
  return new Map(bodies.map((body) => [body.id, { x: body.x * (many || !wide ? 1 : 1.25), y: body.y }]));
}

// A page and its sections as an indented list.
export function treePlaces(nodes) {
  const sorted = [...nodes].sort((a, b) => (a.order ?? -1) - (b.order ?? -1));
  return new Map(sorted.map((node, row) => [node.id, { x: (node.depth ?? 0) * 40, y: row * 42 }]));
}

// Newcomers near their places, but on no node that is drawn already: those stay where they are.
export function roomFor(places, taken) {
  if (!places.size) return places;
  const fresh = [...places].map(([id, place]) => ({ id, ...place, home: place }));
  const fixed = taken.map(({ x, y }) => ({ x, y, fx: x, fy: y }));
  const simulation = forceSimulation([...fresh, ...fixed]).stop().force("collide", forceCollide(APART).strength(1).iterations(3))
    .force("x", forceX((body) => body.home?.x ?? body.x).strength(0.06)).force("y", forceY((body) => body.home?.y ?? body.y).strength(0.06));
  simulation.tick(SETTLING);
  return new Map(fresh.map(({ id, x, y }) => [id, { x, y }]));
}

// Newcomers on an arc around the node they came from, on the side that looks away from the rest.
export function fanPlaces(from, centre, fresh) {
  const away = Math.hypot(from.x - centre.x, from.y - centre.y) > 20;
  const middle = Math.atan2(from.y - centre.y, from.x - centre.x);
  const spread = away ? Math.min(Math.PI * 1.5, 0.35 * fresh.length) : Math.PI * 2;
  const places = new Map();
  const perRing = 16;
  fresh.forEach((node, index) => {
    const ring = Math.floor(index / perRing);
    const count = Math.min(perRing, fresh.length - ring * perRing);
    const share = count === 1 ? 0 : (index % perRing) / (away ? count - 1 : count) - (away ? 0.5 : 0);
    const radius = 130 + ring * 80 + Math.max(0, count - 8) * 8;
    places.set(node.ref, { x: from.x + radius * Math.cos(middle + share * spread), y: from.y + radius * Math.sin(middle + share * spread) });
  });
  return places;
}
