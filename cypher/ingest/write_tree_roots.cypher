// Hangs the top blocks of pages under them.
// params: rows (list of {site, url, block, order})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url) and Block(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
USING INDEX p:Page(site, url)
MATCH (b:Block {id: row.block})
CREATE (p)-[:CONTAINS {order: row.order}]->(b)
