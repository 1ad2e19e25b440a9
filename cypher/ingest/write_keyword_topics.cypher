// Makes sure that keyword topics exist.
// params: rows (list of {id, site, title}, sorted by id)
// returns: nothing
// plan: NodeUniqueIndexSeek on Topic(id), merge
CYPHER replan=skip
UNWIND $rows AS row
MERGE (t:Topic {id: row.id})
ON CREATE SET t.site = row.site, t.kind = 'keyword', t.level = 0, t.title = row.title, t.summary = '', t.sources = []
