// Makes new relations from entities to nodes of label Topic.
// params: rows (list of {head, tail, words, properties}, sorted)
// returns: written: fewer than rows when an end is missing
// plan: NodeUniqueIndexSeek on Entity(id) and Topic(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (h:Entity {id: row.head})
MATCH (t:Topic {id: row.tail})
CREATE (h)-[r:RELATES]->(t)
SET r = row.properties
SET r.text = h.name + ' ' + row.words + ' ' + t.title
RETURN count(r) AS written
