// Edges among the pages and the entities of a drawing: hyperlinks and relations.
// params: site, urls, entities
// returns: edge, edge_type, from_key, to_key
// plan: unique lookups on both ends; only pairs inside the lists
CALL () {
  UNWIND $urls AS url
  MATCH (a:Page {site: $site, url: url})-[r:HYPERLINK]->(b:Page)
  WHERE b.url IN $urls AND b.site = $site
  RETURN 'HYPERLINK' AS edge, coalesce(r.anchor_text, '') AS edge_type, a.url AS from_key, b.url AS to_key
  UNION
  UNWIND $entities AS id
  MATCH (a:Entity {id: id})-[r:RELATES]->(b:Entity)
  WHERE b.id IN $entities
  RETURN 'RELATES' AS edge, r.type AS edge_type, a.id AS from_key, b.id AS to_key
}
RETURN DISTINCT edge, edge_type, from_key, to_key
LIMIT 500
