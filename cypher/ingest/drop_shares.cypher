// Unbinds blocks that no longer mention enough of the same entities.
// params: rows (list of {one, other})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), expand into
UNWIND $rows AS row
MATCH (:Block {id: row.one})-[r:RELATES {type: 'shares'}]->(:Block {id: row.other})
DELETE r
