// Finds some Pages of a site that have no vector in embedding_2 yet.
// params: site, limit
// returns: id, text
// plan: NodeIndexSeek on Page(site)
CYPHER replan=skip
MATCH (n:Page {site: $site})
USING INDEX n:Page(site)
WHERE n.embedding_2 IS NULL AND n.content_hash IS NOT NULL
RETURN n.url AS id, coalesce(n.searchable, n.title, n.url) AS text
LIMIT $limit
