// Makes sure that pages and all pages they link to exist; addresses not fetched yet become stubs.
// params: rows (list of {site, url, status}, sorted by url)
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), merge
CYPHER replan=skip
UNWIND $rows AS row
MERGE (p:Page {site: row.site, url: row.url})
ON CREATE SET p.status = row.status
