// The best full-text hits and nothing else: what a latency is compared with.
// params: text (Lucene query), k
// returns: id, score
// plan: one query of the full-text index
CALL db.index.fulltext.queryNodes('block_text', $text, {limit: $k}) YIELD node, score
RETURN node.id AS id, score
