// Counts what a site has in the graph; after a deletion every count is 0.
// params: site
// returns: pages, blocks, entities, topics, notes (bookkeeping), and the edges that touch each kind
// plan: index seeks by site; degrees
RETURN COUNT { MATCH (n:Page {site: $site}) } AS pages,
       COUNT { MATCH (n:Block {site: $site}) } AS blocks,
       COUNT { MATCH (n:Entity {site: $site}) } AS entities,
       COUNT { MATCH (n:Topic {site: $site}) } AS topics,
       COUNT {
         MATCH (n:Meta)
         WHERE (n.site = $site OR n.key ENDS WITH ':' + $site AND NOT n.key STARTS WITH 'vectors:')
           AND NOT n.key STARTS WITH 'imported:'
       } AS notes,
       COUNT { MATCH (n:Page {site: $site})-[r]-() } AS links,
       COUNT { MATCH (n:Block {site: $site})-[r]-() } AS block_edges,
       COUNT { MATCH (n:Entity {site: $site})-[r]-() } AS entity_edges,
       COUNT { MATCH (n:Topic {site: $site})-[r]-() } AS topic_edges
