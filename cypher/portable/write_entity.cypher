// Writes whole entities.
// params: rows (list of {key, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id), merge
UNWIND $rows AS row
MERGE (n:Entity {id: row.key})
SET n = row.properties
