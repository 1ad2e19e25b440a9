// Reads all relations of some entities, in both directions.
// params: ids
// returns: head, tail, type, group, entries
// plan: NodeUniqueIndexSeek on Entity(id), expand RELATES
UNWIND $ids AS id
MATCH (:Entity {id: id})-[r:RELATES]-()
WITH DISTINCT r
WHERE r.entries IS NOT NULL
RETURN startNode(r).id AS head, endNode(r).id AS tail, r.type AS type, r.group AS group, r.entries AS entries
