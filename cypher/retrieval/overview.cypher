// Mode G: dual-level retrieval of HyGRAG over topics of all levels, entities, relations and blocks.
// params: ask {site, languages, topic_probes, entity_probes, block_probes, relation_probes, k (per level), wide
//   (neighbours to ask the indexes for), limit}
// returns: rows [{id, url, score, dense (cosine), graph (weight of the topic or relation), path}]
// plan: one vector query a level and probe; topics down to their summary's blocks; relations by their stored vectors
CALL () {
  CALL () {
    UNWIND $ask.topic_probes AS probe
    CALL db.index.vector.queryNodes(probe.index, $ask.wide, probe.vector) YIELD node, score
    WHERE node.site = $ask.site
    WITH node, max(score) AS score ORDER BY score DESC, node.id LIMIT $ask.k
    RETURN collect({t: node, weight: 2 * score - 1}) AS topics
  }
  CALL () {
    UNWIND $ask.entity_probes AS probe
    CALL db.index.vector.queryNodes(probe.index, $ask.wide, probe.vector) YIELD node, score
    WHERE node.site = $ask.site AND node.type <> 'value'
    WITH node, max(score) AS score ORDER BY score DESC, node.id LIMIT $ask.k
    RETURN collect(node) AS near
  }
  RETURN topics, near, [one IN topics | one.t.id] AS ids
}
CALL (topics, near, ids) {
  UNWIND topics AS one
  WITH one.t AS t, one.weight AS weight
  CALL (t) {
    UNWIND t.sources AS source
    MATCH (b:Block {id: source})
    RETURN b, 'summary of' AS edge
    UNION
    MATCH (t)-[:CONTAINS]->(b:Block) WHERE b.leaf RETURN b, 'contains' AS edge ORDER BY b.main DESC, b.id LIMIT 12
    UNION
    MATCH (t)-[:CONTAINS]->(:Topic)-[:CONTAINS]->(b:Block) WHERE b.leaf
    RETURN b, 'contains' AS edge ORDER BY b.main DESC, b.id LIMIT 12
    UNION
    MATCH (b:Block)-[:MENTIONS]->(:Entity)-[:RELATES {type: 'about'}]->(t) WHERE b.leaf
    RETURN b, 'about' AS edge LIMIT 12
  }
  RETURN b, weight, [{source: t.title, edge: edge, target: b.url, source_kind: 'topic', target_kind: 'block'}] AS path
  UNION ALL
  UNWIND $ask.relation_probes AS probe
  CALL db.index.vector.queryRelationships(probe.index, $ask.wide * 2, probe.vector) YIELD relationship AS r, score
  WITH r, score, startNode(r) AS head, endNode(r) AS tail
  WHERE head.site = $ask.site AND (head IN near OR tail IN near
    OR EXISTS { MATCH (t:Topic)-[:CONTAINS]->(head) WHERE t.id IN ids }
    OR EXISTS { MATCH (t:Topic)-[:CONTAINS]->(tail) WHERE t.id IN ids })
  WITH r, score, head, tail ORDER BY score DESC LIMIT $ask.k
  UNWIND r.sources AS source
  MATCH (b:Block {id: source})
  RETURN b, 2 * score - 1 AS weight, [{source: head.name, edge: r.type, target: coalesce(tail.name, tail.title),
    source_kind: head.type, target_kind: coalesce(tail.type, 'topic')}] AS path LIMIT 40
  UNION ALL
  UNWIND $ask.block_probes AS probe
  CALL db.index.vector.queryNodes(probe.index, $ask.wide * 2, probe.vector) YIELD node AS b, score
  WHERE b.site = $ask.site AND b.leaf
  RETURN b, 0.0 AS weight, [] AS path LIMIT $ask.limit
}
WITH b, weight, path
WHERE size($ask.languages) = 0 OR b.lang IN $ask.languages
ORDER BY weight DESC
WITH b, max(weight) AS graph, head(collect(path)) AS path
UNWIND $ask.block_probes AS probe
WITH b, graph, path, max(CASE WHEN b[probe.property] IS NULL THEN 0.0
  ELSE 2 * vector.similarity.cosine(b[probe.property], probe.vector) - 1 END) AS dense
WITH b, graph, path, dense, dense + 0.5 * graph + 0.1 * coalesce(b.main, 0.0) AS score
ORDER BY score DESC, b.id
WITH b.url AS url, collect({b: b, graph: graph, path: path, dense: dense, score: score})[..6] AS ranked
UNWIND range(0, size(ranked) - 1) AS place
WITH ranked[place] AS one, url, ranked[place].score - 0.06 * place AS score
ORDER BY score DESC, one.b.id LIMIT $ask.limit
RETURN collect({id: one.b.id, url: url, score: score, dense: one.dense, graph: one.graph, path: one.path}) AS rows
