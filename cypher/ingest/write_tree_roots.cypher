// Hangs the top blocks of a page under it.
// params: site, url, rows (list of {block, order})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url) and Block(id)
MATCH (p:Page {site: $site, url: $url})
UNWIND $rows AS row
MATCH (b:Block {id: row.block})
CREATE (p)-[:CONTAINS {order: row.order}]->(b)
