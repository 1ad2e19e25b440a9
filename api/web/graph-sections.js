// A page with its blocks as nodes: sections in their order, each at its depth.
export function sectionTree(page) {
  const root = `page:${page.site}:${page.url}`;
  const depths = new Map();
  const nodes = [{ ref: root, kind: "page", name: page.title || page.url, detail: page.lang ?? "", url: page.url, depth: 0, order: -1 }];
  const edges = [];
  for (const block of page.blocks) {
    const depth = (depths.get(block.parent) ?? 0) + 1;
    depths.set(block.id, depth);
    const name = (!block.leaf && block.heading_path?.at(-1)) || block.text || block.kind;
    nodes.push({ ref: `block:${block.id}`, kind: "block", name, detail: block.kind, url: page.url, depth, order: block.order });
    edges.push({ source: block.parent ? `block:${block.parent}` : root, target: `block:${block.id}`, type: "CONTAINS", label: "" });
  }
  return { nodes, edges };
}
