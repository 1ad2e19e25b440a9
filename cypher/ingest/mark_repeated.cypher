// Marks blocks whose text belongs to the site and not to a page: they count as no content and have no vector.
// params: rows (list of {id, main}: main as the page gave it)
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id)
UNWIND $rows AS row
MATCH (b:Block {id: row.id})
SET b.repeated = true, b.own_main = row.main, b.main = 0.0
REMOVE b.embedding, b.embedding_2, b.tokens
