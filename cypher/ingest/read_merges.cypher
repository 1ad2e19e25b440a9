// Reads the merges of a site.
// params: site
// returns: raw, into, reason, score
// plan: NodeIndexSeek on Meta(key) by prefix
MATCH (m:Meta)
WHERE m.key STARTS WITH 'merge:' + $site + ':'
RETURN m.raw AS raw, m.into AS into, m.reason AS reason, m.score AS score
ORDER BY raw
