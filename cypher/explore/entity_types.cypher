// How many entities of each type there are, with the three that are mentioned most.
// params: site
// returns: type, entities, examples
// plan: index scan of Entity(site), degrees of their mentions
MATCH (e:Entity {site: $site})
WITH e, COUNT { (:Block)-[:MENTIONS]->(e) } AS mentions
ORDER BY mentions DESC, e.id
RETURN e.type AS type, count(*) AS entities, collect(e.name)[0..3] AS examples
ORDER BY entities DESC, type
