// Reads the relations between entities, without values.
// params: site
// returns: head, tail, weight
// plan: NodeIndexSeek on Entity(site), expand RELATES outwards
MATCH (h:Entity {site: $site})-[r:RELATES]->(t:Entity)
WHERE t.type <> 'value'
RETURN h.id AS head, t.id AS tail, r.weight AS weight
