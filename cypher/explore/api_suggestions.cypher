// Names that this graph can really answer about: entities with facts and an own page, most connected first.
// params: site, limit
// returns: name, type, facts, relation
// plan: index scan of Entity by site, degree from the store
MATCH (e:Entity)
WHERE e.site = $site AND e.type <> 'value' AND e.anchor_url IS NOT NULL
WITH e, COUNT { (e)-[:RELATES]->() } AS facts
WHERE facts > 0
WITH e, facts ORDER BY facts DESC, e.id LIMIT $limit
CALL (e) {
  MATCH (e)-[r:RELATES]->(:Entity {type: 'value'})
  RETURN r.type AS relation ORDER BY r.type LIMIT 1
}
RETURN e.name AS name, e.type AS type, facts, relation
