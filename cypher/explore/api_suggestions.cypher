// Names that this graph can really answer about, with the facts it holds of them; the richest first.
// params: site, limit
// returns: name, type, facts, relations (list of type and value: attributes with one plain value)
// plan: index scan of Entity by site, degree from the store, then one expansion of the few kept
MATCH (e:Entity)
WHERE e.site = $site AND e.type <> 'value' AND e.anchor_url IS NOT NULL
WITH e, COUNT { (e)-[:RELATES]->() } AS facts
WHERE facts > 0
WITH e, facts ORDER BY facts DESC, e.id LIMIT $limit
CALL (e) {
  MATCH (e)-[r:RELATES]->(v:Entity {type: 'value'})
  WHERE NOT r.type IN ['described_as', 'description', 'name', 'title', 'alias', 'url', 'sameAs']
  WITH r.type AS relation, collect(DISTINCT v.name) AS values
  WHERE size(values) = 1
  WITH relation, values ORDER BY relation
  RETURN collect({type: relation, value: head(values)})[0..8] AS relations
}
RETURN e.name AS name, e.type AS type, facts, relations
