// Writes the names of entities; a vector made of other names goes, and is made anew by the next sweep.
// params: rows (list of {id, properties, renamed})
// returns: nothing
// plan: NodeUniqueIndexSeek on Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
SET e += row.properties
FOREACH (ignored IN CASE WHEN row.renamed THEN [1] ELSE [] END | REMOVE e.embedding, e.embedding_2)
