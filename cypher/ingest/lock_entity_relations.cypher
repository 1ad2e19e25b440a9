// Finds or makes relations from entities to nodes of label Entity, locks them, and reads their sources.
// params: rows (list of {head, tail, type, group}, sorted)
// returns: relation (element id), head, tail, type, group, entries
// plan: NodeUniqueIndexSeek on Entity(id) and Entity(id), expand into
UNWIND $rows AS row
MATCH (h:Entity {id: row.head})
MATCH (t:Entity {id: row.tail})
MERGE (h)-[r:RELATES {type: row.type, group: row.group}]->(t)
SET r.touched = true
WITH r, h, t
RETURN elementId(r) AS relation, h.id AS head, t.id AS tail, r.type AS type, r.group AS group, r.entries AS entries,
       h.name AS head_name, coalesce(t.name, t.title) AS tail_name
