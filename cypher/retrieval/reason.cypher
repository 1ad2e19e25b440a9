// Mode C, second step: from entities and topics over relations (≤ 2 hops) to their blocks, ranked by eq. 1 of PolyUQuest.
// params: ask {site, languages, seeds [{id, weight}], topics [{id, weight}], relations (wanted types; "← type"
//   where the edge leads to the known end), types (wanted entity types), hops, degree, entities, mentions, enough, probes, kappa, penalty, limit}
// returns: rows [{id, url, score (with the same-page penalty), eq1, dense (cosine), overlap, brevity, graph (weight of the
//   path, more for the own block of what a wanted relation reaches), defines (how surely the block is the entity's own),
//   path [{source, edge, target, source_kind, target_kind}]}]
// plan: unique index look-ups, then expansions with a degree cap at each hop, mentions capped, cosine a block kept
CALL () {
  UNWIND $ask.seeds AS seed
  MATCH (e:Entity {id: seed.id})
  RETURN e, toFloat(seed.weight) AS weight, [] AS path
  UNION ALL
  UNWIND $ask.seeds AS seed
  MATCH (s:Entity {id: seed.id})
  CALL (s) {
    MATCH (b:Block)-[:MENTIONS]->(s)
    WHERE b.leaf AND toLower(last(b.heading_path)) STARTS WITH toLower(s.name)
    WITH b LIMIT 3
    MATCH (b)-[:MENTIONS]->(n:Entity)
    WHERE n <> s AND n.type = s.type
    RETURN DISTINCT n LIMIT $ask.degree
  }
  RETURN n AS e, seed.weight * 0.7 AS weight,
    [{source: s.name, edge: 'named with', target: n.name, source_kind: s.type, target_kind: n.type}] AS path
  UNION ALL
  UNWIND $ask.topics AS seed
  MATCH (t:Topic {id: seed.id})
  CALL (t) {
    MATCH (e:Entity)-[:RELATES {type: 'about'}]->(t) RETURN e, 'about' AS edge LIMIT $ask.degree
    UNION
    MATCH (t)-[:CONTAINS]->(e:Entity) RETURN e, 'contains' AS edge LIMIT $ask.degree
  }
  RETURN e, seed.weight * 0.8 AS weight,
    [{source: t.title, edge: edge, target: e.name, source_kind: 'topic', target_kind: e.type}] AS path
  UNION ALL
  UNWIND $ask.seeds AS seed
  MATCH (s:Entity {id: seed.id})
  CALL (s) {
    MATCH (s)-[r:RELATES]-(n:Entity)
    WHERE n.type <> 'value' AND n <> s
    WITH n, CASE WHEN startNode(r) = s THEN r.type ELSE '← ' + r.type END AS edge,
      CASE WHEN n.type IN $ask.types THEN 1.0 ELSE 0.85 END AS fit
    WITH n, edge, max(fit * CASE WHEN edge IN $ask.relations THEN 1.0 ELSE 0.55 END) AS strength
    ORDER BY strength DESC, n.id LIMIT $ask.degree
    RETURN n, edge, strength
  }
  WITH seed, s, n, edge, seed.weight * 0.9 * strength AS weight
  CALL (seed, s, n, edge, weight) {
    RETURN n AS e, weight AS reached,
      [{source: s.name, edge: edge, target: n.name, source_kind: s.type, target_kind: n.type}] AS path
    UNION ALL
    WITH seed, s, n, edge, weight
    WHERE $ask.hops > 1 AND (size($ask.relations) = 0 OR edge IN $ask.relations)
    MATCH (n)-[r:RELATES]-(m:Entity)
    WHERE m.type <> 'value' AND m <> s AND m <> n
    WITH s, n, m, edge, weight, CASE WHEN startNode(r) = n THEN r.type ELSE '← ' + r.type END AS second
    WITH s, n, m, edge, weight, second, CASE WHEN second IN $ask.relations THEN 0.8 ELSE 0.5 END AS strength
    ORDER BY strength DESC, m.id LIMIT $ask.degree
    RETURN m AS e, weight * strength AS reached,
      [{source: s.name, edge: edge, target: n.name, source_kind: s.type, target_kind: n.type},
       {source: n.name, edge: second, target: m.name, source_kind: n.type, target_kind: m.type}] AS path
  }
  RETURN e, reached AS weight, path
}
WITH e, weight, path ORDER BY weight DESC, size(path), e.id
WITH e, head(collect({weight: weight, path: path})) AS best
ORDER BY best.weight DESC, e.id LIMIT $ask.entities
CALL (e) {
  MATCH (b:Block)-[m:MENTIONS]->(e)
  WHERE b.leaf AND (size($ask.languages) = 0 OR b.lang IN $ask.languages)
  WITH b, m, toLower(last(b.heading_path)) AS heading, toLower(e.name) AS name
  WITH b, CASE
      WHEN heading STARTS WITH name AND substring(heading, size(name), 1) IN ['', '.', ':', ' ', ',', '：', '|'] THEN 1.0
      WHEN e.anchor_url = b.url + '#' + coalesce(b.anchor, '') THEN 0.8
      WHEN e.anchor_url = b.url THEN 0.5 ELSE 0.0 END AS defines, min(m.start) AS start
  ORDER BY defines DESC, start, b.id LIMIT $ask.mentions
  RETURN collect({b: b, defines: defines}) AS shown
}
UNWIND CASE size(best.path) WHEN 0 THEN shown ELSE shown[..3] END AS one
WITH one.b AS b, e, one.defines AS defines, best
WITH b, e, defines, best ORDER BY best.weight * (0.6 + 0.4 * defines) DESC, e.id
WITH b, count(DISTINCT e) AS overlap,
  head(collect({defines: defines, graph: best.weight * (0.6 + 0.4 * defines) + CASE WHEN defines > 0 AND size(best.path) = 1
    AND best.path[0].edge IN $ask.relations THEN 0.8 ELSE 0.0 END, path: best.path, name: e.name, type: e.type})) AS lead
