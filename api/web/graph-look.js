// How nodes and edges look: shapes by kind, colours of the page's theme.

export const KINDS = ["page", "block", "entity", "topic"];
export const EDGES = ["HYPERLINK", "CONTAINS", "MENTIONS", "RELATES"];
const SHAPES = { page: "round-rectangle", block: "rectangle", entity: "ellipse", topic: "hexagon" };

export function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function look(many) {
  const [text, line, accent, page, side, soft, onAccent] = ["--text", "--line", "--accent", "--page", "--side", "--soft", "--on-accent"].map(colour);
  return [
    { selector: "node", style: { label: "data(label)", "font-size": 12, "text-wrap": "wrap", "text-max-width": 120, color: text, "background-color": side, "border-color": soft, "border-width": 1.5, width: 18, height: 18, "text-valign": "bottom", "text-margin-y": 3, "font-family": "system-ui, sans-serif", "min-zoomed-font-size": many ? 7 : 5, "text-background-color": page, "text-background-opacity": many ? 0 : 0.75, "text-background-padding": 1 } },
    ...KINDS.map((kind) => ({ selector: `node[kind = "${kind}"]`, style: { shape: SHAPES[kind] } })),
    { selector: 'node[kind = "page"]', style: { "background-color": accent, "border-color": accent } },
    { selector: 'node[kind = "topic"]', style: { "background-color": soft, width: 22, height: 20 } },
    { selector: 'node[kind = "block"]', style: { "background-color": page, "border-color": accent, height: 14 } },
    { selector: "edge", style: { width: 1, "line-color": line, "curve-style": many ? "haystack" : "straight" } },
    ...(many ? [] : edgeLook(soft)),
    { selector: "node.boxed", style: { width: 184, height: 34, "font-size": 11, "text-valign": "center", "text-margin-y": 0, "text-max-width": 176, "text-background-opacity": 0 } },
    { selector: 'node.boxed[kind = "page"]', style: { color: onAccent } },
    { selector: 'node.boxed[kind = "entity"]', style: { shape: "round-rectangle", "corner-radius": 17 } },
    { selector: 'node.boxed[kind = "topic"]', style: { color: page, shape: "cut-rectangle" } },
    { selector: "edge.arc", style: { "curve-style": "unbundled-bezier", "control-point-distances": "data(bend)", "control-point-weights": 0.5, label: "", "source-endpoint": "outside-to-node", "line-opacity": 0.5 } },
    { selector: "edge.stair", style: { "curve-style": "segments", "edge-distances": "endpoints", "segment-weights": "data(weight)", "segment-distances": "data(distance)", "source-endpoint": "-82px 17px", "target-endpoint": "-92px 0px", "line-color": soft } },
    { selector: "node.quiet, edge.quiet", style: { label: "" } },
    { selector: "edge.quiet.near", style: { label: "data(label)" } },
    { selector: "edge.arc", style: { label: "" } },
    { selector: ".path", style: { "line-color": accent, "target-arrow-color": accent, "border-color": accent, "border-width": 3, width: 3, "z-index": 5 } },
    { selector: "node.path", style: { width: 24, height: 24 } },
    { selector: "node.boxed.path", style: { width: 184, height: 34 } },
    { selector: "node.named", style: { "z-index": 3, "text-background-opacity": 0.8 } },
    { selector: "node.boxed.named", style: { "text-background-opacity": 0 } },
    { selector: ".back", style: { opacity: 0.22 } },
    { selector: ".chosen", style: { "border-width": 4, "border-color": text, opacity: 1, label: "data(label)", "z-index": 9 } },
    { selector: ".away", style: { display: "none" } },
  ];
}

function edgeLook(soft) {
  return [
    { selector: 'edge[type = "RELATES"]', style: { "line-color": soft, "curve-style": "bezier", "target-arrow-shape": "triangle", "target-arrow-color": soft, "arrow-scale": 0.7, label: "data(label)", "font-size": 10, color: soft, "min-zoomed-font-size": 8, "text-rotation": "autorotate", "text-background-color": colour("--page"), "text-background-opacity": 0.8 } },
    { selector: 'edge[type = "HYPERLINK"]', style: { "line-color": soft, "target-arrow-color": soft, "line-opacity": 0.55, "line-style": "dashed", "target-arrow-shape": "vee", "arrow-scale": 0.6 } },
    { selector: 'edge[type = "CONTAINS"]', style: { width: 1.5 } },
  ];
}
