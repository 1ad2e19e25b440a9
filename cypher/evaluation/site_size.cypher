// How large a site is, as sizes of sites are published.
// params: site
// returns: pages, blocks, entities, relations, topics
// plan: index seeks by site
RETURN COUNT { MATCH (p:Page {site: $site}) WHERE p.status = 'ok' } AS pages,
       COUNT { MATCH (b:Block {site: $site}) } AS blocks,
       COUNT { MATCH (e:Entity {site: $site}) } AS entities,
       COUNT { MATCH (e:Entity {site: $site})-[:RELATES]->(:Entity) } AS relations,
       COUNT { MATCH (t:Topic {site: $site}) } AS topics
