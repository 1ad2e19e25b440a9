// Stores vectors of Blocks in the property embedding, and the states of their tokens in tokens.
// params: rows (list of {id, vector, tokens (bytes or null)})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (n:Block {id: row.id})
SET n.tokens = row.tokens
WITH n, row
CALL db.create.setNodeVectorProperty(n, 'embedding', row.vector)
