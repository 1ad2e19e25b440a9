// Reads the relations between entities, without values.
// params: site
// returns: head, tail, weight
// plan: NodeIndexSeek on Entity(site), expand RELATES outwards
CYPHER replan=skip
MATCH (h:Entity {site: $site})-[r:RELATES]->(t:Entity)
USING INDEX h:Entity(site)
WHERE t.type <> 'value'
RETURN h.id AS head, t.id AS tail, r.weight AS weight
