// Which kinds of facts there are, between entities of which types.
// params: site
// returns: head_type, fact, tail_type, facts
// plan: index scan of Entity(site), one step over their facts
MATCH (a:Entity {site: $site})-[r:RELATES]->(b)
RETURN a.type AS head_type, r.type AS fact, coalesce(b.type, head(labels(b))) AS tail_type, count(*) AS facts
ORDER BY facts DESC, head_type, fact, tail_type
