// Takes out of the lowest communities what they are no longer made of: blocks that lost their vector or their weight.
// params: site
// returns: dropped
// plan: NodeIndexSeek on Topic(site), expand CONTAINS
MATCH (t:Topic {site: $site})-[c:CONTAINS]->(m)
WHERE t.kind = 'community' AND t.level = 1 AND (m.embedding IS NULL OR m:Block AND NOT (m.leaf AND m.main >= 0.4))
DELETE c
RETURN count(*) AS dropped
