// Mode C, first step: entities and topics that a question may name, by exact id, by full text and by vector.
// params: ask {site, ids (exact entity ids), text, phrases (folded), entity_probes, topic_probes, k, text_k, limit}
// returns: rows [{id, kind (entity | topic), name, type, aliases, anchor_url, lexical, near (cosine), degree}]
// plan: unique index look-ups, one full-text query, one vector query a probe and label; at most 3 × limit rows
CALL () {
  UNWIND $ask.ids AS id
  MATCH (e:Entity {id: id})
  RETURN e AS node, 0.0 AS lexical
  UNION ALL
  CALL db.index.fulltext.queryNodes('entity_text', $ask.text, {limit: $ask.text_k}) YIELD node, score
  WHERE node.site = $ask.site AND node.type <> 'value'
  RETURN node, score AS lexical LIMIT $ask.limit
  UNION ALL
  UNWIND $ask.entity_probes AS probe
  CALL db.index.vector.queryNodes(probe.index, $ask.k, probe.vector) YIELD node, score
  WHERE node.site = $ask.site AND node.type <> 'value'
  RETURN node, 0.0 AS lexical LIMIT $ask.limit
  UNION ALL
  UNWIND $ask.topic_probes AS probe
  CALL db.index.vector.queryNodes(probe.index, $ask.k, probe.vector) YIELD node, score
  WHERE node.site = $ask.site
  RETURN node, 0.0 AS lexical LIMIT $ask.limit
  UNION ALL
  MATCH (node:Topic {site: $ask.site, kind: 'keyword'})
  WHERE toLower(node.title) IN $ask.phrases
  RETURN node, 0.0 AS lexical LIMIT $ask.limit
}
WITH node, max(lexical) AS lexical, head($ask.entity_probes) AS probe
WITH node, lexical, CASE WHEN probe IS NULL OR node[probe.property] IS NULL THEN 0.0
  ELSE 2 * vector.similarity.cosine(node[probe.property], probe.vector) - 1 END AS near
ORDER BY lexical DESC, near DESC, node.id
RETURN collect({
  id: node.id, kind: CASE WHEN node:Topic THEN 'topic' ELSE 'entity' END, name: coalesce(node.name, node.title),
  type: coalesce(node.type, node.kind), aliases: coalesce(node.aliases, []), anchor_url: node.anchor_url,
  lexical: lexical, near: near, degree: COUNT { (node)-[:RELATES]-() }
}) AS rows
