// Reads which leaf blocks mention which entities.
// params: site
// returns: entity, blocks (ids)
// plan: NodeIndexSeek on Entity(site), expand MENTIONS backwards
CYPHER replan=skip
MATCH (e:Entity {site: $site})<-[:MENTIONS]-(b:Block)
USING INDEX e:Entity(site)
WHERE e.type <> 'value' AND b.leaf
RETURN e.id AS entity, collect(DISTINCT b.id) AS blocks
