// Pages whose titles stand in the text of a page that a question names, where no hyperlink says so.
// params: ask {site, languages, titles (Lucene query), texts (list of {url, lift (of its page), text (folded, punctuation as
//   spaces, a space at both ends), singles (its words that may be a title alone)}), known (addresses found already), marks
//   (punctuation), terms (first letters of the question's content words), probes, text_k, degree, quota, before, after
//   (characters around a title), limit}
// returns: rows [{id, url, score, dense (cosine), lift (log-odds that the mention adds to a block), path}]
// plan: one full-text query over titles; each hit is looked for in a few short texts
CALL () {
  CALL db.index.fulltext.queryNodes('page_text', $ask.titles, {limit: $ask.text_k}) YIELD node
  WHERE node.site = $ask.site AND node.status = 'ok' AND (size($ask.languages) = 0 OR node.lang IN $ask.languages)
    AND NOT node.url IN $ask.known
  UNWIND [split(node.title, ' | ')[0], split(split(node.title, ' | ')[0], ' (')[0]] AS title
  WITH DISTINCT node, trim(reduce(plain = toLower(title), mark IN $ask.marks | replace(plain, mark, ' '))) AS title
  WITH node, reduce(plain = title, twice IN [1, 2, 3] | replace(plain, '  ', ' ')) AS title
  WHERE size(title) > 3
  UNWIND $ask.texts AS told
  WITH node, title, told, size(split(title, ' ')) AS words
  WHERE told.text CONTAINS ' ' + title + ' ' AND (words > 1 OR title IN told.singles)
  WITH node, title, told, size(split(told.text, ' ' + title + ' ')[0]) AS place
  WITH node, title, told, substring(told.text, CASE WHEN place > $ask.before THEN place - $ask.before ELSE 0 END,
    CASE WHEN place > $ask.before THEN $ask.before ELSE place END + size(title) + $ask.after) AS around
  WITH node, title, told, size([term IN $ask.terms WHERE around CONTAINS ' ' + term])
    / toFloat(CASE size($ask.terms) WHEN 0 THEN 1 ELSE size($ask.terms) END) AS near
  WITH node AS page, title, told.url AS source,
    told.lift / 3 * (2.0 + 4.0 * near) / log10(10 + COUNT { (node)<-[:HYPERLINK]-() }) AS lift
  ORDER BY lift DESC, size(title) DESC, page.url
  WITH page, head(collect({lift: lift, title: title, source: source})) AS best
  ORDER BY best.lift DESC, page.url LIMIT $ask.degree
  RETURN page, best.lift AS lift,
    [{source: best.source, edge: 'names', target: page.url, source_kind: 'page', target_kind: 'page'}] AS path
}
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
WITH b, dense, CASE WHEN left > 0 THEN left ELSE 0.0 END AS lift, path
WITH b, dense + lift / 5 AS score, dense, lift, path
ORDER BY score DESC, b.id LIMIT $ask.limit
RETURN collect({id: b.id, url: b.url, score: score, dense: dense, lift: lift, path: path}) AS rows
