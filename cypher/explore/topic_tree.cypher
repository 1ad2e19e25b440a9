// The topics of a site in their levels, to be looked at as a graph.
// params: site, limit
// returns: path
// plan: index scan of Topic(site)
MATCH (t:Topic {site: $site})
WHERE NOT EXISTS { (:Topic)-[:CONTAINS]->(t) }
MATCH path = (t)-[:CONTAINS*0..4]->(:Topic)
RETURN path
LIMIT $limit
