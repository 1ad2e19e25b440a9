// Makes sure that entities exist; sorted ids keep concurrent writers out of deadlocks.
// params: rows (list of {id, properties: as they are when nobody else names the entity}, sorted by id)
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e += row.properties
