// Blocks bound together because they mention the same entities.
// params: site, limit
// returns: path
// plan: index scan of Block(site)
MATCH path = (a:Block {site: $site})-[r:RELATES {type: 'shares'}]->(:Block)
RETURN path
ORDER BY r.shared DESC
LIMIT $limit
