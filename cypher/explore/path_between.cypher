// A shortest way between two entities over facts and mentions.
// params: from_id, to_id
// returns: path
// plan: unique seeks of both ends, shortest path of at most 8 steps
MATCH (a:Entity {id: $from_id}), (b:Entity {id: $to_id})
MATCH path = SHORTEST 1 (a)-[:RELATES|MENTIONS]-{1,8}(b)
RETURN path
