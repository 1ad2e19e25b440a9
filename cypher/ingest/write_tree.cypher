// Hangs blocks under their parent blocks.
// params: rows (list of {parent, block, order})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), twice
CYPHER replan=skip
UNWIND $rows AS row
MATCH (a:Block {id: row.parent})
MATCH (b:Block {id: row.block})
CREATE (a)-[:CONTAINS {order: row.order}]->(b)