WITH collect({b: b, overlap: overlap, defines: lead.defines, graph: lead.graph, path: lead.path +
  [{source: lead.name, edge: 'mentioned in', target: b.url, source_kind: lead.type, target_kind: 'block'}]}) AS found
CALL (found) {
  UNWIND found AS row
  RETURN row.b AS b, row.overlap AS overlap, row.defines AS defines, row.graph AS graph, row.path AS path
  UNION ALL
  WITH found WHERE size(found) < $ask.enough
  UNWIND found AS row
  WITH DISTINCT row.b.url AS url, collect(row)[0] AS row LIMIT 5
  MATCH (p:Page {site: $ask.site, url: url})
  CALL (p) {
    RETURN p AS page, 'contains' AS edge
    UNION ALL
    MATCH (p)-[h:HYPERLINK {region: 'main'}]->(page:Page {site: $ask.site})
    WHERE page.status = 'ok' RETURN page, 'links to' AS edge ORDER BY page.url LIMIT 5
  }
  MATCH (page)-[:CONTAINS*1..8]->(b:Block)
  WHERE b.leaf AND (size($ask.languages) = 0 OR b.lang IN $ask.languages)
  WITH row, url, page, edge, b LIMIT 400
  RETURN b, 0 AS overlap, 0.0 AS defines, row.graph * 0.3 AS graph,
    row.path + [{source: url, edge: edge, target: page.url, source_kind: 'page', target_kind: 'page'}] AS path
}
WITH b, overlap, defines, graph, path ORDER BY graph DESC
WITH b, max(overlap) AS overlap, max(graph) AS graph, head(collect({defines: defines, path: path})) AS led
WITH b, overlap, led.defines AS defines, graph, led.path AS path
UNWIND $ask.probes AS probe
WITH b, overlap, defines, graph, path, max(CASE WHEN b[probe.property] IS NULL THEN 0.0
  ELSE 2 * vector.similarity.cosine(b[probe.property], probe.vector) - 1 END) AS dense
WITH collect({b: b, overlap: overlap, defines: defines, graph: graph, path: path, dense: dense}) AS rows,
  max(b.words) AS longest
UNWIND rows AS row
WITH row, toFloat(CASE WHEN row.overlap < $ask.kappa THEN row.overlap ELSE $ask.kappa END) / $ask.kappa AS overlap,
  1 - toFloat(row.b.words) / CASE longest WHEN 0 THEN 1 ELSE longest END AS brevity
WITH row, overlap, brevity, row.dense + overlap + brevity AS eq1
ORDER BY eq1 + row.graph DESC, row.b.id
WITH row.b.url AS url, collect({row: row, overlap: overlap, brevity: brevity, eq1: eq1}) AS ranked
UNWIND range(0, size(ranked) - 1) AS place
WITH ranked[place] AS one, url, ranked[place].eq1 + ranked[place].row.graph - $ask.penalty * place AS score
ORDER BY score DESC, one.row.b.id LIMIT $ask.limit
RETURN collect({
  id: one.row.b.id, url: url, score: score, eq1: one.eq1, dense: one.row.dense, overlap: one.overlap,
  brevity: one.brevity, graph: one.row.graph, defines: one.row.defines, path: one.row.path
}) AS rows
