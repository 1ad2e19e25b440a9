// Questions over several relations: from the named things over up to three steps to what is asked, with its attributes.
// params: ask {site, languages, lang (preferred), seeds, within, instead, steps [{edges ("← type" where the edge leads
//   to the known end), types}], attributes, degree, limit}; empty edges or types mean any; with instead, the walk begins
//   at what may stand in the place of a seed (a relation of the same group) for one of within
// returns: rows [{name, type, entity, aliases, hops [{source, edge, target, source_kind, target_kind, block}], value,
//   attribute, block (that states the value; '' without one), shown (block of the thing itself), url}]
// plan: unique index look-ups, then one typed expansion a step with a degree cap; sources by the key of their blocks
CALL () {
  UNWIND $ask.seeds AS seed
  MATCH (s:Entity {id: seed}) WHERE NOT $ask.instead
  RETURN s, [] AS taken
  UNION
  UNWIND $ask.seeds AS seed
  MATCH (s:Topic {id: seed}) WHERE NOT $ask.instead
  RETURN s, [] AS taken
  UNION
  UNWIND $ask.seeds AS seed
  MATCH (x:Entity {id: seed})<-[r1:RELATES]-(y:Entity)-[r2:RELATES]->(s:Entity)
  WHERE $ask.instead AND s <> x AND r1.type = r2.type AND r1.group <> '' AND r1.group = r2.group
    AND (size($ask.within) = 0 OR y.id IN $ask.within)
  RETURN s, [{r: r2, from: y, to: s, edge: r2.type}] AS taken
}
CALL (s, taken) {
  WITH s, taken WHERE size($ask.steps) = 0
  RETURN s AS e, taken AS hops
  UNION ALL
  WITH s, taken WHERE size($ask.steps) > 0
  MATCH (s)-[r:RELATES]-(a:Entity)
  WITH s, taken, r, a, CASE WHEN startNode(r) = s THEN r.type ELSE '← ' + r.type END AS edge
  WHERE a <> s AND a.type <> 'value' AND (size($ask.steps[0].edges) = 0 OR edge IN $ask.steps[0].edges)
    AND (size($ask.steps[0].types) = 0 OR a.type IN $ask.steps[0].types)
  WITH s, taken, a, head(collect({r: r, from: s, to: a, edge: edge})) AS hop
  ORDER BY a.id LIMIT $ask.degree
  CALL (s, taken, a, hop) {
    WITH taken, a, hop WHERE size($ask.steps) = 1
    RETURN a AS e, taken + [hop] AS hops
    UNION ALL
    WITH s, taken, a, hop WHERE size($ask.steps) > 1
    MATCH (a)-[r:RELATES]-(b:Entity)
    WITH s, taken, a, hop, r, b, CASE WHEN startNode(r) = a THEN r.type ELSE '← ' + r.type END AS edge
    WHERE b <> a AND b <> s AND b.type <> 'value' AND (size($ask.steps[1].edges) = 0 OR edge IN $ask.steps[1].edges)
      AND (size($ask.steps[1].types) = 0 OR b.type IN $ask.steps[1].types)
    WITH s, taken, a, hop, b, head(collect({r: r, from: a, to: b, edge: edge})) AS second
    ORDER BY b.id LIMIT $ask.degree
    CALL (s, taken, a, hop, b, second) {
      WITH taken, hop, b, second WHERE size($ask.steps) = 2
      RETURN b AS e, taken + [hop, second] AS hops
      UNION ALL
      WITH s, taken, a, hop, b, second WHERE size($ask.steps) > 2
      MATCH (b)-[r:RELATES]-(c:Entity)
      WITH s, taken, a, hop, b, second, r, c, CASE WHEN startNode(r) = b THEN r.type ELSE '← ' + r.type END AS edge
      WHERE c <> a AND c <> b AND c.type <> 'value'
        AND (size($ask.steps[2].edges) = 0 OR edge IN $ask.steps[2].edges)
        AND (size($ask.steps[2].types) = 0 OR c.type IN $ask.steps[2].types)
      WITH taken, hop, second, c, head(collect({r: r, from: b, to: c, edge: edge})) AS third
      ORDER BY c.id LIMIT $ask.degree
      RETURN c AS e, taken + [hop, second, third] AS hops
    }
    RETURN e, hops
  }
  RETURN e, hops
}
WITH e, head(collect(hops)) AS hops ORDER BY e.id LIMIT $ask.limit
CALL (e) {
  OPTIONAL MATCH (e)-[r:RELATES]->(v:Entity {type: 'value'})
  WHERE r.type IN $ask.attributes
  RETURN r, v ORDER BY r.type, v.id LIMIT 6
}
CALL (e, r, v) {
  UNWIND coalesce(r.sources, []) AS source
  MATCH (b:Block {id: source})
  RETURN b ORDER BY CASE WHEN toLower(b.text) CONTAINS toLower(v.name) THEN 0 ELSE 1 END, CASE WHEN b.lang = $ask.lang THEN 0 ELSE 1 END,
    CASE WHEN split(coalesce(e.anchor_url, ''), '#')[0] = b.url THEN 0 ELSE 1 END, b.main DESC, b.words, b.id LIMIT 1
  UNION ALL
  WITH e, r WHERE r IS NULL
  RETURN null AS b
}
CALL (e) {
  MATCH (b:Block)-[m:MENTIONS]->(e)
  WHERE b.leaf
  RETURN b AS own ORDER BY CASE WHEN e.anchor_url = b.url + '#' + coalesce(b.anchor, '') THEN 0
    WHEN toLower(last(b.heading_path)) STARTS WITH toLower(e.name) THEN 1
    WHEN split(coalesce(e.anchor_url, ''), '#')[0] = b.url THEN 2 ELSE 3 END,
    CASE WHEN b.lang = $ask.lang THEN 0 ELSE 1 END, m.start, b.id LIMIT 1
}
WITH e, r, v, b, own, hops ORDER BY e.id, r.type, v.name
RETURN collect({
  entity: e.id, name: e.name, type: e.type, aliases: e.aliases, value: v.name, attribute: r.type,
  block: coalesce(b.id, ''), shown: own.id, url: coalesce(b.url, own.url),
  hops: [hop IN hops | {source: coalesce(hop.from.name, hop.from.title), edge: hop.edge, target: hop.to.name,
    source_kind: coalesce(hop.from.type, 'topic'), target_kind: hop.to.type,
    block: head(COLLECT {
      MATCH (n:Block) WHERE n.id IN hop.r.sources
      RETURN n.id ORDER BY size([one IN [hop.from.name, hop.to.name] WHERE toLower(n.headings + n.text)
        CONTAINS toLower(one)]) DESC, CASE WHEN n.lang = $ask.lang THEN 0 ELSE 1 END, n.main DESC, n.words, n.id LIMIT 1
    })}]
}) AS rows
