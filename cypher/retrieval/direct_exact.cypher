// Mode A where few blocks are eligible: the same fusion over an exact scan, so that a filter never shortens a result.
// params: ask {site, languages, probes [{index, property, vector}], text, codes, text_k, pool, limit}
// returns: rows [{id, url, score (fused), dense (cosine), lexical (full-text score), code (1.0 when an exact code stands in
//   it)}]
// plan: index on Block(site), about 10 µs a block, + two full-text look-ups, at most `limit` rows
CALL () {
  UNWIND $ask.probes AS probe
  CALL (probe) {
    MATCH (b:Block {site: $ask.site}) WHERE b.leaf
      AND (size($ask.languages) = 0 OR b.lang IN $ask.languages) AND b[probe.property] IS NOT NULL
    WITH b, vector.similarity.cosine(b[probe.property], probe.vector) AS near
    ORDER BY near DESC, b.id LIMIT $ask.pool
    RETURN collect(b) AS hits
  }
  UNWIND range(0, size(hits) - 1) AS place
  RETURN hits[place] AS b, place, 'dense' AS leg, 0.0 AS lexical
  UNION ALL
  CALL () {
    CALL db.index.fulltext.queryNodes('block_text', $ask.text, {limit: $ask.text_k}) YIELD node, score
    WHERE node.site = $ask.site AND node.leaf AND node.repeated IS NULL AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    WITH node, score LIMIT $ask.pool
    RETURN collect({b: node, score: score}) AS hits
  }
  UNWIND range(0, size(hits) - 1) AS place
  RETURN hits[place].b AS b, place, 'text' AS leg, hits[place].score AS lexical
  UNION ALL
  CALL () {
    CALL db.index.fulltext.queryNodes('block_codes', $ask.codes, {limit: $ask.text_k}) YIELD node, score
    WHERE node.site = $ask.site AND node.leaf AND node.repeated IS NULL AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    WITH node, score LIMIT $ask.pool
    RETURN collect({b: node, score: score}) AS hits
  }
  UNWIND range(0, size(hits) - 1) AS place
  RETURN hits[place].b AS b, place, 'code' AS leg, hits[place].score AS lexical
}
WITH b, sum(1.0 / (60 + place)) AS score, max(lexical) AS lexical,
  max(CASE leg WHEN 'code' THEN 1.0 ELSE 0.0 END) AS code
ORDER BY score DESC, b.id LIMIT $ask.limit
UNWIND $ask.probes AS probe
WITH b, score, lexical, code, max(CASE WHEN b[probe.property] IS NULL THEN 0.0
  ELSE 2 * vector.similarity.cosine(b[probe.property], probe.vector) - 1 END) AS dense
ORDER BY score DESC, b.id
RETURN collect({id: b.id, url: b.url, score: score, dense: dense, lexical: lexical, code: code}) AS rows
