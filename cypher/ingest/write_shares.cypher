// Binds blocks that mention the same entities, or says anew how many they share.
// params: rows (list of {one, other, shared}, sorted)
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), expand into
UNWIND $rows AS row
MATCH (a:Block {id: row.one})
MATCH (b:Block {id: row.other})
MERGE (a)-[r:RELATES {type: 'shares'}]->(b)
SET r.shared = row.shared
