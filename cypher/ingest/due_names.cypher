// Reads the entities of a site with news for communities.
// params: site
// returns: id, name
// plan: NodeIndexSeek on Entity(due, id)
CYPHER replan=skip
MATCH (e:Entity {due: $site})
USING INDEX e:Entity(due, id)
WHERE e.id > ''
RETURN e.id AS id, e.name AS name
