// The blocks behind an answer with their pages, sections and names, to paste into Neo4j Browser.
// params: ids (of blocks)
// returns: path
// plan: unique lookups of Block.id, then up to their pages and out to their entities
MATCH path = (:Page)-[:CONTAINS*1..12]->(b:Block)
WHERE b.id IN $ids
OPTIONAL MATCH named = (b)-[:MENTIONS]->(:Entity)
RETURN path, named
