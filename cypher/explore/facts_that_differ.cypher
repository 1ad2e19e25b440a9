// Attributes for which one entity has several values: pages that disagree, or several at once.
// params: site, limit
// returns: entity, fact, values [{value, pages}]
// plan: index scan of Entity(site), one step over their facts
MATCH (e:Entity {site: $site})-[r:RELATES]->(v:Entity {type: 'value'})
CALL (r) {
  MATCH (b:Block)
  WHERE b.id IN r.sources
  RETURN collect(DISTINCT b.url)[0..5] AS pages
}
WITH e, r.type AS fact, collect({value: v.name, pages: pages}) AS values
WHERE size(values) > 1
RETURN e.name AS entity, fact, values
ORDER BY size(values) DESC, entity, fact
LIMIT $limit
