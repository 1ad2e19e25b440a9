// Writes communities without their members; their old members and vectors go.
// params: rows (list of {id, site, level, title, summary, sources})
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), merge
UNWIND $rows AS row
MERGE (t:Topic {id: row.id})
SET t.site = row.site, t.kind = 'community', t.level = row.level, t.title = row.title, t.summary = row.summary,
    t.sources = row.sources
REMOVE t.embedding
WITH t
OPTIONAL MATCH (t)-[c:CONTAINS]->()
DELETE c
