// Removes entities that nothing supports: named things without a mention, values that no fact points at.
// A plain DELETE on purpose: it fails, and the transaction is tried again, where another writer has just used one.
// params: ids (locked before)
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id)
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE (e.type <> 'value' AND NOT EXISTS { (e)<-[:MENTIONS]-() })
   OR (e.type = 'value' AND NOT EXISTS { (e)<-[:RELATES]-() })
OPTIONAL MATCH (e)<-[c:CONTAINS]-(:Topic)
DELETE c
WITH DISTINCT e
DELETE e
