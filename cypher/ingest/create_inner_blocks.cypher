// Makes blocks below blocks that are there, one level of the trees at a time.
// params: rows (list of {parent, blocks: list of {order, properties}})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), once a parent
CYPHER replan=skip
UNWIND $rows AS row
MATCH (a:Block {id: row.parent})
UNWIND row.blocks AS block
CREATE (a)-[:CONTAINS {order: block.order}]->(b:Block)
SET b = block.properties
