// Adds CONTAINS edges from Page to Block.
// params: rows (list of {source, source_site, target, properties})
// returns: written: fewer than rows when an end is missing
// plan: unique index seeks on both ends
UNWIND $rows AS row
MATCH (a:Page {site: row.source_site, url: row.source})
USING INDEX a:Page(site, url)
MATCH (b:Block {id: row.target})
CREATE (a)-[r:CONTAINS]->(b)
SET r = row.properties
RETURN count(r) AS written
