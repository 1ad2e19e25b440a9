// Leads links on to other pages; the address that stands in the page is kept where it is not the page's own.
// params: site, rows (list of {source, page, target, url}: url is the new end)
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), expand into
UNWIND $rows AS row
MATCH (p:Page {site: $site, url: row.source})-[l:HYPERLINK]->(q:Page {site: $site, url: row.page})
USING INDEX p:Page(site, url)
USING INDEX q:Page(site, url)
WHERE coalesce(l.target, q.url) = row.target
MERGE (n:Page {site: $site, url: row.url})
ON CREATE SET n.status = 'unseen'
CREATE (p)-[m:HYPERLINK {anchor_text: l.anchor_text, region: l.region, count: l.count}]->(n)
SET m.target = CASE row.target WHEN row.url THEN null ELSE row.target END
DELETE l
