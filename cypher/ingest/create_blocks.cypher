// Makes the top blocks of pages that had none, and hangs them under their pages.
// params: rows (list of {site, url, blocks: list of {order, properties}})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), once a page
CYPHER replan=skip
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
USING INDEX p:Page(site, url)
UNWIND row.blocks AS block
CREATE (p)-[:CONTAINS {order: block.order}]->(b:Block)
SET b = block.properties
