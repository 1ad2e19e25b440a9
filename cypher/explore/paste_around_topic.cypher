// What is one edge away from a topic, to paste into Neo4j Browser.
// params: key (id), limit
// returns: path
// plan: one unique lookup, one capped expansion
MATCH path = (n:Topic {id: $key})--()
RETURN path LIMIT $limit
