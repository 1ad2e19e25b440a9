// Stores vectors of Blocks in the property embedding_2.
// params: rows (list of {id, vector})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id)
UNWIND $rows AS row
MATCH (n:Block {id: row.id})
CALL db.create.setNodeVectorProperty(n, 'embedding_2', row.vector)
