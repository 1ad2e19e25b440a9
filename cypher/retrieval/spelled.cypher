// Words of a question that look like slips: whether the site has them, and the names on it that are spelt nearly so.
// params: ask {site, words [{word, near (Lucene fuzzy query), others [words that it may be a slip of]}], text_k, limit}
// returns: rows [{word, known (it stands in a block), names (of entities and pages, the best hits; none of a known word),
//   others [{word, blocks (that it stands in, at most `limit`)}]}]
// plan: one full-text query a word, cut after its first hit of the site; for a word that has none two fuzzy ones, and one
//   for each of the others, cut after `limit` hits
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
CALL (asked, unknown) {
  UNWIND unknown AS one
  UNWIND one.others AS other
  CALL (other) {
    CALL db.index.fulltext.queryNodes('block_text', other, {limit: $ask.text_k}) YIELD node
    WHERE node.site = $ask.site
    WITH node LIMIT $ask.limit
    RETURN count(node) AS blocks
  }
  WITH other, blocks WHERE blocks > 0
  RETURN collect({word: other, blocks: blocks}) AS others
}
RETURN collect({word: asked.word, known: known, names: entities + titles, others: others}) AS rows
