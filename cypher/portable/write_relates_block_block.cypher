// Adds RELATES edges from Block to Block.
// params: rows (list of {source, target, properties})
// returns: written: fewer than rows when an end is missing
// plan: unique index seeks on both ends
UNWIND $rows AS row
MATCH (a:Block {id: row.source})
MATCH (b:Block {id: row.target})
CREATE (a)-[r:RELATES]->(b)
SET r = row.properties
RETURN count(r) AS written
