// The nodes of a drawing, to paste into Neo4j Browser, which draws the edges between them by itself.
// params: site, urls, ids
// returns: n
// plan: unique lookups
MATCH (n:Page) WHERE n.site = $site AND n.url IN $urls RETURN n
UNION
MATCH (n:Block) WHERE n.id IN $ids RETURN n
UNION
MATCH (n:Entity) WHERE n.id IN $ids RETURN n
UNION
MATCH (n:Topic) WHERE n.id IN $ids RETURN n
