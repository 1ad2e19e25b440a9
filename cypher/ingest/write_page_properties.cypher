// Writes the properties of pages.
// params: rows (list of {site, url, properties}; a null in properties removes one)
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url)
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
SET p += row.properties
