// Hangs communities under the communities above them.
// params: rows (list of {topic, member})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id) and Topic(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (t:Topic {id: row.topic})
MATCH (m:Topic {id: row.member})
CREATE (t)-[:CONTAINS]->(m)
