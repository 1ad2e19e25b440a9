// Reads which people, as the pages gave them, some blocks name together.
// params: site, limit (blocks that name more are left out)
// returns: raws (ids)
// plan: NodeIndexSeek on Entity(site, type), expand MENTIONS backwards
MATCH (e:Entity {site: $site, type: 'person'})<-[m:MENTIONS]-(b:Block)
WHERE m.found_by IS NULL AND b.leaf
WITH b, collect(DISTINCT coalesce(m.raw, e.id)) AS raws
WHERE 1 < size(raws) <= $limit
RETURN raws
