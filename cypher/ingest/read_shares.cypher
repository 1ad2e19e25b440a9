// Reads which blocks of a site are bound because they mention the same entities.
// params: site
// returns: one, other, shared
// plan: NodeIndexSeek on Block(site), expand RELATES
MATCH (a:Block {site: $site})-[r:RELATES {type: 'shares'}]->(b:Block)
RETURN a.id AS one, b.id AS other, r.shared AS shared
