// The pages that were fetched longest ago, and what they say of their own age.
// params: site, limit
// returns: url, title, fetched_at, modified
// plan: index scan of Page(site)
MATCH (p:Page {site: $site})
WHERE p.fetched_at IS NOT NULL
RETURN p.url AS url, p.title AS title, p.fetched_at AS fetched_at, p.modified AS modified
ORDER BY fetched_at, url
LIMIT $limit
