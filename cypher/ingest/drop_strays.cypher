// Takes blocks out of lowest communities.
// params: rows (list of {topic, member})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id) and Block(id), expand CONTAINS
CYPHER replan=skip
UNWIND $rows AS row
MATCH (b:Block {id: row.member})
MATCH (:Topic {id: row.topic})-[c:CONTAINS]->(b)
DELETE c
