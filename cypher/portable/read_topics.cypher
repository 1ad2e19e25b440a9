// Topics of a site in the order of their ids, a batch at a time.
// params: site, prefix (site and colon), after (the last id, or ""), limit
// returns: after, properties
// plan: range seek on Topic(id), in its order
MATCH (n:Topic)
WHERE n.id STARTS WITH $prefix AND n.id > $after AND n.site = $site
RETURN n.id AS after, properties(n) AS properties
ORDER BY n.id
LIMIT $limit
