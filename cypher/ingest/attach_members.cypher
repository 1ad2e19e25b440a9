// Hangs new members under lowest communities, and notes how many members communities have.
// params: rows (list of {id, size, built (how many of these it was built with), blocks and entities: lists of {member,
//         properties}})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), Block(id) and Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (t:Topic {id: row.id})
SET t.size = row.size, t.built = row.built
WITH t, row
CALL (t, row) {
  UNWIND row.blocks AS new
  MATCH (m:Block {id: new.member})
  CREATE (t)-[c:CONTAINS]->(m)
  SET c = new.properties
}
CALL (t, row) {
  UNWIND row.entities AS new
  MATCH (m:Entity {id: new.member})
  CREATE (t)-[c:CONTAINS]->(m)
  SET c = new.properties
}
