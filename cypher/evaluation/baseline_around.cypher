// What the hybrid-cypher baseline gives for each chunk found: the chunk with its neighbours. Only what stands below the
// line of dashes goes to the library, which binds node and score itself; the lines above let Neo4j plan this file.
// params: id
// returns: id, url, text, score
// plan: from the chunk found to its neighbours
MATCH (node:BaselineChunk {id: $id})
WITH node, 1.0 AS score
// ----------
OPTIONAL MATCH (before:BaselineChunk)-[:NEXT_CHUNK]->(node)
OPTIONAL MATCH (node)-[:NEXT_CHUNK]->(after:BaselineChunk)
RETURN node.id AS id, node.url AS url, score,
       trim(coalesce(before.text, '') + ' ' + node.text + ' ' + coalesce(after.text, '')) AS text
