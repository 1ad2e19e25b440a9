// Topics of a site in the order of their ids, a batch at a time.
// params: site, after (the last id, or the site and a colon), end (the site and a semicolon), limit
// returns: after, properties
// plan: range seek on Topic(id), in its order
MATCH (n:Topic)
WHERE n.id > $after AND n.id < $end AND n.site = $site
RETURN n.id AS after, properties(n) AS properties
ORDER BY n.id
LIMIT $limit
