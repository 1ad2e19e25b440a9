// The section tree of a page: its blocks in document order, each with the id of the block it lies in.
// params: site, url, limit
// returns: id, parent, kind, heading_path, text, order, words, main, leaf, anchor
// plan: unique lookup of Page, then CONTAINS downwards
MATCH (p:Page {site: $site, url: $url})-[:CONTAINS*1..12]->(b:Block)
OPTIONAL MATCH (parent:Block)-[:CONTAINS]->(b)
RETURN b.id AS id, parent.id AS parent, b.kind AS kind, b.heading_path AS heading_path, b.text AS text,
       b.order AS order, b.words AS words, b.main AS main, b.leaf AS leaf, b.anchor AS anchor
ORDER BY b.order
LIMIT $limit
