// Marks blocks whose text belongs to the site and not to a page: they count as no content and have no vector, and
// communities have to look at their pages.
// params: rows (list of {id, main}: main as the page gave it)
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), NodeUniqueIndexSeek on Page(site, url)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (b:Block {id: row.id})
SET b.repeated = true, b.own_main = row.main, b.main = 0.0
REMOVE b.embedding, b.embedding_2, b.tokens
WITH DISTINCT b.site AS site, b.url AS url
MATCH (p:Page {site: site, url: url})
USING INDEX p:Page(site, url)
SET p.due = site
