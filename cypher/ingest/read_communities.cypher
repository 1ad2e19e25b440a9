// Reads the communities of a site with their members.
// params: site
// returns: id, level, title, summary, sources, members (ids)
// plan: NodeIndexSeek on Topic(site), expand CONTAINS
MATCH (t:Topic {site: $site, kind: 'community'})
OPTIONAL MATCH (t)-[:CONTAINS]->(m)
RETURN t.id AS id, t.level AS level, t.title AS title, t.summary AS summary, t.sources AS sources, collect(m.id) AS members
ORDER BY level, id
