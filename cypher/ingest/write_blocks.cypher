// Writes blocks: properties of all, vectors only where given.
// params: rows (list of {id, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), merge
CYPHER replan=skip
UNWIND $rows AS row
MERGE (b:Block {id: row.id})
SET b += row.properties
