// Reads entities with news for communities, some at a time: those in none, and those of one that changed since.
// params: site, after (the last id read, empty at first), limit
// returns: entities (list of [id, name, mentions (of those in no community), home (its community), changed (since it
//          joined), vector (of those in no community)]) in one row, which costs less than a row an entity
// plan: NodeIndexSeek on Entity(due, id), expand CONTAINS backwards
CYPHER replan=skip
MATCH (e:Entity {due: $site})
USING INDEX e:Entity(due, id)
WHERE e.id > $after
WITH e ORDER BY e.id LIMIT $limit
OPTIONAL MATCH (e)<-[c:CONTAINS]-(t:Topic)
WITH e, c, t ORDER BY e.id
RETURN collect([e.id, e.name, CASE WHEN t IS NULL THEN COUNT { (e)<-[:MENTIONS]-() } ELSE 0 END, t.id,
                t IS NOT NULL AND coalesce(c.made_of <> e.name, true),
                CASE WHEN t IS NULL AND e.type <> 'value' THEN e.embedding END]) AS entities
