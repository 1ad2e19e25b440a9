// Addresses of a site's pages that were taken in.
// params: site
// returns: url
// plan: index seek by site
MATCH (p:Page {site: $site})
WHERE EXISTS { (p)-[:CONTAINS]->(:Block) }
RETURN p.url AS url
ORDER BY url
