// Writes communities without their members; a vector made of another text goes.
// params: rows (list of {id, renamed, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), merge
CYPHER replan=skip
UNWIND $rows AS row
MERGE (t:Topic {id: row.id})
SET t += row.properties
FOREACH (ignored IN CASE WHEN row.renamed THEN [1] ELSE [] END | REMOVE t.embedding)
