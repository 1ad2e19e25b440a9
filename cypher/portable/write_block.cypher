// Writes whole blocks.
// params: rows (list of {key, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), merge
UNWIND $rows AS row
MERGE (n:Block {id: row.key})
SET n = row.properties
