// Makes new relations from entities to nodes of label Entity.
// params: rows (list of {head, tail, words, properties}, sorted)
// returns: written: fewer than rows when an end is missing
// plan: NodeUniqueIndexSeek on Entity(id) and Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (h:Entity {id: row.head})
MATCH (t:Entity {id: row.tail})
CREATE (h)-[r:RELATES]->(t)
SET r = row.properties
SET r.text = h.name + ' ' + row.words + ' ' + t.name
RETURN count(r) AS written
