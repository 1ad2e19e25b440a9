// Reads the blocks of some lowest communities, with what is noted of them there.
// params: ids, vectors (whether all vectors are wanted; else only those of blocks that changed)
// returns: topic, id, made_of, closeness, stale (it is not what was noted), vector, text, headings, title
// plan: NodeUniqueIndexSeek on Topic(id), expand CONTAINS, NodeUniqueIndexSeek on Page(site, url)
UNWIND $ids AS id
MATCH (t:Topic {id: id})-[c:CONTAINS]->(b:Block)
WHERE b.embedding IS NOT NULL
WITH t, b, c, $vectors OR c.closeness IS NULL OR c.made_of <> b.content_hash AS stale
OPTIONAL MATCH (p:Page {site: b.site, url: b.url})
USING INDEX p:Page(site, url)
RETURN t.id AS topic, b.id AS id, b.content_hash AS made_of, c.closeness AS closeness, stale,
       CASE WHEN stale THEN b.embedding END AS vector, b.text AS text, b.heading_path AS headings,
       coalesce(p.title, '') AS title
