// Pages that a question names by their title, and the pages they link to where the words around the link are asked for.
// params: ask {site, languages, titles (Lucene query), asked (the question, folded, punctuation as spaces, a space at
//   both ends), singles (words of one-word titles that may be meant), marks (punctuation), terms (first letters of
//   content words), probes, text_k, pages, degree, quota, before, after (characters around an anchor), limit}
// returns: rows [{id, url, score, dense (cosine), lift (log-odds that the name or the link adds to a block), path, told ({text,
//   lift (of the whole page)} of a named page's block, else null)}]
// plan: one full-text query over titles; for the few pages named their hyperlinks, with region and hub damping
CALL () {
  CALL db.index.fulltext.queryNodes('page_text', $ask.titles, {limit: $ask.text_k}) YIELD node
  WHERE node.site = $ask.site AND node.status = 'ok' AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
  UNWIND [split(node.title, ' | ')[0], split(split(node.title, ' | ')[0], ' (')[0]] AS title
  WITH node, trim(reduce(plain = toLower(title), mark IN $ask.marks | replace(plain, mark, ' '))) AS title
  WITH node, reduce(plain = title, twice IN [1, 2, 3] | replace(plain, '  ', ' ')) AS title
  WITH node, title, size(split(title, ' ')) AS words
  WHERE $ask.asked CONTAINS ' ' + title + ' ' AND (words > 1 OR title IN $ask.singles)
  WITH node, max(size(title)) AS size, max(CASE WHEN words > 1 THEN 1.0 ELSE 0.6 END) AS named
  WITH node, size, named / log10(10 + COUNT { (node)<-[:HYPERLINK]-() }) AS named
  ORDER BY size * named DESC, node.url LIMIT $ask.pages
  RETURN node AS start, named
}
CALL (start, named) {
  RETURN start AS page, 3.0 * named AS lift, [] AS path
  UNION ALL
  WITH start, named
  MATCH (start)-[h:HYPERLINK]->(near:Page {site: $ask.site})
  WHERE h.region = 'main' AND near.status = 'ok' AND near <> start AND size(h.anchor_text) > 2
    AND (size($ask.languages) = 0 OR near.lang IN $ask.languages)
  WITH start, named, h, near LIMIT 150
  CALL (start, h) {
    MATCH (b:Block {site: $ask.site, url: start.url})
    WHERE b.leaf AND b.text CONTAINS h.anchor_text
    WITH b, size(split(b.text, h.anchor_text)[0]) AS place ORDER BY b.order LIMIT 1
    RETURN toLower(substring(b.text, CASE WHEN place > $ask.before THEN place - $ask.before ELSE 0 END,
      CASE WHEN place > $ask.before THEN $ask.before ELSE place END + size(h.anchor_text) + $ask.after)) AS around
  }
  WITH start, named, h, near, size([term IN $ask.terms WHERE around STARTS WITH term OR around CONTAINS ' ' + term])
    / toFloat(CASE size($ask.terms) WHEN 0 THEN 1 ELSE size($ask.terms) END) AS told
  WITH start, h, near, named * (2.0 + 4.0 * told) / log10(10 + COUNT { (near)<-[:HYPERLINK]-() }) AS lift
  ORDER BY lift DESC, near.url LIMIT $ask.degree
  RETURN near AS page, lift,
    [{source: start.url, edge: h.anchor_text, target: near.url, source_kind: 'page', target_kind: 'page'}] AS path
}
WITH page, lift, path ORDER BY lift DESC, size(path)
WITH page, max(lift) AS lift, head(collect(path)) AS path
CALL (page, lift, path) {
  MATCH (b:Block {site: $ask.site, url: page.url})
  WHERE b.leaf AND b.repeated IS NULL
  WITH collect(b) AS blocks
  UNWIND blocks AS b
  UNWIND $ask.probes AS probe
  WITH b, size(blocks) AS many, max(CASE WHEN b[probe.property] IS NULL THEN 0.0
    ELSE 2 * vector.similarity.cosine(b[probe.property], probe.vector) - 1 END) AS dense
  ORDER BY dense DESC, b.id LIMIT $ask.quota
  RETURN b, dense, lift - 0.7 * log(many) AS left
}
WITH b, dense, CASE WHEN left > 0 THEN left ELSE 0.0 END AS lift, lift AS whole, path
WITH b, dense + lift / 5 AS score, dense, lift, whole, path
ORDER BY score DESC, b.id LIMIT $ask.limit
RETURN collect({id: b.id, url: b.url, score: score, dense: dense, lift: lift, path: path,
  told: CASE WHEN size(path) = 0 THEN {text: left(b.text, $ask.longest), lift: whole} ELSE null END}) AS rows
