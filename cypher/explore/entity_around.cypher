// What is one step around an entity, to be looked at as a graph.
// params: id, limit
// returns: path
// plan: unique seek of Entity(id), its edges capped
MATCH path = (e:Entity {id: $id})-[:RELATES|MENTIONS|CONTAINS]-(n)
WHERE n:Entity OR n:Topic OR n:Block
RETURN path
LIMIT $limit
