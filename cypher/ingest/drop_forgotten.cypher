// Removes forgotten addresses that pages still link to, with those links and the words on them.
// params: rows (list of {site, url})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
USING INDEX p:Page(site, url)
WHERE p.status IN ['unseen', 'external']
DETACH DELETE p
