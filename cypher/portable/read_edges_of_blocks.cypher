// Outgoing edges of the blocks of a site, a batch of nodes at a time.
// params: site, after (the last id, or the site and a colon), end (the site and a semicolon), limit
// returns: after, edges [{type, label, site, key, properties}]
// plan: range seek on Block(id), in its order
MATCH (n:Block)
WHERE n.id > $after AND n.id < $end AND n.site = $site
WITH n
ORDER BY n.id
LIMIT $limit
RETURN n.id AS after,
       COLLECT {
         MATCH (n)-[r]->(m)
         RETURN {type: type(r), label: head(labels(m)), site: m.site, key: coalesce(m.id, m.url),
                 properties: properties(r)}
       } AS edges
ORDER BY after
