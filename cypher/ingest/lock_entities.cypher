// Locks entities until the transaction ends and reads what their names are made of.
// params: ids (sorted)
// returns: id, site, type, key, name, aliases, anchor_url
// plan: NodeUniqueIndexSeek on Entity(id)
CYPHER replan=skip
UNWIND $ids AS id
MATCH (e:Entity {id: id})
SET e.touched = true
REMOVE e.touched
WITH e
RETURN e.id AS id, e.site AS site, e.type AS type, e.key AS key, e.name AS name, e.aliases AS aliases, e.anchor_url AS anchor_url
