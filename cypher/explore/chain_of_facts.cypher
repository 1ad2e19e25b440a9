// Chains of one kind of fact from an entity, such as the prerequisites of the prerequisites.
// params: id, type, limit
// returns: path
// plan: unique seek of Entity(id), up to 4 steps
MATCH path = (e:Entity {id: $id})-[r:RELATES*1..4 {type: $type}]->(:Entity)
RETURN path
ORDER BY length(path)
LIMIT $limit
