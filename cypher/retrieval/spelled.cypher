// Words of a question that look like slips: whether the site has them, and the names on it that are spelt nearly so.
// params: ask {site, words [{word, near (Lucene fuzzy query)}], text_k, limit}
// returns: rows [{word, known (it stands in a block), names (of entities and pages, the best hits; none of a known word)}]
// plan: one full-text query a word, cut after its first hit of the site, and two fuzzy ones for a word that has none
UNWIND $ask.words AS asked
CALL (asked) {
  CALL db.index.fulltext.queryNodes('block_text', asked.word, {limit: $ask.text_k}) YIELD node
  WHERE node.site = $ask.site
  WITH node LIMIT 1
  RETURN count(node) > 0 AS known
}
WITH asked, known, CASE WHEN known THEN [] ELSE [asked] END AS unknown
CALL (unknown) {
  UNWIND unknown AS one
  CALL db.index.fulltext.queryNodes('entity_text', one.near, {limit: $ask.text_k}) YIELD node
  WHERE node.site = $ask.site AND node.type <> 'value'
  WITH node LIMIT $ask.limit
  RETURN collect(node.name) AS entities
}
CALL (unknown) {
  UNWIND unknown AS one
  CALL db.index.fulltext.queryNodes('page_text', one.near, {limit: $ask.text_k}) YIELD node
  WHERE node.site = $ask.site AND node.status = 'ok'
  WITH node LIMIT $ask.limit
  RETURN collect(node.title) AS titles
}
RETURN collect({word: asked.word, known: known, names: entities + titles}) AS rows
