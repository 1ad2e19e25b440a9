// Joins the chunks of a baseline in the order of reading.
// params: rows [{before, after}]
// returns: nothing
// plan: two index seeks a row
UNWIND $rows AS row
MATCH (a:BaselineChunk {id: row.before})
MATCH (b:BaselineChunk {id: row.after})
CREATE (a)-[:NEXT_CHUNK]->(b)
