// Finds some Topics of a site that have no vector in embedding yet.
// params: site, limit
// returns: id, text
// plan: NodeIndexSeek on Topic(site)
CYPHER replan=skip
MATCH (n:Topic {site: $site})
USING INDEX n:Topic(site)
WHERE n.embedding IS NULL AND n.title <> ''
RETURN n.id AS id, n.title + '\n' + coalesce(n.summary, '') AS text
LIMIT $limit
