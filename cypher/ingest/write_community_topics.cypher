// Hangs nodes of label Topic under communities.
// params: rows (list of {topic, member, order})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id) and Topic(id)
UNWIND $rows AS row
MATCH (t:Topic {id: row.topic})
MATCH (m:Topic {id: row.member})
CREATE (t)-[:CONTAINS {order: row.order}]->(m)
