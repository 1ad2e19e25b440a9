// The nearest blocks and nothing else: what a latency is compared with.
// params: vector, k
// returns: id, score
// plan: one query of the vector index
CALL db.index.vector.queryNodes('block_vector', $k, $vector) YIELD node, score
RETURN node.id AS id, score
