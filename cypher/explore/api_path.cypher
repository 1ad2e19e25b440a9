// A shortest path between two nodes of a site, over any edge in either direction, six hops at most.
// params: site, from_kind, from_key, to_kind, to_key
// returns: nodes (kind, site, key, url, name, detail), edges (edge, edge_type, from_key, to_key)
// plan: two unique lookups, one shortestPath
CALL () {
  MATCH (a:Page {site: $site, url: $from_key}) WHERE $from_kind = 'page' RETURN a
  UNION
  MATCH (a:Block {id: $from_key}) WHERE $from_kind = 'block' RETURN a
  UNION
  MATCH (a:Entity {id: $from_key}) WHERE $from_kind = 'entity' RETURN a
  UNION
  MATCH (a:Topic {id: $from_key}) WHERE $from_kind = 'topic' RETURN a
}
CALL () {
  MATCH (b:Page {site: $site, url: $to_key}) WHERE $to_kind = 'page' RETURN b
  UNION
  MATCH (b:Block {id: $to_key}) WHERE $to_kind = 'block' RETURN b
  UNION
  MATCH (b:Entity {id: $to_key}) WHERE $to_kind = 'entity' RETURN b
  UNION
  MATCH (b:Topic {id: $to_key}) WHERE $to_kind = 'topic' RETURN b
}
WITH a, b
WHERE a <> b
MATCH path = shortestPath((a)-[:HYPERLINK|CONTAINS|MENTIONS|RELATES*..6]-(b))
RETURN [n IN nodes(path) | {kind: toLower(head(labels(n))), site: n.site, key: coalesce(n.id, n.url), url: n.url,
                            name: coalesce(n.name, n.title, left(n.text, 120), n.url),
                            detail: coalesce(n.type, n.kind, n.lang, '')}] AS nodes,
       [r IN relationships(path) | {edge: type(r), edge_type: coalesce(r.type, r.anchor_text, r.surface, ''),
                                    from_key: coalesce(startNode(r).id, startNode(r).url),
                                    to_key: coalesce(endNode(r).id, endNode(r).url)}] AS edges
LIMIT 1
