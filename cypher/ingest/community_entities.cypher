// Reads the entities of some lowest communities, with what is noted of them there.
// params: ids, vectors (whether vectors are wanted)
// returns: topic, members (list of [id, name, mentions, stale (it is not what was noted), vector])
// plan: NodeUniqueIndexSeek on Topic(id), expand CONTAINS
CYPHER replan=skip
UNWIND $ids AS id
MATCH (t:Topic {id: id})-[c:CONTAINS]->(e:Entity)
WHERE e.embedding IS NOT NULL
WITH t, e, c, COUNT { (e)<-[:MENTIONS]-() } AS mentions
WITH t, e, mentions, $vectors OR c.mentions IS NULL OR c.mentions <> mentions OR c.made_of <> e.name AS stale
RETURN t.id AS topic, collect([e.id, e.name, mentions, stale, CASE WHEN $vectors THEN e.embedding END]) AS members
