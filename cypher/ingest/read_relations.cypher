// Reads the relations that some blocks state. A block always mentions the head of what it states.
// params: blocks (list of block ids)
// returns: head, tail, type, group, entries (encoded sources of all blocks)
// plan: NodeUniqueIndexSeek on Block(id), expand MENTIONS, expand RELATES outwards once an entity
UNWIND $blocks AS id
MATCH (:Block {id: id})-[:MENTIONS]->(h:Entity)
WITH DISTINCT h
MATCH (h)-[r:RELATES]->(t)
WHERE any(source IN r.sources WHERE source IN $blocks)
RETURN h.id AS head, t.id AS tail, r.type AS type, r.group AS group, r.entries AS entries
