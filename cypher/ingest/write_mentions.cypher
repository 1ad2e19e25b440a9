// Adds mentions. The optional properties raw, names and anchor_url come as a map, absent where there is nothing to say.
// params: rows (list of {block, entity, properties}, sorted by entity)
// returns: written, the number of mentions made: fewer than rows means that an entity went meanwhile
// plan: NodeUniqueIndexSeek on Block(id) and Entity(id)
CYPHER replan=skip
UNWIND $rows AS row
MATCH (b:Block {id: row.block})
MATCH (e:Entity {id: row.entity})
CREATE (b)-[m:MENTIONS]->(e)
SET m = row.properties
RETURN count(m) AS written
