// The entities of a site with the most edges: where to begin among names.
// params: site, limit
// returns: kind, site, key, url, name, detail, degree
// plan: index scan of Entity by site, degrees from the store
MATCH (n:Entity)
WHERE n.site = $site AND n.type <> 'value'
WITH n, COUNT { (n)-[:RELATES]-() } AS facts, COUNT { (n)<-[:MENTIONS]-() } AS mentions
ORDER BY facts DESC, mentions DESC, n.id
LIMIT $limit
RETURN 'entity' AS kind, n.site AS site, n.id AS key, n.anchor_url AS url, n.name AS name,
       n.type AS detail, facts + mentions AS degree
