// Adds RELATES edges from Entity to Entity.
// params: rows (list of {source, target, properties})
// returns: written: fewer than rows when an end is missing
// plan: unique index seeks on both ends
UNWIND $rows AS row
MATCH (a:Entity {id: row.source})
MATCH (b:Entity {id: row.target})
CREATE (a)-[r:RELATES]->(b)
SET r = row.properties
RETURN count(r) AS written
