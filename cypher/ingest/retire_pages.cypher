// Turns pages, whose blocks and links have gone before, back into stubs: at most linked to, but not here.
// params: rows (list of {site, url})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
USING INDEX p:Page(site, url)
SET p = {site: row.site, url: row.url, status: 'unseen'}
