// Gives keyword topics the names of the entities they stand for.
// params: rows (list of {topic, title})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id)
UNWIND $rows AS row
MATCH (t:Topic {id: row.topic})
WHERE t.title <> row.title
SET t.title = row.title
REMOVE t.embedding
