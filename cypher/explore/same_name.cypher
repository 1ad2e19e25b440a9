// Entities of one name that were kept apart: namesakes, or doubles to merge.
// params: site, limit
// returns: name, entities [{id, type, mentions}]
// plan: index scan of Entity(site)
MATCH (e:Entity {site: $site})
WHERE e.type <> 'value'
WITH toLower(e.name) AS name, e, COUNT { (:Block)-[:MENTIONS]->(e) } AS mentions
ORDER BY mentions DESC, e.id
WITH name, collect({id: e.id, type: e.type, mentions: mentions}) AS entities
WHERE size(entities) > 1
RETURN name, entities
ORDER BY size(entities) DESC, name
LIMIT $limit
