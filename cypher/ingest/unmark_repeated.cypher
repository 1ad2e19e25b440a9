// Gives blocks back what they were before they were marked as repeated; their vectors come with the next sweep.
// params: rows (list of {id, main}: main as the page gave it)
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id)
UNWIND $rows AS row
MATCH (b:Block {id: row.id})
SET b.main = row.main
REMOVE b.repeated, b.own_main
