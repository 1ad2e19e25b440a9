// Reads the entities of some lowest communities, with what is noted of them there.
// params: ids, vectors (whether vectors are wanted)
// returns: topic, members (list of [id, name, mentions (when it joined), late (absent for those it was built with),
//          stale (it is not what was noted), vector])
// plan: NodeUniqueIndexSeek on Topic(id), expand CONTAINS
CYPHER replan=skip
UNWIND $ids AS id
MATCH (t:Topic {id: id})-[c:CONTAINS]->(e:Entity)
WITH t, e, c, coalesce(c.mentions, COUNT { (e)<-[:MENTIONS]-() }) AS mentions,
     $vectors OR c.mentions IS NULL OR coalesce(c.made_of <> e.name, true) AS stale
RETURN t.id AS topic, collect([e.id, e.name, mentions, c.late, stale, CASE WHEN $vectors THEN e.embedding END]) AS members
