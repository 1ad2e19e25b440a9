// Outgoing edges of the pages of a site, a batch of nodes at a time.
// params: site, after (the last address, or ""), limit
// returns: after, edges [{type, label, site, key, properties}]
// plan: range seek on Page(site, url), in its order
MATCH (n:Page {site: $site})
WHERE n.url > $after
WITH n
ORDER BY n.url
LIMIT $limit
RETURN n.url AS after,
       COLLECT {
         MATCH (n)-[r]->(m)
         RETURN {type: type(r), label: head(labels(m)), site: m.site, key: coalesce(m.id, m.url),
                 properties: properties(r)}
       } AS edges
ORDER BY after
