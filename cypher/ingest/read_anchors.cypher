// Reads the pages that claim to be about some entities.
// params: ids
// returns: entity, anchors
// plan: NodeUniqueIndexSeek on Entity(id), expand MENTIONS backwards
UNWIND $ids AS id
MATCH (e:Entity {id: id})<-[m:MENTIONS]-()
WHERE m.anchor_url IS NOT NULL
RETURN e.id AS entity, collect(DISTINCT m.anchor_url) AS anchors
