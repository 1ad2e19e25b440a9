// Stores vectors of Topics in the property embedding.
// params: rows (list of {id, vector})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id)
UNWIND $rows AS row
MATCH (n:Topic {id: row.id})
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
