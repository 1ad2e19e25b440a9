// Reads all mentions of some entities.
// params: ids
// returns: block, entity, surface, start, end, raw, names, anchor_url, found_by
// plan: NodeUniqueIndexSeek on Entity(id), expand MENTIONS backwards
UNWIND $ids AS id
MATCH (e:Entity {id: id})<-[m:MENTIONS]-(b:Block)
RETURN b.id AS block, e.id AS entity, m.surface AS surface, m.start AS start, m.end AS end,
       m.raw AS raw, m.names AS names, m.anchor_url AS anchor_url, m.found_by AS found_by
