// Reads the communities of a site as they were settled last, and counts what came of their members since.
// params: site
// returns: id, level, title, summary, sources, centre, size (members then), members (now), changed (members that are not
//          what they were then), children (ids, above the lowest level)
// plan: NodeIndexSeek on Topic(site), expand CONTAINS
MATCH (t:Topic {site: $site})
WHERE t.kind = 'community'
CALL (t) {
  OPTIONAL MATCH (t)-[c:CONTAINS]->(m)
  RETURN count(m) AS members, collect(CASE WHEN t.level > 1 THEN m.id END) AS children,
         count(CASE WHEN c.made_of <> coalesce(m.content_hash, m.name) THEN 1
                    WHEN c.mentions <> COUNT { (m)<-[:MENTIONS]-() } THEN 1 END) AS changed
}
RETURN t.id AS id, t.level AS level, t.title AS title, t.summary AS summary, t.sources AS sources, t.centre AS centre,
       t.size AS size, members, changed, children
ORDER BY level, id
