// Removes outgoing links of a page by the address that stands in it.
// params: site, url, targets
// returns: nothing
// plan: NodeUniqueIndexSeek on Page(site, url), expand HYPERLINK outwards
MATCH (:Page {site: $site, url: $url})-[l:HYPERLINK]->(q:Page)
WHERE coalesce(l.target, q.url) IN $targets
DELETE l
