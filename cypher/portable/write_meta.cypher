// Writes whole entries of the bookkeeping.
// params: rows (list of {key, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
UNWIND $rows AS row
MERGE (n:Meta {key: row.key})
SET n = row.properties
