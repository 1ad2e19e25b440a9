// Writes the properties of pages; communities have to look at them.
// params: rows (list of {site, url, properties}; a null in properties removes one)
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
USING INDEX p:Page(site, url)
SET p += row.properties, p.due = row.site
