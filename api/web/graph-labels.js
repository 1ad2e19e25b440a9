// Which labels of a drawing are shown: the most joined nodes first, each only where its words have room.
const FONT = 12;
const LEAST = 10;
const WIDE = 120;
const CELL = 96;
const GAP = 4;
const LINE = 1.25;
const CHINESE = /([\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef])/g;

const pen = document.createElement("canvas").getContext("2d");

export function isWide(sign) {
  return sign.search(CHINESE) === 0;
}

// A sign of no width after each Chinese, Japanese or Korean one lets a line break there.
export function breakable(text) {
  return text.replace(CHINESE, "$1\u200b");
}

const measured = new Map();

// A text at 12 px, wrapped as the drawing wraps it: [width, number of lines].
function measure(text) {
  if (!measured.has(text)) measured.set(text, wrap(text));
  return measured.get(text);
}

function wrap(text) {
  pen.font = `${FONT}px system-ui, sans-serif`;
  let [widest, line, lines] = [0, "", 1];
  for (const part of text.split(/(?<=[\s\u200b])/)) {
    const longer = pen.measureText((line + part).trimEnd()).width;
    if (line && longer > WIDE) {
      lines += 1;
      line = part;
    } else line += part;
    widest = Math.max(widest, pen.measureText(line.trimEnd()).width);
  }
  return [widest, lines];
}

// Boxes that are taken, by cells of a grid.
class Room {
  constructor(cell) {
    this.cell = cell;
    this.cells = new Map();
  }

  places({ x1, y1, x2, y2 }) {
    const found = [];
    for (let x = Math.floor(x1 / this.cell); x <= Math.floor(x2 / this.cell); x += 1) {
      for (let y = Math.floor(y1 / this.cell); y <= Math.floor(y2 / this.cell); y += 1) found.push(`${x} ${y}`);
    }
    return found;
  }

  isFree(box, owner) {
    const meets = (other) => other.owner !== owner && box.x1 < other.x2 + GAP && other.x1 < box.x2 + GAP && box.y1 < other.y2 + GAP && other.y1 < box.y2 + GAP;
    return !this.places(box).some((place) => this.cells.get(place)?.some(meets));
  }

  take(box, owner) {
    const held = { ...box, owner };
    for (const place of this.places(box)) this.cells.set(place, [...(this.cells.get(place) ?? []), held]);
  }
}

function around(x, y, width, height) {
  return { x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 };
}

// Sizes in the drawing's own measure: far away, labels grow so that those that have room can be read.
export function sizeAt(zoom) {
  return Math.max(FONT, LEAST / zoom);
}

function labelBox(node, scale) {
  const [width, lines] = measure(node.data("label"));
  const { x, y } = node.position();
  const height = lines * FONT * LINE * scale;
  return around(x, y + node.height() / 2 + 3 * scale + height / 2, width * scale, height);
}

function edgeBox(edge, scale) {
  const [from, to] = [edge.source().position(), edge.target().position()];
  const turn = Math.atan2(to.y - from.y, to.x - from.x);
  const [width, height] = [measure(edge.data("label"))[0] * 0.84 * scale, FONT * scale];
  const [c, s] = [Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn))];
  return around((from.x + to.x) / 2, (from.y + to.y) / 2, width * c + height * s, width * s + height * c);
}

// Ids of the nodes and edges whose labels fit; the chosen node and a path keep theirs. A label may lie over the dots of
// other nodes where there are very many (`bodies` false); `all` are the nodes that are drawn, labelled or not.
export function fitting(nodes, edges, zoom, bodies, all = nodes) {
  const scale = sizeAt(zoom) / FONT;
  const room = new Room(CELL * scale);
  const kept = new Set();
  const give = (element, box, must) => {
    if (!must && !room.isFree(box, element.id())) return;
    room.take(box, element.id());
    kept.add(element.id());
  };
  if (bodies) all.forEach((node) => room.take(around(node.position("x"), node.position("y"), node.width(), node.height()), node.id()));
  const ranked = nodes.map((node) => [node, node.hasClass("chosen") || node.hasClass("path"), node.degree()]);
  ranked.sort((a, b) => b[1] - a[1] || b[2] - a[2]);
  for (const [node, must] of ranked) give(node, labelBox(node, scale), must);
  edges.forEach((edge) => edge.data("label") && give(edge, edgeBox(edge, scale), false));
  return kept;
}
