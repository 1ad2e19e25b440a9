// The pages whose blocks a topic holds.
// params: id, limit
// returns: url, blocks, example
// plan: unique seek of Topic(id), up to 4 levels down
MATCH (t:Topic {id: $id})-[:CONTAINS*1..4]->(b:Block)
WITH DISTINCT b
RETURN b.url AS url, count(*) AS blocks, head(collect(left(b.text, 120))) AS example
ORDER BY blocks DESC, url
LIMIT $limit
