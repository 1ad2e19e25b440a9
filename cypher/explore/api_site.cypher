// Whether a site has a page in the graph.
// params: site
// returns: site
// plan: one seek in the index of Page by site
MATCH (p:Page {site: $site})
RETURN p.site AS site
LIMIT 1
