// Nodes one edge away from a node, with the edges; the strongest first, never more than the limit.
// params: kind, site, key, kinds (list of page, block, entity, topic), edges (list of types), limit
// returns: from_key, edge, edge_type, outgoing, weight, kind, site, key, url, name, detail, degree
// plan: one unique lookup, one capped expansion
CALL () {
  MATCH (n:Page {site: $site, url: $key}) WHERE $kind = 'page' RETURN n
  UNION
  MATCH (n:Block {id: $key}) WHERE $kind = 'block' RETURN n
  UNION
  MATCH (n:Entity {id: $key}) WHERE $kind = 'entity' RETURN n
  UNION
  MATCH (n:Topic {id: $key}) WHERE $kind = 'topic' RETURN n
}
MATCH (n)-[r:HYPERLINK|CONTAINS|MENTIONS|RELATES]-(m)
WHERE type(r) IN $edges AND toLower(head(labels(m))) IN $kinds AND m.site = n.site
WITH n, r, m, coalesce(r.weight, r.count, 1) AS weight
ORDER BY (CASE WHEN r.region = 'chrome' THEN 1 ELSE 0 END), weight DESC, coalesce(r.order, 0), coalesce(m.id, m.url)
LIMIT $limit
RETURN coalesce(n.id, n.url) AS from_key, type(r) AS edge, coalesce(r.type, r.anchor_text, r.surface, '') AS edge_type,
       startNode(r) = n AS outgoing, weight, toLower(head(labels(m))) AS kind, m.site AS site,
       coalesce(m.id, m.url) AS key, m.url AS url,
       coalesce(m.name, m.title, left(m.text, 120), m.url) AS name, coalesce(m.type, m.kind, m.lang, '') AS detail,
       COUNT { (m)--() } AS degree
