// Adds outgoing links of pages.
// params: rows (list of {site, url, target, anchor_text, region, count}, sorted by target)
// returns: written, the number of links made: fewer than rows means that a stub went meanwhile
// plan: NodeUniqueIndexSeek on Page(site, url), twice
CYPHER replan=skip
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})
USING INDEX p:Page(site, url)
MATCH (q:Page {site: row.site, url: row.target})
USING INDEX q:Page(site, url)
CREATE (p)-[l:HYPERLINK {anchor_text: row.anchor_text, region: row.region, count: row.count}]->(q)
RETURN count(l) AS written
