// Mode B: pages for each sub-question, their neighbours over hyperlinks, and the blocks of all those pages, scored.
// params: ask {site, languages, subs [{number, text, codes, terms, page_probes, block_probes}], page_k, k, text_k,
//   pages (start pages a sub-question), hops, degree, span (pages kept a sub-question), quota (blocks a sub-question)}
// returns: rows [{group (number of the sub-question), id, url, score, dense (cosine), lexical, page (fit of the page), path}]
// plan: index look-ups a sub-question, hyperlinks with region, anchor-text and hub damping, blocks by the index on Block(site, url)
UNWIND $ask.subs AS sub
CALL (sub) {
  CALL (sub) {
    UNWIND sub.page_probes AS probe
    CALL (probe) {
      CALL db.index.vector.queryNodes(probe.index, $ask.page_k, probe.vector) YIELD node, score
      WHERE node.site = $ask.site AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
      WITH node.url AS url LIMIT $ask.pages * 4
      RETURN collect(DISTINCT url) AS urls
    }
    RETURN urls
    UNION ALL
    CALL db.index.fulltext.queryNodes('page_text', sub.text, {limit: $ask.text_k}) YIELD node
    WHERE node.site = $ask.site AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    WITH node.url AS url LIMIT $ask.pages * 4
    RETURN collect(DISTINCT url) AS urls
    UNION ALL
    CALL db.index.fulltext.queryNodes('block_text', sub.text, {limit: $ask.text_k}) YIELD node
    WHERE node.site = $ask.site AND node.leaf AND node.repeated IS NULL AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    WITH node.url AS url LIMIT $ask.pages * 4
    RETURN collect(DISTINCT url) AS urls
    UNION ALL
    CALL db.index.fulltext.queryNodes('block_codes', sub.codes, {limit: $ask.text_k}) YIELD node
    WHERE node.site = $ask.site AND node.leaf AND node.repeated IS NULL AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    WITH node.url AS url LIMIT $ask.pages * 2
    RETURN collect(DISTINCT url) AS urls
    UNION ALL
    UNWIND sub.block_probes AS probe
    CALL (probe) {
      CALL db.index.vector.queryNodes(probe.index, $ask.k, probe.vector) YIELD node, score
      WHERE node.site = $ask.site AND node.leaf AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
      WITH node.url AS url LIMIT $ask.pages * 4
      RETURN collect(DISTINCT url) AS urls
    }
    RETURN urls
  }
  UNWIND range(0, size(urls) - 1) AS place
  WITH urls[place] AS url, sum(30.0 / (60 + place)) AS fit
  ORDER BY fit DESC, url LIMIT $ask.pages
  MATCH (start:Page {site: $ask.site, url: url})
  CALL (start, fit, sub) {
    RETURN start AS page, fit AS pull, [] AS path
    UNION ALL
    WITH start, fit, sub WHERE $ask.hops > 0
    MATCH (start)-[h:HYPERLINK]->(near:Page {site: $ask.site})
    WHERE near.status = 'ok' AND (size($ask.languages) = 0 OR near.lang IN $ask.languages)
    WITH start, fit, h, near, size([term IN sub.terms WHERE toLower(h.anchor_text) CONTAINS term]) AS named
    WITH start, h, near, fit * CASE h.region WHEN 'main' THEN 1.0 ELSE 0.3 END
      * CASE WHEN named > 0 THEN 0.9 ELSE 0.5 END / log10(10 + COUNT { (near)<-[:HYPERLINK]-() }) AS pull
    ORDER BY pull DESC, near.url LIMIT $ask.degree
    RETURN near AS page, pull,
      [{source: start.url, edge: h.anchor_text, target: near.url, source_kind: 'page', target_kind: 'page'}] AS path
    UNION ALL
    WITH start, fit, sub WHERE $ask.hops > 1
    MATCH (start)-[h1:HYPERLINK {region: 'main'}]->(middle:Page {site: $ask.site})
    WHERE middle.status = 'ok'
    WITH start, fit, sub, h1, middle,
      size([term IN sub.terms WHERE toLower(h1.anchor_text) CONTAINS term]) AS named
    ORDER BY named DESC, middle.url LIMIT 5
    MATCH (middle)-[h2:HYPERLINK {region: 'main'}]->(near:Page {site: $ask.site})
    WHERE near.status = 'ok' AND near <> start AND (size($ask.languages) = 0 OR near.lang IN $ask.languages)
    WITH start, h1, middle, h2, near, fit * 0.4 / log10(10 + COUNT { (near)<-[:HYPERLINK]-() })
      * CASE WHEN any(term IN sub.terms WHERE toLower(h2.anchor_text) CONTAINS term) THEN 0.9 ELSE 0.5 END AS pull
    ORDER BY pull DESC, near.url LIMIT $ask.degree
    RETURN near AS page, pull,
      [{source: start.url, edge: h1.anchor_text, target: middle.url, source_kind: 'page', target_kind: 'page'},
       {source: middle.url, edge: h2.anchor_text, target: near.url, source_kind: 'page', target_kind: 'page'}] AS path
  }
  WITH page, pull, path ORDER BY pull DESC, size(path), page.url
  WITH page, max(pull) AS pull, head(collect(path)) AS path
  ORDER BY pull DESC, page.url LIMIT $ask.span
  WITH collect({page: page, pull: pull, path: path}) AS kept, collect(page.url) AS urls
  CALL (kept, urls, sub) {
    UNWIND kept AS one
    WITH one.page AS page, one.pull AS pull, one.path AS path
    MATCH (b:Block {site: $ask.site, url: page.url})
    WHERE b.leaf
    UNWIND sub.block_probes AS probe
    WITH b, pull, path, max(CASE WHEN b[probe.property] IS NULL THEN 0.0
      ELSE 2 * vector.similarity.cosine(b[probe.property], probe.vector) - 1 END) AS dense
    ORDER BY dense + 0.2 * pull DESC, b.id LIMIT $ask.quota * 3
    RETURN b, dense, pull, path, 0.0 AS lexical
    UNION ALL
    CALL db.index.fulltext.queryNodes('block_text', sub.text, {limit: 500}) YIELD node, score
    WHERE node.site = $ask.site AND node.leaf AND node.repeated IS NULL AND node.url IN urls
    WITH node AS b, score AS lexical LIMIT $ask.quota * 2
    WITH b, lexical, head([one IN kept WHERE one.page.url = b.url]) AS one
    UNWIND sub.block_probes AS probe
    WITH b, lexical, one, max(CASE WHEN b[probe.property] IS NULL THEN 0.0
      ELSE 2 * vector.similarity.cosine(b[probe.property], probe.vector) - 1 END) AS dense
    RETURN b, dense, one.pull AS pull, one.path AS path, lexical
  }
  WITH b, max(dense) AS dense, max(pull) AS pull, head(collect(path)) AS path, max(lexical) AS lexical
  WITH b, dense, pull, path, lexical, dense + 0.2 * pull + 0.4 * lexical / (lexical + 8) AS score
  ORDER BY score DESC, b.id LIMIT $ask.quota
  RETURN b, dense, pull, path, lexical, score
}
WITH sub.number AS group, b, score, dense, lexical, pull, path
ORDER BY group, score DESC, b.id
RETURN collect({group: group, id: b.id, url: b.url, score: score, dense: dense, lexical: lexical, page: pull, path: path})
  AS rows
