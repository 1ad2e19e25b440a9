// Reads the communities of a site with their members.
// params: site
// returns: id, properties, members (ids)
// plan: NodeIndexSeek on Topic(site), expand CONTAINS
CYPHER replan=skip
MATCH (t:Topic {site: $site})
USING INDEX t:Topic(site)
WHERE t.kind = 'community'
OPTIONAL MATCH (t)-[:CONTAINS]->(m)
RETURN t.id AS id, t {.title, .summary, .sources, .centre, .size} AS properties, collect(m.id) AS members
