// Hangs nodes of label Block under communities.
// params: rows (list of {topic, member, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id) and Block(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (t:Topic {id: row.topic})
MATCH (m:Block {id: row.member})
CREATE (t)-[c:CONTAINS]->(m)
SET c = row.properties
