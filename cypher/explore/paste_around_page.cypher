// What is one edge away from a page, to paste into Neo4j Browser.
// params: site, key (address), limit
// returns: path
// plan: one unique lookup, one capped expansion
MATCH path = (n:Page {site: $site, url: $key})--()
RETURN path LIMIT $limit
