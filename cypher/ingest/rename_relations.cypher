// Rewrites the text of the relations of renamed entities and drops the vectors that were made of the old text.
// params: ids
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id), expand RELATES
UNWIND $ids AS id
MATCH (e:Entity {id: id})-[r:RELATES]-()
WITH DISTINCT r, startNode(r) AS h, endNode(r) AS t
WITH r, h.name + ' ' + replace(r.type, '_', ' ') + ' ' + coalesce(t.name, t.title) AS text
WHERE r.text <> text
SET r.text = text
REMOVE r.embedding
