// Removes pages that were never fetched and that nothing links to any more.
// params: rows (list of {site, url})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
USING INDEX p:Page(site, url)
WHERE p.status IN ['unseen', 'external'] AND NOT EXISTS { (p)<-[:HYPERLINK]-() }
DELETE p
