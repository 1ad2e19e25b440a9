// Writes whole pages.
// params: rows (list of {site, key, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), merge
UNWIND $rows AS row
MERGE (n:Page {site: row.site, url: row.key})
SET n = row.properties
