// Reads the blocks of some lowest communities, with what is noted of them there.
// params: ids, vectors (whether all vectors are wanted; else only those of blocks that changed)
// returns: topic, members (list of [id, made_of, text, headings, title, closeness, late (absent for those it was built
//          with), stale (it is not what was noted), vector])
// plan: NodeUniqueIndexSeek on Topic(id), expand CONTAINS, NodeUniqueIndexSeek on Page(site, url)
CYPHER replan=skip
UNWIND $ids AS id
MATCH (t:Topic {id: id})-[c:CONTAINS]->(b:Block)
WITH t, b, c, $vectors OR c.closeness IS NULL OR coalesce(c.made_of <> b.content_hash, true) AS stale
OPTIONAL MATCH (p:Page {site: b.site, url: b.url})
USING INDEX p:Page(site, url)
RETURN t.id AS topic, collect([b.id, b.content_hash, b.text, b.heading_path, coalesce(p.title, ''), c.closeness, c.late,
                               stale, CASE WHEN stale THEN b.embedding END]) AS members
