// Adds CONTAINS edges from Topic to Entity.
// params: rows (list of {source, target, properties})
// returns: written: fewer than rows when an end is missing
// plan: unique index seeks on both ends
UNWIND $rows AS row
MATCH (a:Topic {id: row.source})
MATCH (b:Entity {id: row.target})
CREATE (a)-[r:CONTAINS]->(b)
SET r = row.properties
RETURN count(r) AS written
