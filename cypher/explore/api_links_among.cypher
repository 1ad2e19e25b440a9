// The edges among the nodes of a drawing; links that stand on every page are left out.
// params: site, urls (pages), blocks, entities, topics (ids), limit
// returns: edge, edge_type, from_key, to_key
// plan: unique lookups, then one expansion whose far ends must lie in the lists
CALL () {
  UNWIND $urls AS url
  MATCH (a:Page {site: $site, url: url})-[r:HYPERLINK]->(b:Page)
  WHERE b.site = $site AND b.url IN $urls AND coalesce(r.region, 'main') <> 'chrome'
  RETURN a, r, b
  UNION
  UNWIND $urls AS url
  MATCH (a:Page {site: $site, url: url})-[r:CONTAINS]->(b:Block)
  WHERE b.id IN $blocks
  RETURN a, r, b
  UNION
  UNWIND $blocks AS id
  MATCH (a:Block {id: id})-[r:CONTAINS|MENTIONS|RELATES]->(b:Block|Entity)
  WHERE b.id IN $blocks OR b.id IN $entities
  RETURN a, r, b
  UNION
  UNWIND $entities AS id
  MATCH (a:Entity {id: id})-[r:RELATES]->(b:Entity|Topic)
  WHERE b.id IN $entities OR b.id IN $topics
  RETURN a, r, b
  UNION
  UNWIND $topics AS id
  MATCH (a:Topic {id: id})-[r:CONTAINS]->(b:Topic|Block|Entity)
  WHERE b.id IN $topics OR b.id IN $blocks OR b.id IN $entities
  RETURN a, r, b
}
RETURN type(r) AS edge, coalesce(r.type, r.anchor_text, r.surface, '') AS edge_type,
       coalesce(a.id, a.url) AS from_key, coalesce(b.id, b.url) AS to_key
LIMIT $limit
