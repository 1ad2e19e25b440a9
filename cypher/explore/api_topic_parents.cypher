// Which topic of a site holds which other one.
// params: site
// returns: parent, child (ids)
// plan: NodeIndexSeek on Topic(site, kind), expand CONTAINS
MATCH (p:Topic {site: $site, kind: 'community'})-[:CONTAINS]->(c:Topic)
RETURN p.id AS parent, c.id AS child
ORDER BY parent, child
