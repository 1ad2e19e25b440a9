// Notes what blocks and entities of lowest communities are now.
// params: rows (list of {topic, member, properties})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), expand CONTAINS
CYPHER replan=skip
UNWIND $rows AS row
MATCH (:Topic {id: row.topic})-[c:CONTAINS]->(m)
WHERE m.id = row.member
SET c = row.properties
