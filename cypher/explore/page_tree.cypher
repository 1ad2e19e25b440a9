// The section tree of one page, to be looked at as a graph.
// params: site, url
// returns: path: page, sections and blocks
// plan: unique seek of the page, then its tree, at most 300 paths
MATCH path = (p:Page {site: $site, url: $url})-[:CONTAINS*1..8]->(:Block)
RETURN path
LIMIT 300
