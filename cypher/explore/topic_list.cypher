// The topics of a site with their summaries and what they hold.
// params: site, limit
// returns: id, kind, level, title, summary, topics, blocks, entities, about
// plan: index scan of Topic(site), degrees
MATCH (t:Topic {site: $site})
RETURN t.id AS id, t.kind AS kind, t.level AS level, t.title AS title, t.summary AS summary,
       COUNT { (t)-[:CONTAINS]->(:Topic) } AS topics, COUNT { (t)-[:CONTAINS]->(:Block) } AS blocks,
       COUNT { (t)-[:CONTAINS]->(:Entity) } AS entities, COUNT { (:Entity)-[:RELATES {type: 'about'}]->(t) } AS about
ORDER BY level DESC, blocks + about DESC, id
LIMIT $limit
