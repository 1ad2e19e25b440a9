// Finds some Entitys of a site that have no vector in embedding yet.
// params: site, limit
// returns: id, text
// plan: NodeIndexSeek on Entity(site)
CYPHER replan=skip
MATCH (n:Entity {site: $site})
USING INDEX n:Entity(site)
WHERE n.embedding IS NULL AND n.type <> 'value'
RETURN n.id AS id, n.name + reduce(text = '', alias IN n.aliases | text + ', ' + alias) AS text
LIMIT $limit
