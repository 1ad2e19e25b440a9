// Makes sure that a page and all pages it links to exist; addresses not fetched yet become stubs.
// params: site, rows (list of {url, status}, sorted by url)
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), merge
UNWIND $rows AS row
MERGE (p:Page {site: $site, url: row.url})
ON CREATE SET p.status = row.status
