// Topics of a site, from a cursor on, by level and title.
// params: site, after (id, "" for the start), kind ("" for all), limit
// returns: id, kind, level, title, summary, size
// plan: index scan of Topic.id, filtered by site
MATCH (t:Topic)
WHERE t.site = $site AND t.id > $after AND ($kind = '' OR t.kind = $kind)
WITH t ORDER BY t.id LIMIT $limit
RETURN t.id AS id, t.kind AS kind, t.level AS level, t.title AS title, t.summary AS summary,
       COUNT { (t)-[:CONTAINS]->() } AS size
ORDER BY id
