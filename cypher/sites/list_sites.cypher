// Names of the sites in the graph.
// params: none
// returns: site
// plan: index scan of Page(site)
MATCH (n:Page)
WITH DISTINCT n.site AS site
RETURN site
ORDER BY site
