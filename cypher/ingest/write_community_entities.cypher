// Hangs nodes of label Entity under communities.
// params: rows (list of {topic, member, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id) and Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (t:Topic {id: row.topic})
MATCH (m:Entity {id: row.member})
CREATE (t)-[c:CONTAINS]->(m)
SET c = row.properties
