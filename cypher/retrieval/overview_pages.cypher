// Mode G: the pages of a site that speak of what is asked, by page vector, best block and full text, with their best blocks.
// params: ask {site, languages, page_probes, block_probes (all; of these either index_probes or, where few blocks are
//   eligible, scan_probes), text, page_k, k (neighbours to ask the indexes for), text_k, pool (blocks kept of a leg),
//   pages, blocks (kept of a page), spread (standard deviation of cosines)}
// returns: rows [{id, url, score (of the page, less for its later blocks), page (the page's score), dense (cosine, or 0)}]
// plan: three index look-ups, sizes of a few pages and blocks of those that no look-up hit by the index on
//   Block(site, url). The best of n blocks is above the mean of all by about spread · √(2 ln n) whatever they say, so that
//   much is taken off: a page does not win by being long
CALL () {
  UNWIND $ask.page_probes AS probe
  CALL db.index.vector.queryNodes(probe.index, $ask.page_k, probe.vector) YIELD node, score
  WHERE node.site = $ask.site AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
  RETURN node.url AS url, null AS id, null AS near, 0.0 AS lexical
  UNION ALL
  UNWIND $ask.index_probes AS probe
  CALL (probe) {
    CALL db.index.vector.queryNodes(probe.index, $ask.k, probe.vector) YIELD node, score
    WHERE node.site = $ask.site AND node.leaf AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    RETURN node, 2 * score - 1 AS near ORDER BY score DESC, node.id LIMIT $ask.pool
  }
  RETURN node.url AS url, node.id AS id, near, 0.0 AS lexical
  UNION ALL
  UNWIND $ask.scan_probes AS probe
  CALL (probe) {
    MATCH (node:Block {site: $ask.site}) WHERE node.leaf
      AND (size($ask.languages) = 0 OR node.lang IN $ask.languages) AND node[probe.property] IS NOT NULL
    RETURN node, 2 * vector.similarity.cosine(node[probe.property], probe.vector) - 1 AS near
    ORDER BY near DESC, node.id LIMIT $ask.pool
  }
  RETURN node.url AS url, node.id AS id, near, 0.0 AS lexical
  UNION ALL
  CALL () {
    CALL db.index.fulltext.queryNodes('block_text', $ask.text, {limit: $ask.text_k}) YIELD node, score
    WHERE node.site = $ask.site AND node.leaf AND node.repeated IS NULL AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    WITH node, score LIMIT $ask.pool
    RETURN collect({url: node.url, id: node.id, score: score}) AS hits
  }
  UNWIND hits AS hit
  RETURN hit.url AS url, hit.id AS id, null AS near, hit.score / hits[0].score AS lexical
}
WITH url, id, max(near) AS near, max(lexical) AS lexical
ORDER BY coalesce(near, 0.0) DESC, lexical DESC, id
WITH url, max(near) AS near, max(lexical) AS lexical, [one IN collect({id: id, dense: near}) WHERE one.id IS NOT NULL] AS blocks
WITH collect({url: url, near: near, lexical: lexical, blocks: blocks}) AS found, min(near) AS least
UNWIND found AS one
MATCH (p:Page {site: $ask.site, url: one.url}) WHERE p.status = 'ok'
UNWIND $ask.page_probes AS probe
WITH p, one, least, max(CASE WHEN p[probe.property] IS NULL THEN 0.0
  ELSE 2 * vector.similarity.cosine(p[probe.property], probe.vector) - 1 END) AS whole
WITH p, one.blocks AS blocks, whole + coalesce(one.near, least, 0.0) + 0.2 * one.lexical AS bound
ORDER BY bound DESC, p.url LIMIT 3 * $ask.pages
WITH p, blocks,
  bound - $ask.spread * sqrt(2 * log(1 + COUNT { (b:Block {site: $ask.site, url: p.url}) WHERE b.leaf AND b.repeated IS NULL })) AS page
ORDER BY page DESC, p.url LIMIT $ask.pages
CALL (p, blocks) {
  UNWIND CASE WHEN size(blocks) = 0 THEN $ask.block_probes ELSE [] END AS probe
  MATCH (b:Block {site: $ask.site, url: p.url})
  WHERE b.leaf AND b.repeated IS NULL AND (size($ask.languages) = 0 OR b.lang IN $ask.languages)
  WITH b, max(CASE WHEN b[probe.property] IS NULL THEN 0.0
    ELSE 2 * vector.similarity.cosine(b[probe.property], probe.vector) - 1 END) AS dense
  ORDER BY dense DESC, b.id LIMIT $ask.blocks
  RETURN collect({id: b.id, dense: dense}) AS others
}
WITH p.url AS url, page, (blocks + others)[..$ask.blocks] AS best
UNWIND range(0, size(best) - 1) AS place
WITH url, page, best[place] AS one, page - 0.06 * place AS score
ORDER BY score DESC, one.id
RETURN collect({id: one.id, url: url, score: score, page: page, dense: coalesce(one.dense, 0.0)}) AS rows
