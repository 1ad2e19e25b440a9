// Adds outgoing links of a page.
// params: site, url, rows (list of {target, anchor_text, region, count}, sorted by target)
// returns: written, the number of links made: fewer than rows means that a stub went meanwhile
// plan: NodeUniqueIndexSeek on Page(site, url), twice
MATCH (p:Page {site: $site, url: $url})
UNWIND $rows AS row
MATCH (q:Page {site: $site, url: row.target})
CREATE (p)-[l:HYPERLINK {anchor_text: row.anchor_text, region: row.region, count: row.count}]->(q)
RETURN count(l) AS written
