// Records merges: which raw entity went into which, why, and how surely.
// params: site, rows (list of {raw, into, reason, score})
// returns: nothing
// plan: NodeUniqueIndexSeek on Meta(key), merge
UNWIND $rows AS row
MERGE (m:Meta {key: 'merge:' + $site + ':' + row.raw})
SET m.site = $site, m.raw = row.raw, m.into = row.into, m.reason = row.reason, m.score = row.score
