// Stores vectors of Blocks in the property embedding, and the states of their tokens in tokens; communities have to look
// at their pages.
// params: rows (list of {id, vector, tokens (bytes or null)})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), NodeUniqueIndexSeek on Page(site, url)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (n:Block {id: row.id})
SET n.tokens = row.tokens
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
WITH DISTINCT n.site AS site, n.url AS url
MATCH (p:Page {site: site, url: url})
USING INDEX p:Page(site, url)
SET p.due = site
