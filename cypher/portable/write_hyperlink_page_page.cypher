// Adds HYPERLINK edges from Page to Page.
// params: rows (list of {source, source_site, target, target_site, properties})
// returns: written: fewer than rows when an end is missing
// plan: unique index seeks on both ends
UNWIND $rows AS row
MATCH (a:Page {site: row.source_site, url: row.source})
USING INDEX a:Page(site, url)
MATCH (b:Page {site: row.target_site, url: row.target})
USING INDEX b:Page(site, url)
CREATE (a)-[r:HYPERLINK]->(b)
SET r = row.properties
RETURN count(r) AS written
