// Communities of a site with the pages their summaries rest on, to draft questions about the whole site from.
// params: site, limit
// returns: id, title, summary, urls
// plan: index scan of Topic(site), unique seeks of the blocks
MATCH (t:Topic {site: $site, kind: 'community'})
WHERE size(coalesce(t.sources, [])) > 0 AND t.title <> ''
UNWIND t.sources AS source
MATCH (b:Block {id: source})
WITH t, b ORDER BY b.url
WITH t, collect(DISTINCT b.url) AS urls
WHERE 2 <= size(urls) <= 8
RETURN t.id AS id, t.title AS title, t.summary AS summary, urls
ORDER BY t.level DESC, id
LIMIT $limit
