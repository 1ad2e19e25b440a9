// Stores vectors of pages in the property embedding_2.
// params: site, rows (list of {id, vector}; id is the url)
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
UNWIND $rows AS row
MATCH (n:Page {site: $site, url: row.id})
USING INDEX n:Page(site, url)
CALL db.create.setNodeVectorProperty(n, 'embedding_2', row.vector)
