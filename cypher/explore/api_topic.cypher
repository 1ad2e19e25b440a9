// One topic with what it holds and what holds it.
// params: id, limit
// returns: topic (map), parents, members, entities
// plan: unique lookup of Topic.id; degree-capped expansions
MATCH (t:Topic {id: $id})
CALL (t) {
  MATCH (p:Topic)-[:CONTAINS]->(t)
  RETURN collect({id: p.id, title: p.title, level: p.level}) AS parents
}
CALL (t) {
  MATCH (t)-[:CONTAINS]->(m)
  WITH m LIMIT $limit
  RETURN collect({id: m.id, kind: toLower(head(labels(m))), name: coalesce(m.title, m.name, left(m.text, 160)),
                  url: m.url, level: m.level}) AS members
}
CALL (t) {
  MATCH (e:Entity)-[:RELATES {type: 'about'}]->(t)
  WITH e LIMIT $limit
  RETURN collect({id: e.id, name: e.name, type: e.type}) AS entities
}
RETURN {id: t.id, site: t.site, kind: t.kind, level: t.level, title: t.title, summary: t.summary,
        sources: t.sources} AS topic, parents, members, entities
