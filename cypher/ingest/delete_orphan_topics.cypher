// Removes keyword topics that no entity is about any more.
// params: ids
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id)
UNWIND $ids AS id
MATCH (t:Topic {id: id})
WHERE t.kind = 'keyword' AND NOT EXISTS { (t)<-[:RELATES]-(:Entity) }
OPTIONAL MATCH (t)-[c:CONTAINS]-()
DELETE c
WITH DISTINCT t
DELETE t
