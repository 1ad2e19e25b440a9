// Finds some relations of a site that have no vector yet; facts about values have none.
// params: site, limit
// returns: id (element id), text
// plan: NodeIndexSeek on Entity(site), expand RELATES outwards
MATCH (h:Entity {site: $site})-[r:RELATES]->(t)
WHERE r.embedding IS NULL AND (t:Topic OR t.type <> 'value')
RETURN elementId(r) AS id, r.text AS text
LIMIT $limit
