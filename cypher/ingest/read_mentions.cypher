// Reads the mentions of some blocks.
// params: blocks (list of block ids)
// returns: block, entity, surface, start, end, raw, names, anchor_url, found_by
// plan: NodeUniqueIndexSeek on Block(id), expand MENTIONS
CYPHER replan=skip
UNWIND $blocks AS id
MATCH (b:Block {id: id})-[m:MENTIONS]->(e:Entity)
RETURN b.id AS block, e.id AS entity, m.surface AS surface, m.start AS start, m.end AS end,
       m.raw AS raw, m.names AS names, m.anchor_url AS anchor_url, m.found_by AS found_by
