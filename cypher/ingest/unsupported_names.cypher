// Tells which names of entities no mention gives any more.
// params: rows (list of {entity, name})
// returns: entity, name
// plan: NodeUniqueIndexSeek on Entity(id), expand MENTIONS backwards until the first that fits
UNWIND $rows AS row
MATCH (e:Entity {id: row.entity})
WHERE NOT EXISTS { (e)<-[m:MENTIONS]-() WHERE m.found_by IS NULL AND (m.surface = row.name OR row.name IN m.names) }
RETURN e.id AS entity, row.name AS name
