// Reads what the diff of some pages starts from: the content hash of each page and of each of its blocks.
// params: pages (list of {site, url})
// returns: site, url, content_hash, status, blocks (list of {id, content_hash})
// plan: NodeUniqueIndexSeek on Page(site, url), then the CONTAINS tree below it
CYPHER replan=skip
UNWIND $pages AS page
MATCH (p:Page {site: page.site, url: page.url})
USING INDEX p:Page(site, url)
OPTIONAL MATCH (p)-[:CONTAINS*1..]->(b:Block)
RETURN p.site AS site, p.url AS url, p.content_hash AS content_hash, p.status AS status,
       collect(CASE WHEN b IS NULL THEN null ELSE {id: b.id, content_hash: b.content_hash} END) AS blocks
