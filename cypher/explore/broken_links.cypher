// Links to pages that are gone or could not be read, with the pages that hold them.
// params: site, limit
// returns: target, status, from_pages (at most 5), links
// plan: index scan of Page(site)
MATCH (q:Page {site: $site})
WHERE q.status IN ['gone', 'soft_404', 'failed']
MATCH (p:Page)-[l:HYPERLINK]->(q)
WITH q, count(l) AS links, collect(p.url)[0..5] AS from_pages
RETURN q.url AS target, q.status AS status, from_pages, links
ORDER BY links DESC, target
LIMIT $limit
