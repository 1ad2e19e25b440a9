// Removes entities that nothing supports: named things that no page mentions, values that no fact points at.
// A plain DELETE on purpose: it fails, and the transaction is tried again, where another writer has just used one.
// params: ids (locked before)
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id)
UNWIND $ids AS id
MATCH (e:Entity {id: id})
WHERE (e.type <> 'value' AND NOT EXISTS { (e)<-[m:MENTIONS]-() WHERE m.found_by IS NULL })
   OR (e.type = 'value' AND NOT EXISTS { (e)<-[:RELATES]-() })
OPTIONAL MATCH (e)<-[c:CONTAINS]-(:Topic)
DELETE c
WITH DISTINCT e
OPTIONAL MATCH (e)<-[m:MENTIONS]-()
WHERE m.found_by IS NOT NULL
DELETE m
WITH DISTINCT e
DELETE e
