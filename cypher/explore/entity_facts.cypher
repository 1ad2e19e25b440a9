// Every fact about an entity with the place that states it.
// params: id
// returns: fact, value, direction, found_by, places
// plan: unique seek of Entity(id), then the blocks of each fact's sources
MATCH (e:Entity {id: $id})-[r:RELATES]-(o:Entity)
OPTIONAL MATCH (b:Block)
WHERE b.id IN r.sources
WITH e, r, o, collect(DISTINCT b.url + CASE WHEN b.anchor IS NULL THEN '' ELSE '#' + b.anchor END) AS places
RETURN r.type AS fact, o.name AS value, CASE WHEN startNode(r) = e THEN 'of it' ELSE 'to it' END AS direction,
       r.found_by AS found_by, places
ORDER BY fact, value
