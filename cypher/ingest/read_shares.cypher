// Reads which blocks of a site are bound because they mention the same entities.
// params: site
// returns: one, other, shared
// plan: NodeIndexSeek on Block(site), expand RELATES
CYPHER replan=skip
MATCH (a:Block {site: $site})-[r:RELATES {type: 'shares'}]->(b:Block)
USING INDEX a:Block(site)
RETURN a.id AS one, b.id AS other, r.shared AS shared
