// Makes sure that entities exist; sorted ids keep concurrent writers out of deadlocks.
// params: rows (list of {id, site, type, key, name}, sorted by id)
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id), merge
UNWIND $rows AS row
MERGE (e:Entity {id: row.id})
ON CREATE SET e.site = row.site, e.type = row.type, e.key = row.key, e.name = row.name, e.aliases = []
