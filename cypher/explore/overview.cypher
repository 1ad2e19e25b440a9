// How many nodes of each kind every site has.
// params: none
// returns: site, pages, blocks, entities, topics
// plan: index scans by site, counts only
MATCH (n:Page)
WITH DISTINCT n.site AS site
RETURN site,
       COUNT { MATCH (p:Page {site: site}) } AS pages,
       COUNT { MATCH (b:Block {site: site}) } AS blocks,
       COUNT { MATCH (e:Entity {site: site}) } AS entities,
       COUNT { MATCH (t:Topic {site: site}) } AS topics
ORDER BY site
