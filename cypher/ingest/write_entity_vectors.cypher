// Stores vectors of Entitys in the property embedding.
// params: rows (list of {id, vector})
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (n:Entity {id: row.id})
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
