// Reads what the diff of one page starts from: the content hash of the page and of each of its blocks.
// params: site, url
// returns: one row: content_hash, status, blocks (list of {id, content_hash})
// plan: NodeUniqueIndexSeek on Page(site, url), then the CONTAINS tree below it
MATCH (p:Page {site: $site, url: $url})
OPTIONAL MATCH (p)-[:CONTAINS*1..]->(b:Block)
WITH p, b ORDER BY b.id
RETURN p.content_hash AS content_hash, p.status AS status,
       collect(DISTINCT CASE WHEN b IS NULL THEN null ELSE {id: b.id, content_hash: b.content_hash} END) AS blocks
