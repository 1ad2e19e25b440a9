// The leaf blocks right before and right after a block on its page.
// params: id, before, after
// returns: id, kind, text, markdown, heading_path, order, anchor, offset (negative: before)
// plan: unique lookup of Block.id, then the page's blocks through Page CONTAINS
MATCH (b:Block {id: $id})
MATCH (p:Page {site: b.site, url: b.url})-[:CONTAINS*1..12]->(o:Block)
WHERE o.leaf AND o.id <> b.id
WITH b, o, o.order < b.order AS earlier
ORDER BY abs(o.order - b.order)
WITH b, collect(CASE WHEN earlier THEN o END)[0..$before] AS before,
     collect(CASE WHEN NOT earlier THEN o END)[0..$after] AS after
UNWIND before + after AS o
RETURN o.id AS id, o.kind AS kind, o.text AS text, o.markdown AS markdown, o.heading_path AS heading_path,
       o.order AS order, o.anchor AS anchor, o.order - b.order AS offset
ORDER BY o.order
