// Gives keyword topics another title and their facts another text; vectors made of the old ones go.
// params: rows (list of {id, title})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), expand RELATES backwards
UNWIND $rows AS row
MATCH (t:Topic {id: row.id})
SET t.title = row.title
REMOVE t.embedding
WITH t
MATCH (h:Entity)-[r:RELATES]->(t)
SET r.text = h.name + ' ' + replace(r.type, '_', ' ') + ' ' + t.title
REMOVE r.embedding
