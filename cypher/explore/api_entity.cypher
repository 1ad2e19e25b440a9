// One entity with its facts, each with the blocks that state it, and the blocks that mention it.
// params: id, limit
// returns: entity (map), facts, mentions
// plan: unique lookup of Entity.id; degree-capped expansions
MATCH (e:Entity {id: $id})
CALL (e) {
  MATCH (e)-[r:RELATES]-(o)
  WHERE o:Entity OR o:Topic
  WITH e, r, o ORDER BY r.weight DESC, r.type LIMIT $limit
  RETURN collect({type: r.type, outgoing: startNode(r) = e, id: o.id, name: coalesce(o.name, o.title),
                  kind: CASE WHEN o:Topic THEN 'topic' ELSE o.type END, sources: r.sources, found_by: r.found_by})
    AS facts
}
CALL (e) {
  MATCH (b:Block)-[m:MENTIONS]->(e)
  WITH b, m ORDER BY b.main DESC, b.id LIMIT $limit
  RETURN collect({block_id: b.id, url: b.url, heading_path: b.heading_path, text: left(b.text, 400),
                  surface: m.surface}) AS mentions
}
RETURN {id: e.id, site: e.site, name: e.name, type: e.type, aliases: e.aliases, anchor_url: e.anchor_url} AS entity,
       facts, mentions
