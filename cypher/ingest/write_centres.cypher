// Writes the centres of lowest communities, and whom they were built with; what is null stays.
// params: rows (list of {id, centre, founders})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (t:Topic {id: row.id})
SET t.centre = coalesce(row.centre, t.centre), t.founders = coalesce(row.founders, t.founders)
