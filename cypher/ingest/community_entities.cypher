// Reads the entities of some lowest communities, with what is noted of them there.
// params: ids, vectors (whether vectors are wanted)
// returns: topic, id, stale (it is not what was noted), vector, name, mentions
// plan: NodeUniqueIndexSeek on Topic(id), expand CONTAINS
UNWIND $ids AS id
MATCH (t:Topic {id: id})-[c:CONTAINS]->(e:Entity)
WHERE e.embedding IS NOT NULL
WITH t, e, c, COUNT { (e)<-[:MENTIONS]-() } AS mentions
RETURN t.id AS topic, e.id AS id, $vectors OR c.mentions IS NULL OR c.mentions <> mentions OR c.made_of <> e.name AS stale,
       CASE WHEN $vectors THEN e.embedding END AS vector, e.name AS name, mentions
