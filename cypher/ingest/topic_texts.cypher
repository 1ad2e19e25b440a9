// Reads what the communities of a site say, and which ones lie in those above the lowest level.
// params: site
// returns: id, title, summary, sources, children (ids)
// plan: NodeIndexSeek on Topic(site), expand CONTAINS of those above
CYPHER replan=skip
MATCH (t:Topic {site: $site})
USING INDEX t:Topic(site)
WHERE t.kind = 'community'
CALL (t) {
  MATCH (t)-[:CONTAINS]->(m:Topic)
  WHERE t.level > 1
  RETURN collect(m.id) AS children
}
RETURN t.id AS id, t.title AS title, t.summary AS summary, t.sources AS sources, children
ORDER BY id
