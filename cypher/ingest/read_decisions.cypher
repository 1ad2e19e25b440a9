// Reads what people decided about entities of a site.
// params: site
// returns: one, other, same (true: they are one; false: they are not)
// plan: NodeIndexSeek on Meta(key) by prefix
MATCH (m:Meta)
WHERE m.key STARTS WITH 'decision:' + $site + ':'
RETURN m.one AS one, m.other AS other, m.same AS same
ORDER BY one, other
