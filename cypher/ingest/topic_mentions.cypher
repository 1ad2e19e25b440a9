// Reads which leaf blocks mention which entities.
// params: site
// returns: block, entity
// plan: NodeIndexSeek on Entity(site), expand MENTIONS backwards
MATCH (e:Entity {site: $site})<-[:MENTIONS]-(b:Block)
WHERE e.type <> 'value' AND b.leaf
RETURN DISTINCT b.id AS block, e.id AS entity
