// Stores vectors of Entitys in the property embedding; communities have to look at them.
// params: rows (list of {id, vector})
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (n:Entity {id: row.id})
SET n.due = n.site
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
