// What is one edge away from a block, to paste into Neo4j Browser.
// params: key (id), limit
// returns: path
// plan: one unique lookup, one capped expansion
MATCH path = (n:Block {id: $key})--()
RETURN path LIMIT $limit
