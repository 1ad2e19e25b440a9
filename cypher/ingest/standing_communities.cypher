// Reads the communities of a site as they were settled last, and counts what came of their members since.
// params: site
// returns: id, level, title, summary, sources, centre, size (members then), members (now), changed (members that are not
//          what they were then), children (ids, above the lowest level), strays (members that lost vector or weight)
// plan: NodeIndexSeek on Topic(site), expand CONTAINS
CYPHER replan=skip
MATCH (t:Topic {site: $site})
USING INDEX t:Topic(site)
WHERE t.kind = 'community'
CALL (t) {
  OPTIONAL MATCH (t)-[c:CONTAINS]->(m)
  RETURN count(m) AS members, collect(CASE WHEN t.level > 1 THEN m.id END) AS children,
         count(CASE WHEN c.made_of <> coalesce(m.content_hash, m.name) THEN 1
                    WHEN c.mentions <> COUNT { (m)<-[:MENTIONS]-() } THEN 1 END) AS changed,
         count(CASE WHEN t.level = 1 AND (m.embedding IS NULL OR m:Block AND NOT (m.leaf AND m.main >= 0.4)) THEN m END)
           AS strays
}
RETURN t.id AS id, t.level AS level, t.title AS title, t.summary AS summary, t.sources AS sources, t.centre AS centre,
       t.size AS size, members, changed, children, strays
ORDER BY level, id
