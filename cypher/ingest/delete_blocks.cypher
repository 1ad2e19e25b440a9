// Removes blocks with every edge at them; their relations have been dropped before.
// params: blocks (list of block ids)
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id)
CYPHER replan=skip
UNWIND $blocks AS id
MATCH (b:Block {id: id})
DETACH DELETE b
