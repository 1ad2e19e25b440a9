// Reads the entities that communities are made of, some at a time.
// params: site, after (the last id read, empty at first), limit
// returns: id, vector, name, mentions
// plan: NodeIndexSeek on Entity(site)
CYPHER replan=skip
MATCH (e:Entity {site: $site})
USING INDEX e:Entity(site)
WHERE e.type <> 'value' AND e.embedding IS NOT NULL AND e.id > $after
WITH e ORDER BY e.id LIMIT $limit
RETURN e.id AS id, e.embedding AS vector, e.name AS name, COUNT { (e)<-[:MENTIONS]-() } AS mentions
ORDER BY id
