// Removes mentions.
// params: rows (list of {block, entity, surface, start, raw})
// returns: nothing
// plan: NodeUniqueIndexSeek on Block(id), expand MENTIONS
UNWIND $rows AS row
MATCH (:Block {id: row.block})-[m:MENTIONS]->(e:Entity)
WHERE e.id = row.entity AND m.surface = row.surface AND m.start = row.start AND coalesce(m.raw, e.id) = row.raw
DELETE m
