// Reads the communities of a site with their members.
// params: site
// returns: id, properties, members (ids), mentions (noted of their entities, together)
// plan: NodeIndexSeek on Topic(site), expand CONTAINS
MATCH (t:Topic {site: $site})
USING INDEX t:Topic(site)
WHERE t.kind = 'community'
OPTIONAL MATCH (t)-[c:CONTAINS]->(m)
RETURN t.id AS id, t {.title, .summary, .sources, .centre, .size, .built, .founders} AS properties, collect(m.id) AS members,
       sum(c.mentions) AS mentions
