// Removes outgoing links of pages by the address that stands in them.
// params: rows (list of {site, url, target})
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), expand HYPERLINK outwards
CYPHER replan=skip
UNWIND $rows AS row
MATCH (p:Page {site: row.site, url: row.url})-[l:HYPERLINK]->(q:Page)
USING INDEX p:Page(site, url)
WHERE coalesce(l.target, q.url) = row.target
DELETE l
