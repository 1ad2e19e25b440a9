// Writes whole topics.
// params: rows (list of {key, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), merge
UNWIND $rows AS row
MERGE (n:Topic {id: row.key})
SET n = row.properties
